// Outbound fetch: requests to the domain's own addresses are answered inside the process; all others run within limits.
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { fewPerTurn } from '#lib/async/turns.ts'
import type { Clock } from '#lib/clock.ts'
import type { Fetch, Handler } from '#lib/http/handler.ts'
import { plainRequest } from '#lib/http/plain-request.ts'
import { recentlyUsed } from '#lib/recently-used.ts'
import { type Names, namesOf } from './names.ts'

/** Longest wait for an external answer, in milliseconds (conformance AST-22, IDP-18). */
const TIMEOUT_MS = 5000

/** fetch with a time limit that follows no redirects, which could lead to an unapproved address. */
export const boundedFetch: Fetch = (input, init = {}) => {
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
  return fetch(input, { ...init, signal, redirect: 'manual' })
}

/**
 * A GET to an address from outside, which must be external: all addresses that its name resolves to must be public, and
 * the connection goes to one of them. There is no second resolution, which could give another answer (DNS rebinding;
 * OWASP SSRF, conformance AST-22). Redirects are not followed.
 */
export function outsideFetch(names: Names = namesOf()): Fetch {
  const lookup = outsideLookup(names)
  const trust = names.authorities ? { ca: [...names.authorities] } : {}
  return async (input, init) => {
    const { method, url, headers, signal } = new Request(input, init)
    const { protocol, hostname } = new URL(url)
    if (method !== 'GET') throw new TypeError('Strangers are only read from')
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && names.isInside(literal)) throw insideError(hostname) // Node does not resolve literal addresses.
    const options = {
      headers: Object.fromEntries(headers),
      lookup,
      agent: false as const,
      signal: bounded(signal),
      ...trust,
    }
    return toResponse(await answered((protocol === 'https:' ? https : http).request(url, options)))
  }
}

/**
 * Sends a request and returns its answer. Node silently closes a connection whose answer would switch to another
 * protocol.
 */
export const answered = (request: http.ClientRequest): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
    request.on('close', () => reject(new Error('The connection was closed without an answer')))
    request.end()
  })

function outsideLookup({ resolve, isInside }: Names): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (!first || addresses.some(({ address }) => isInside(address))) callback(insideError(hostname), [])
        else if (all) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}

const insideError = (hostname: string) => new Error(`${hostname} leads into a private network`)

const bounded = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])

const BODYLESS: readonly number[] = [204, 205, 304] // new Response() accepts no body with these.

function toResponse(answer: http.IncomingMessage): Response {
  const { statusCode: status = 502, headers } = answer
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  if (!BODYLESS.includes(status))
    return new Response(Readable.toWeb(answer) as ReadableStream, { status, headers: pairs })
  answer.resume()
  return new Response(null, { status, headers: pairs })
}

/** A page of the portal may ask hundreds of questions at once; nothing that comes from outside would be heard meanwhile. */
const OWN_PER_TURN = 4

/**
 * A fetch for the peers of one process: an address below one of `ownBases` that has a handler is answered by it. So a
 * domain behind a proxy works even when it cannot reach its own public name.
 */
export function domainFetch(
  ownBases: readonly string[],
  handlerFor: (url: URL, method: string) => Handler | undefined,
  network: Fetch,
): Fetch {
  const own = new Set(ownBases.map((base) => new URL(base).origin))
  const mayBegin = fewPerTurn(OWN_PER_TURN)
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!own.has(url.origin)) return network(input, init)
    const request = input instanceof Request ? new Request(input, init) : plainRequest(url.href, init)
    const handler = handlerFor(url, request.method)
    if (!handler) return network(input, init)
    await mayBegin()
    return handler(request)
  }
}

/** A fetch that remembers each address's latest answer. */
export interface RecordingFetch extends Fetch {
  /** `at` in epoch milliseconds; undefined for an address that never answered. */
  readonly latest: (url: string) => { readonly at: number; readonly status: number } | undefined
}

const MOST_RECORDED = 200

/** A fetch that remembers the latest answers, the least recently used of which are dropped. */
export function recordingFetch(fetch: Fetch, clock: Clock): RecordingFetch {
  const answers = recentlyUsed<{ readonly at: number; readonly status: number }>(MOST_RECORDED)
  const recording: Fetch = async (input, init) => {
    const response = await fetch(input, init)
    answers.set(String(input), { at: clock(), status: response.status })
    return response
  }
  return Object.assign(recording, { latest: (url: string) => answers.get(url) })
}
