// Requests of right and wrong shape, generated from the description of an operation (/openapi.json).
import fc from 'fast-check'
import type { Parameter, Schema } from '#lib/api/openapi.ts'
import type { DescribedOperation } from '#server/openapi/testing/described.ts'
import { nasty, nastyJson } from './nasty.ts'
import { asHeader, asTarget, type WireRequest } from './wire.ts'

/** Headers that change how a request is read, by a server or by what stands in front of it. */
const HEADERS = [
  ...['accept', 'accept-language', 'accept-encoding', 'content-type', 'if-none-match', 'if-modified-since', 'prefer'],
  ...['origin', 'referer', 'sec-fetch-site', 'cookie', 'authorization', 'authentication', 'range', 'expect'],
  ...['x-forwarded-host', 'x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'x-original-url', 'x-rewrite-url'],
  ...['x-http-method-override', 'x-request-id', 'x-trace-id', 'x-correlation-id', 'x-slipway-address'],
  ...['x-middleware-subrequest', 'x-middleware-rewrite', 'x-matched-path', 'x-invoke-path', 'next-action', 'rsc'],
] as const

/** Names of parameters that mean something somewhere, and some that mean something to the language. */
const NAMES = ['_count', '_id', '_format', '_sort', '_getpages', '_lastUpdated', '_elements', '_include', '_query']
const OTHER_NAMES = [...NAMES, 'access_token', '__proto__', 'constructor', 'a'.repeat(200), 'a[b]', 'é', '']
const VALUES = ['Patient', 'of-b', 'app-b', 'app-a', 'Device/app-b', '1', 'true', 'Patient/of-b', 'Task/of-b', 'ge2020']

const value = fc.oneof({ weight: 2, arbitrary: nasty }, { weight: 1, arbitrary: fc.constantFrom(...VALUES) })

const pairs = (names: readonly string[]) =>
  fc.array(fc.tuple(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, nasty), value), { maxLength: 6 })

/** Escaped as a browser does, or not at all. */
const encoded = (list: readonly (readonly [string, string])[], careful: boolean): string =>
  careful
    ? new URLSearchParams(list.map((pair) => [...pair])).toString()
    : list.map(([name, one]) => `${name}=${one}`).join('&')

const escaped = (part: string): string => encodeURIComponent(Buffer.from(part, 'utf8').toString('utf8'))

const headers = fc
  .dictionary(fc.constantFrom(...HEADERS), value.map(asHeader), { maxKeys: 3, noNullPrototype: true })
  .map(({ expect: _, ...rest }) => rest) // Node answers 417 to Expect by itself.

/** An arbitrary of requests for one operation. */
export function requestsFor({ path, method, operation }: DescribedOperation): fc.Arbitrary<WireRequest> {
  const parameters = operation.parameters ?? []
  const [type = 'application/x-www-form-urlencoded', media] =
    Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  return fc
    .record({
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant(method.toUpperCase()) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS') },
      ),
      target: targetsOf(path, parameters),
      headers,
      sends: fc.constantFrom(type, type, type, 'application/json', 'text/plain', 'multipart/form-data; boundary=x', ''),
      body: bodiesFor(type, media),
    })
    .map(({ sends, body, headers: given, ...asked }) => ({
      ...asked,
      headers: { 'content-type': sends, ...given },
      ...(asked.method === 'GET' || asked.method === 'HEAD' ? {} : { body }),
    }))
}

const mixed = (parameters: readonly Parameter[]) =>
  fc
    .tuple(rightPairs(parameters), pairs([...parameters.map(({ name }) => name), ...OTHER_NAMES]))
    .map(([right, wrong]) => [...right, ...wrong])

/** Parameters as their examples have them: some are right, so that the others are looked at. */
const rightPairs = (parameters: readonly Parameter[]) =>
  fc.subarray(parameters.flatMap(({ name, example }) => (example ? [[name, example] as const] : [])))

function targetsOf(path: string, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const inQuery = parameters.filter((one) => one.in === 'query')
  const segments = path.split('/').map((segment) => (/^\{\w+\}$/.test(segment) ? value : fc.constant(segment)))
  return fc
    .tuple(fc.tuple(...segments), mixed(inQuery), fc.boolean(), fc.boolean())
    .map(([parts, query, carefulPath, carefulQuery]) => {
      const at = parts.map((part) => (carefulPath ? escaped(part) : part)).join('/')
      return asTarget(query.length === 0 ? at : `${at}?${encoded(query, carefulQuery)}`).slice(0, 7000)
    })
}

function bodiesFor(type: string, media: { readonly schema: Schema; readonly example?: unknown } | undefined) {
  const example = (media?.example ?? {}) as Readonly<Record<string, unknown>>
  const names = Object.keys((media?.schema['properties'] as object | undefined) ?? example)
  if (type !== 'application/json')
    return fc
      .tuple(
        fc.subarray(Object.entries(example).map(([name, one]) => [name, String(one)] as const)),
        pairs([...names, ...OTHER_NAMES]),
        fc.boolean(),
      )
      .map(([right, wrong, careful]) => encoded([...right, ...wrong], careful))
  const broken = fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...names, 'role', 'status', '__proto__'), nasty), nastyJson), {
      maxLength: 4,
    })
    .map((changes) => JSON.stringify({ ...example, ...Object.fromEntries(changes) }))
  return fc.oneof(
    { weight: 4, arbitrary: broken },
    nastyJson.map((one) => JSON.stringify(one) ?? ''),
    nasty,
  )
}
