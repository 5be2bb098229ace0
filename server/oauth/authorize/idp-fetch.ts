// The fetch function for openid-client: answers in time, and of bounded size (conformance IDP-18).
import type { CustomFetch } from 'openid-client'
import { inTime } from '#lib/async/in-time.ts'
import { SECOND } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { readBody } from '#lib/http/params.ts'
import { partsOf, plainResponse, recordOf } from '#lib/http/plain-response.ts'

/** Longest wait for the provider in one step of a log-in, over all requests of that step; and for one of these. */
export const STEP_TIMEOUT_MS = 5 * SECOND
/** A discovery document, a JWK Set or a token response; some kilobytes each. */
const SIZE_LIMIT = 256 * 1024

/** A fetch that answers in time, follows no redirect and reads at most 256 KB of body. */
export const idpFetch =
  (fetch: Fetch): CustomFetch =>
  (url, { method, headers, body }) =>
    inTime(STEP_TIMEOUT_MS, async (signal) => {
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal,
        ...(body === undefined || body === null ? {} : { body: String(body) }),
      })
      const text = await readBody(response, SIZE_LIMIT)
      if (text === undefined) throw new Error('The answer of the identity provider is too large')
      const bodyless = response.status === 204 || response.status === 304
      return plainResponse({
        status: response.status,
        body: bodyless ? null : text,
        headers: partsOf(response)?.headers ?? recordOf(response.headers),
      })
    })
