// The fetch function for openid-client: one deadline for a whole step of a log-in, and answers of bounded size
// (conformance IDP-18).
import type { CustomFetch } from 'openid-client'
import type { Fetch } from '#lib/http/handler.ts'
import { readBody } from '#lib/http/params.ts'
import { partsOf, plainResponse, recordOf } from '#lib/http/plain-response.ts'

/** A discovery document, a JWK Set or a token response; some kilobytes each. */
const SIZE_LIMIT = 256 * 1024

/** A fetch that aborts at `deadline`, follows no redirect and reads at most 256 KB of body. */
export const idpFetch =
  (fetch: Fetch, deadline: AbortSignal): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const ends = signal ? AbortSignal.any([signal, deadline]) : deadline
    const response = await untilAborted(
      fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: ends,
        ...(body === undefined || body === null ? {} : { body: String(body) }),
      }),
      ends,
    )
    const text = await untilAborted(readBody(response, SIZE_LIMIT), ends)
    if (text === undefined) throw new Error('The answer of the identity provider is too large')
    const bodyless = response.status === 204 || response.status === 304
    return plainResponse({
      status: response.status,
      body: bodyless ? null : text,
      headers: partsOf(response)?.headers ?? recordOf(response.headers),
    })
  }

/** Applies the deadline also to a fetch that stays inside the process, and to a body that arrives slowly. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
