// Both ends of a log-out between servers (OpenID Connect Back-Channel Logout 1.0 §2.5 to §2.8): the provider posts a
// logout token, the relying party ends its sessions of it.
import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { messageOf } from '../cause.ts'
import { type Clock, MINUTE, type Period, periodFrom, SECOND } from '../clock.ts'
import { allowing } from '../http/allow.ts'
import type { Fetch, Handler } from '../http/handler.ts'
import { formParams, once, readBody } from '../http/params.ts'
import { requestIdOf } from '../http/request-id.ts'
import { NO_STORE, respond, respondJson } from '../http/respond.ts'
import { isSameBase, isWebUrl, withoutTrailingSlash } from '../http/web-url.ts'
import type { Log } from '../log.ts'
import { LogoutTokenError, signLogoutToken, verifyLogoutToken } from './logout-token.ts'
import { readJwks } from './read-jwks.ts'

/** Longest wait for a relying party: the person who logs out waits as long. */
const PATIENCE_MS = 3 * SECOND
/** A discovery document or a JWK Set is some kilobytes long. */
const LONGEST_DOCUMENT = 256 * 1024

/** A relying party that wants to know of the end of sessions. */
export interface LoggedInParty {
  readonly clientId: string
  readonly logoutUri: string
}

type Sender = Parameters<typeof signLogoutToken>[0] & { readonly fetch: Fetch; readonly log: Log }

/** Tells each relying party that a session has ended. One that does not answer is in the log; nothing waits for it longer. */
export async function tellLoggedOut(sender: Sender, parties: readonly LoggedInParty[], sid: string): Promise<void> {
  await Promise.all(
    parties.map(async ({ clientId, logoutUri }) => {
      try {
        const token = await signLogoutToken(sender, { audience: clientId, sid })
        const answer = await sender.fetch(logoutUri, {
          method: 'POST',
          body: new URLSearchParams({ logout_token: token }),
          redirect: 'manual',
          signal: AbortSignal.timeout(PATIENCE_MS),
        })
        await answer.body?.cancel()
        if (answer.status !== 200 && answer.status !== 204) throw new Error(`status ${answer.status}`)
      } catch (error) {
        sender.log.warn({ client: clientId, cause: messageOf(error) }, 'a relying party was not told of a log-out')
      }
    }),
  )
}

/** The provider of logout tokens. */
export interface LogoutIssuer {
  readonly issuer: string
  readonly keys: () => Promise<JSONWebKeySet>
}

/** What a relying party needs to take logout tokens. */
export interface LogoutReceiver {
  /** The relying party's client_id at the provider. */
  readonly clientId: string
  readonly provider: () => Promise<LogoutIssuer>
  /** Claims the jti of a token until `exp` (epoch seconds); false when it was used. One statement decides. */
  readonly claim: (issuer: string, jti: string, exp: number) => Promise<boolean>
  /** Ends every session of this log-in. */
  readonly end: (sid: string) => Promise<void>
  /** Called with the rule that a refused token breaks. */
  readonly refused?: (request: Request, reason: string) => void
  readonly clock: Clock
  readonly log: Log
}

/** POST `logout_token`: 200 when the sessions have ended, 400 for a token that is refused (§2.8). */
export const backchannelLogout = (receiver: LogoutReceiver): Handler =>
  allowing(['POST'], async (request) => {
    try {
      await receive(receiver, request)
      return respond(200, null, NO_STORE)
    } catch (error) {
      if (!(error instanceof LogoutTokenError)) throw error
      const reason = error.message
      receiver.log.warn({ event: 'logout.refused', requestId: requestIdOf(request), reason }, 'logout token refused')
      receiver.refused?.(request, reason)
      return respondJson(400, { error: 'invalid_request', error_description: `logout_token: ${reason}.` }, NO_STORE)
    }
  })

async function receive({ clientId, provider, claim, end, clock }: LogoutReceiver, request: Request): Promise<void> {
  const form = await formParams(request)
  const token = typeof form === 'string' ? undefined : once(form, 'logout_token')
  if (!token) throw new LogoutTokenError('send the form parameter logout_token once')
  const { issuer, keys } = await provider()
  const { sid, jti, exp } = await verifyLogoutToken(token, { issuer, audience: clientId, keys, now: clock() })
  if (!(await claim(issuer, jti, exp))) throw new LogoutTokenError('jti was used before')
  await end(sid)
}

const documentOf = z.object({ issuer: z.string(), jwks_uri: z.string().refine(isWebUrl) })
/** How long a discovery document is cached. */
const METADATA_LIFETIME_MS = 10 * MINUTE

/** The provider at an issuer identifier, by its discovery document (OpenID Connect Discovery §4). */
export function discoveredProvider(fetch: Fetch, clock: Clock, issuer: string): LogoutReceiver['provider'] {
  let cached: { readonly provider: LogoutIssuer; readonly isFresh: Period } | undefined
  return async () => {
    if (cached?.isFresh()) return cached.provider
    const document = documentOf.parse(
      await readJson(fetch, `${withoutTrailingSlash(issuer)}/.well-known/openid-configuration`),
    )
    if (!isSameBase(document.issuer, issuer)) throw new Error(`The discovery document is not of ${issuer}`)
    const provider = { issuer: document.issuer, keys: () => readJwks(fetch, document.jwks_uri, LONGEST_DOCUMENT) }
    cached = { provider, isFresh: periodFrom(clock, METADATA_LIFETIME_MS) }
    return provider
  }
}

async function readJson(fetch: Fetch, address: string): Promise<unknown> {
  const answer = await fetch(address, { headers: { accept: 'application/json' }, redirect: 'manual' })
  if (answer.status !== 200) throw new Error(`${address} answers ${answer.status}`)
  return JSON.parse((await readBody(answer, LONGEST_DOCUMENT)) ?? '')
}
