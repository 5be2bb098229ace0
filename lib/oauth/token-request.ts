// A client's request to a token endpoint, authenticated by private_key_jwt, from a back-end (RFC 6749 §4.1.3, RFC 7523).
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { Random } from '../crypto/random.ts'
import type { Fetch } from '../http/handler.ts'
import { readBody } from '../http/params.ts'
import { parsedJson } from '../json.ts'
import { TRACE_HEADER } from '../trace/trace.ts'
import { CLIENT_ASSERTION_TYPE, signClientAssertion } from './client-assertion.ts'

/** The client that asks, and what it asks with. */
export interface TokenRequestDeps {
  readonly clientId: string
  readonly keys: KeyRing
  readonly fetch: Fetch
  readonly clock: Clock
  readonly random: Random
}

const tokenResponse = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i, 'must be Bearer'),
  // Some servers in the field write the number as a string.
  expires_in: z.coerce.number().positive().optional(),
  scope: z.string().optional(),
  id_token: z.string().min(1).optional(),
})

/** The members of a token response (RFC 6749 §5.1, SMART App Launch 2.2) that a client reads. */
export type TokenResponse = z.infer<typeof tokenResponse>

const errorResponse = z.object({
  error: z.string().min(1),
  error_description: z.string().optional(),
  error_uri: z.string().optional(),
})

/** The token endpoint refused, or did not answer as RFC 6749 says. `error` is its code when it gave one. */
export class TokenRequestError extends Error {
  override readonly name = 'TokenRequestError'
  readonly status: number | undefined
  readonly error: string | undefined
  readonly errorDescription: string | undefined
  readonly errorUri: string | undefined

  constructor(message: string, answer: Partial<z.infer<typeof errorResponse>> & { status?: number; cause?: unknown }) {
    super(message, { cause: answer.cause })
    this.status = answer.status
    this.error = answer.error
    this.errorDescription = answer.error_description
    this.errorUri = answer.error_uri
  }
}

/** Posts a grant to a token endpoint and returns its answer; `traceId` says which launch it is for. Throws TokenRequestError. */
export async function requestToken(
  { clientId, keys, fetch, clock, random }: TokenRequestDeps,
  tokenEndpoint: string,
  grant: Readonly<Record<string, string>>,
  traceId?: string,
): Promise<TokenResponse> {
  const client_assertion = await signClientAssertion({
    clientId,
    audience: tokenEndpoint,
    key: await keys.active(),
    jti: random.uuid(),
    now: clock(),
  })
  const form = { ...grant, client_assertion_type: CLIENT_ASSERTION_TYPE, client_assertion }
  const { status, body } = await post(fetch, tokenEndpoint, new URLSearchParams(form).toString(), traceId)
  if (status !== 200) {
    const refusal = errorResponse.safeParse(body)
    throw new TokenRequestError(`${tokenEndpoint}: status ${status}`, { status, ...refusal.data })
  }
  const parsed = tokenResponse.safeParse(body)
  if (parsed.success) return parsed.data
  throw new TokenRequestError(`${tokenEndpoint}: not a token response`, { status, cause: parsed.error })
}

async function post(
  fetch: Fetch,
  url: string,
  form: string,
  traceId: string | undefined,
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        ...(traceId === undefined ? {} : { [TRACE_HEADER]: traceId }),
      },
      body: form,
      redirect: 'manual', // Following a redirect would send the code and the assertion to another party.
    })
    return { status: response.status, body: parsedJson(await readBody(response)) }
  } catch (cause) {
    throw new TokenRequestError(`${url}: no answer`, { cause })
  }
}
