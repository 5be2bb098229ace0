// Hostile texts at every address, as long as a request may be, in each of its places: nobody else waits for them.
import { describe, expect, it, onTestFinished } from 'vitest'
import { ROUTES } from '#server/domain/routes.ts'
import { type Wire, type WireRequest, wireTo } from '../fuzz/wire.ts'
import { rounds } from '../rounds.ts'
import { type RunningDomain, runningDomain } from '../running.ts'
import { longestTurn } from '../turns.ts'
import { WRITING_SCOPE, writingApp } from '../writing-app.ts'
import { HOSTILE } from './hostile-texts.ts'

/** Milliseconds of work in one turn of the loop. */
const MOST_MS = 100
/** Bytes of a query, a header and a body: a little less than their limits. */
const QUERY = 7500
const HEADER = 15_000
const BODY = 64 * 1024 - 200

/** Every address; one that stands for many has two of them. */
const ADDRESSES = ROUTES.flatMap(({ path }) =>
  /\*+$/.test(path) ? [path.replace(/\*+$/, ''), path.replace(/\*+$/, 'x/y')] : [path],
)
/** Where strangers send forms. */
const FORMS = /^\/(oauth2|idp|launch|portal)\b/
/** The addresses that get a text: by day those of forms every other text, those of no form every third; at night all. */
const addressesFor = (shape: string): readonly string[] => {
  const at = Object.keys(HOSTILE).indexOf(shape)
  return ADDRESSES.filter((path, n) => (n + at) % rounds(FORMS.test(path) ? 2 : 3, 1) === 0)
}
const NAMES = ['scope', 'state', 'redirect_uri', 'launch', 'iss', 'client_id', 'client_assertion', 'code', 'token']
const MORE_NAMES = ['username', 'password', 'grant_type', 'resource', 'task', 'error_description', 'code_verifier']
const FIELDS = [...NAMES, ...MORE_NAMES]
const HEADERS = ['accept', 'accept-encoding', 'accept-language', 'cookie', 'authorization', 'if-none-match', 'if-match']
const MORE_HEADERS = [
  'if-modified-since',
  'range',
  'prefer',
  'if-none-exist',
  'content-type',
  'x-forwarded-for',
  'origin',
]
const OTHER_HEADERS = ['x-request-id', 'user-agent', 'traceparent', 'referer', 'next-router-state-tree', 'if-range']
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

type Of = (length: number) => string

/** The text, as long as it may be for a query; what comes last is there. */
function escaped(of: Of, length: number): string {
  let size = length
  const write = () => encodeURIComponent(Buffer.from(of(size)).toString()) // Without half characters.
  while (write().length > length) size = Math.floor((size * length) / write().length) - 1
  return write()
}
const inHeader = (text: string): string => text.replace(/[^\x20-\x7e]/g, 'x')
const fieldsOf = (of: Of, length: number): string => {
  const share = Math.floor(length / FIELDS.length)
  return FIELDS.map((name) => `${name}=${escaped(of, share - name.length - 2)}`).join('&')
}
const jsonOf = (of: Of): string => {
  const share = JSON.stringify(of(1800))
  return `{${FIELDS.map((name) => `${JSON.stringify(name)}:${share}`).join(',')}}`
}

