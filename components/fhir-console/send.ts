// Sends a FHIR request: by the server, with the token of one of its own clients; or from this browser, with a token that the reader has.
import { once } from '#components/http/once.ts'
import { sendJson } from '#components/http/send-json.ts'
import type { FhirConsoleAnswer, FhirConsoleRequest } from '#lib/api/fhir-console.ts'
import { urlOfTyped } from '#lib/fhir/fhir-url.ts'
import { type Asked, hasBody, NO_TOKEN, OWN_TOKEN } from './asked.ts'

export interface Answered extends Omit<FhirConsoleAnswer, 'trace'> {
  readonly asked: Asked
  /** X-Trace-Id, if the answer has one. */
  readonly trace: string | undefined
}

/** An address that is not below the FHIR base: nothing was sent. */
export class BadPath extends Error {
  override readonly name = 'BadPath'
}

/** Throws BadPath, HttpError when the server did not send the request, and TypeError when the network fails. */
export async function send(asked: Asked, fhirBase: string, token: string): Promise<Answered> {
  const url = urlOfTyped(fhirBase, asked.path)
  if (url === undefined) throw new BadPath()
  if (asked.client === OWN_TOKEN) return fromHere(asked, url, token)
  if (asked.client === NO_TOKEN) return fromHere(asked, url, '')
  const { body, ...rest } = asked
  const request: FhirConsoleRequest = hasBody(asked.method) && body !== '' ? { ...rest, body } : rest
  return { ...(await sendJson<FhirConsoleAnswer>('POST', '/tools/api/fhir', request)), asked }
}

/** Without cookies: only the token identifies the sender. */
async function fromHere(asked: Asked, url: string, token: string): Promise<Answered> {
  const { method, body, headers } = asked
  const given = Object.entries({ accept: 'application/fhir+json', ...headers }).filter(([, value]) => value !== '')
  const request = {
    method,
    credentials: 'omit',
    cache: 'no-store',
    headers: { ...Object.fromEntries(given), ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    ...(hasBody(method) && body !== '' ? { body } : {}),
  } as const
  return once(`${url} ${JSON.stringify(request)}`, async () => {
    const begun = performance.now()
    // The page may only reach its own origin; this process answers below each of its addresses.
    const response = await fetch(url.replace(new URL(url).origin, window.location.origin), request)
    const text = await response.text()
    const ms = Math.round(performance.now() - begun)
    const trace = response.headers.get('x-trace-id') ?? undefined
    return { url, status: response.status, headers: [...response.headers], body: text, ms, trace, asked }
  })
}
