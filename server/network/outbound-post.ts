// Posts to receivers of notifications and of logout tokens, whose addresses come from outside. The connection goes to a resolved and checked
// address, so that no name leads into a private network (OWASP SSRF).
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { SECOND } from '#lib/clock.ts'
import type { Handler } from '#lib/http/handler.ts'
import { parseHttpDate } from '#lib/http/http-date.ts'
import { type FindHook, type HookAnswer, HookFailure, type PostToHook } from '../subscriptions/deps.ts'
import type { Names } from './names.ts'
import { answered } from './outbound-fetch.ts'

const TIMEOUT_MS = 10 * SECOND
/** Only the status of an answer is used; a longer body is cut off. */
const LONGEST_ANSWER = 1024

interface HookPorts {
  /** Name resolution, and the test for private addresses. */
  readonly names: Names
  /** The handler for one of the domain's own addresses, since the domain may not be able to reach its public name. */
  readonly own: (url: URL) => Handler | undefined
  readonly clock: () => number
  /** Longest wait for the name, and then for the receiver until the end of its answer, in milliseconds. */
  readonly timeoutMs?: number
}

/** Finds receivers: the domain's own in this process, others by name, resolved once per notification. */
export const hookFinder =
  (ports: HookPorts): FindHook =>
  async (endpoint) => {
    const url = new URL(endpoint)
    const handler = ports.own(url)
    if (handler) return (headers, _signal, body) => postInside(handler, endpoint, { headers, body })
    const addresses = await addressesOf(url, ports)
    return (headers, signal, body) => post(endpoint, addresses, { headers, signal, body, ports })
  }

interface Address {
  readonly address: string
  readonly family: number
}

/** The addresses to connect to: all addresses of the name, none of which may be private. */
async function addressesOf({ hostname }: URL, { names, timeoutMs }: HookPorts): Promise<readonly Address[]> {
  const literal = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(literal)
  const found = family > 0 ? [{ address: literal, family }] : await resolved(hostname, names.resolve, timeoutMs)
  if (found.length === 0) throw new HookFailure('dns')
  if (found.some(({ address }) => names.isInside(address))) throw new HookFailure('address-refused')
  return found
}

async function resolved(
  hostname: string,
  resolve: Names['resolve'],
  timeoutMs = TIMEOUT_MS,
): Promise<readonly Address[]> {
  const late = AbortSignal.timeout(timeoutMs)
  const ended = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new HookFailure('dns')), { once: true })
  })
  try {
    return await Promise.race([resolve(hostname), ended])
  } catch (cause) {
    throw new HookFailure('dns', { cause })
  }
}

interface Posting {
  readonly headers: Parameters<PostToHook>[0]
  readonly signal: AbortSignal
  readonly body: string | undefined
  readonly ports: HookPorts
}

async function post(
  endpoint: string,
  addresses: readonly Address[],
  { headers, signal, body, ports }: Posting,
): Promise<HookAnswer> {
  const limit = AbortSignal.timeout(ports.timeoutMs ?? TIMEOUT_MS)
  const lookup: LookupFunction = (_, { all }, callback) =>
    all ? callback(null, [...addresses]) : callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
  const { authorities } = ports.names
  const options = {
    method: 'POST',
    path: pathOf(endpoint),
    headers: headers.flat(),
    lookup,
    agent: false as const,
    signal: AbortSignal.any([signal, limit]),
    ...(authorities ? { ca: [...authorities] } : {}),
  }
  const { protocol, host, hostname, port } = new URL(endpoint)
  const target = { ...options, host: hostname.replace(/^\[|\]$/g, ''), ...(port ? { port } : {}) }
  const request = (protocol === 'https:' ? https : http).request({
    ...target,
    headers: ['host', host, ...options.headers],
  })
  if (body !== undefined) request.write(body)
  try {
    const answer = await answered(request)
    await ended(answer)
    return toAnswer(answer, ports.clock())
  } catch (cause) {
    throw failureOf(cause, limit)
  }
}

/** The path and query of a URL as written. */
const pathOf = (endpoint: string): string => {
  const rest = endpoint.replace(/^https?:\/\/[^/?#]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Resolves when an answer has ended. Rejects, and aborts it, when it is too long or breaks off. */
function ended(answer: http.IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    let length = 0
    answer.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > LONGEST_ANSWER) answer.destroy(new HookFailure('answer-too-long'))
    })
    answer.on('end', resolve)
    answer.on('error', reject)
    answer.on('close', () => reject(new HookFailure('connection')))
  })
}

function toAnswer({ statusCode: status = 0, headers }: http.IncomingMessage, now: number): HookAnswer {
  const wait = retryAfterMs(headers['retry-after'], now)
  return wait === undefined ? { status } : { status, retryAfter: wait }
}

/** Retry-After: seconds, or a date (RFC 9110 §10.2.3). */
function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND
  const date = parseHttpDate(value, now)
  return date === undefined ? undefined : Math.max(0, date - now)
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(ENOTFOUND|EAI_)/, 'dns'],
  [/^(ETIMEDOUT|ESOCKETTIMEDOUT)$/, 'timeout'],
  [/CERT|^ERR_(TLS|SSL)|^EPROTO$|SELF_SIGNED|UNABLE_TO_/, 'tls'],
]

function failureOf(cause: unknown, limit: AbortSignal): HookFailure {
  if (cause instanceof HookFailure) return cause
  if (limit.aborted) return new HookFailure('timeout', { cause })
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return new HookFailure(KINDS.find(([pattern]) => pattern.test(code))?.[1] ?? 'connection', { cause })
}

async function postInside(
  handler: Handler,
  endpoint: string,
  { headers, body }: Pick<Posting, 'headers' | 'body'>,
): Promise<HookAnswer> {
  const request = new Request(endpoint, {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  })
  try {
    const { status } = await handler(request)
    return { status }
  } catch (cause) {
    throw new HookFailure('connection', { cause })
  }
}