/** The requests with one text at each of some addresses, but for headers. */
function requestsAt(targets: readonly string[], of: Of): readonly WireRequest[] {
  const whole = Buffer.from(of(BODY)).subarray(0, BODY).toString()
  const raw = inHeader(of(QUERY)).replace(/[\s#\\]/g, '+')
  const queries = [
    [fieldsOf(of, QUERY), {}],
    [`scope=${escaped(of, QUERY)}&iss=x`, {}],
    [raw, { accept: 'text/html' }],
  ] as const
  const bodies = [
    [FORM, fieldsOf(of, BODY)],
    [FORM, `grant_type=client_credentials&scope=${escaped(of, BODY - 300)}`],
    [FORM, whole],
    [JSON_TYPE, jsonOf(of)],
    [JSON_TYPE, JSON.stringify({ scope: of(BODY / 8) })],
    [JSON_TYPE, whole],
  ] as const
  return targets.flatMap((target) => [
    ...queries.map(([query, headers]) => ({ method: 'GET', target: `${target}?${query}`, headers })),
    ...bodies.map(([headers, body]) => ({ method: 'POST', target, headers, body })),
  ])
}

/** Those of headers with one text, each alone. */
function headersAt(targets: readonly string[], of: Of): readonly WireRequest[] {
  const text = inHeader(of(HEADER))
  return targets.flatMap((target) =>
    [...HEADERS, ...MORE_HEADERS, ...OTHER_HEADERS].map((name) => ({
      method: 'GET',
      target,
      headers: { [name]: `${name === 'authorization' ? 'Bearer ' : ''}${text}` },
    })),
  )
}

/** What holds the loop for too long, each time of three. */
async function slowOf(wire: Wire, requests: readonly WireRequest[]): Promise<readonly string[]> {
  const send = (asked: WireRequest) => wire.send(asked).catch(() => undefined) // Refused in the middle of its body.
  const whole = await longestTurn(async () => {
    for (const asked of requests) await send(asked)
  })
  if (whole <= MOST_MS) return []
  const slow: string[] = []
  for (const asked of requests) {
    let least = Number.POSITIVE_INFINITY
    for (let turn = 0; turn < 3 && least > MOST_MS; turn += 1)
      least = Math.min(least, await longestTurn(() => send(asked)))
    if (least > MOST_MS)
      slow.push(
        `${asked.method} ${asked.target.slice(0, 60)} ${JSON.stringify(asked.headers).slice(0, 60)}: ${least} ms`,
      )
  }
  return slow
}

async function attacked(env: Readonly<Record<string, string>> = {}) {
  const running = await runningDomain(env)
  const wire = wireTo(running.url)
  onTestFinished(() => wire.close())
  return { running, wire }
}

const resourceOf = (text: string) => ({
  resourceType: 'Patient',
  text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${text}</div>` },
  name: [{ family: text, given: [text] }],
  birthDate: text,
  identifier: [{ system: text, value: text }],
  generalPractitioner: [{ reference: text }],
  extension: [{ url: text, valueString: text }],
})

/** What an app may send, as long as a resource may be. */
function written(of: Of, authorization: string): readonly WireRequest[] {
  const text = of(BODY)
  const write = { authorization, 'content-type': 'application/fhir+json' }
  const body = JSON.stringify(resourceOf(text))
  const patch = { ...write, 'content-type': 'application/json-patch+json' }
  const short = of(900)
  const query = escaped(of, 1000)
  return [
    { method: 'POST', target: '/fhir/Patient', headers: write, body },
    { method: 'POST', target: '/fhir/Patient', headers: write, body: text },
    { method: 'POST', target: '/fhir/Patient/$validate', headers: write, body },
    ...['text', 'name', 'identifier', 'generalPractitioner', 'extension'].map((element) => ({
      method: 'POST',
      target: '/fhir/Patient',
      headers: write,
      body: JSON.stringify({ resourceType: 'Patient', [element]: Reflect.get(resourceOf(text), element) }),
    })),
    { method: 'POST', target: '/fhir', headers: write, body: JSON.stringify({ resourceType: 'Bundle', type: text }) },
    {
      method: 'PATCH',
      target: '/fhir/Patient/marijke-jansen',
      headers: patch,
      body: JSON.stringify([{ op: 'test', path: `/${short}`, value: text }]),
    },
    ...['name', 'identifier', 'birthdate', '_lastUpdated', '_id', 'general-practitioner', '_sort', '_elements'].map(
      (name) => ({ method: 'GET', target: `/fhir/Patient?${name}=${query}`, headers: { authorization } }),
    ),
    { method: 'GET', target: `/fhir/Patient?name=${escaped(of, 7000)}`, headers: { authorization } },
  ]
}

const bearerOf = async (running: RunningDomain) =>
  `Bearer ${await running.bearer(await writingApp(running.domain), WRITING_SCOPE)}`

describe('a hostile text', () => {
  it.each(Object.keys(HOSTILE))('LIM-40 of %s holds up nobody, at whichever address', async (shape) => {
    const { wire } = await attacked()
    const of = HOSTILE[shape] ?? (() => '')
    expect(await slowOf(wire, requestsAt(addressesFor(shape), of))).toEqual([])
  })

  it.each([
    ['on', 0],
    ['off', 1],
  ] as const)('LIM-40 holds up nobody in a header, TRUST_PROXY with HOT_PATH=%s', async (mount, first) => {
    const { wire } = await attacked({ HOT_PATH: mount, TRUST_PROXY: 'true' })
    const targets = [
      '/fhir/metadata',
      '/fhir/Patient',
      '/oauth2/token',
      '/oauth2/jwks',
      '/idp/login',
      '/launch/api/session',
    ]
    for (const of of Object.values(HOSTILE).filter((_, n) => n % rounds(3, 1) === first % rounds(3, 1)))
      expect(await slowOf(wire, headersAt([...targets, '/', '/livez', '/icon.svg', '/portal/api/me'], of))).toEqual([])
  })

  it('LIM-40 of an app that may write holds up nobody', async () => {
    const { running, wire } = await attacked()
    const authorization = await bearerOf(running)
    for (const of of Object.values(HOSTILE)) expect(await slowOf(wire, written(of, authorization))).toEqual([])
  })
})
