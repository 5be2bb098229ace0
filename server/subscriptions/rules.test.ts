import { describe, expect, it } from 'vitest'
import { originOf } from '#lib/fhir/koppeltaal.ts'
import { maskedFor } from '#lib/fhir/subscription-text.ts'
import type { Grantable } from '../fhir/store.ts'
import { type RuleContext, subscriptionProblems, subscriptionToStore } from './rules.ts'

type Json = Readonly<Record<string, unknown>>

const HOOK = 'https://app.example/hook?a=1'

const PERMISSIONS: readonly Grantable[] = [
  { type: 'Task', operations: 'rs', origins: ['a'] },
  { type: '*', operations: 's' },
]

const context = (more: Partial<RuleContext> = {}): RuleContext => ({
  writer: 'a',
  owner: { clientId: 'a', webhookOrigins: ['https://app.example', 'https://own.example'] },
  permissions: PERMISSIONS,
  othersOn: 0,
  criteria: {
    baseUrl: 'https://own.example',
    resourceTypes: ['Task', 'Patient', 'AuditEvent', 'Subscription'],
    now: 0,
  },
  endpoints: {
    loopbackAllowed: false,
    ownUrls: ['https://own.example'],
    ownHooks: [{ clientId: 'a', url: 'https://own.example/launch/hook' }],
  },
  ...more,
})

const subscription = (more: Json = {}, channel: Json = {}): Json => ({
  resourceType: 'Subscription',
  status: 'requested',
  reason: 'x',
  criteria: 'Task?',
  extension: [originOf('a')],
  channel: { type: 'rest-hook', endpoint: HOOK, ...channel },
  ...more,
})

const problems = (next: Json, before?: Json, more?: Partial<RuleContext>) =>
  subscriptionProblems(next, before, context(more)).map(
    ({ status, code, expression }) => `${status} ${code} ${expression.replace('Subscription.', '')}`,
  )

/** The status that is stored, and the text. */
const stored = (next: Json, before?: Json) =>
  JSON.parse(subscriptionToStore(JSON.stringify(next), next, before)) as Json

describe('a new Subscription', () => {
  it('SUB-02 is stored as requested where it says active, and stays off where it is off', () => {
    for (const status of ['requested', 'active', 'off']) expect(problems(subscription({ status })), status).toEqual([])
    expect(stored(subscription({ status: 'active' }))).toEqual(subscription())
    expect(stored(subscription({ status: 'off' }))).toEqual(subscription({ status: 'off' }))
    expect(problems(subscription({ status: 'error' }))).toEqual(['422 business-rule status'])
    expect(problems(subscription({ status: undefined }))).toEqual(['400 required status'])
  })

  it.each(['websocket', 'email', 'sms', 'message'])('SUB-06 refuses the channel %s', (type) => {
    expect(problems(subscription({}, { type }))).toEqual(['422 not-supported channel.type'])
  })

  it('SUB-06 refuses a payload, and a channel without an endpoint', () => {
    expect(problems(subscription({}, { payload: 'application/fhir+json' }))).toEqual(['422 structure channel.payload'])
    expect(problems(subscription({}, { endpoint: undefined }))).toEqual(['422 required channel.endpoint'])
  })

  it.each(['Task?', 'Task', 'Task?owner=Practitioner/x&status=ready', 'Task?identifier=s%7Cv', 'Task?_id=a,b'])(
    'SUB-07 takes the criteria %s',
    (criteria) => {
      expect(problems(subscription({ criteria }))).toEqual([])
    },
  )

  it.each([
    ['', 'value'],
    ['?', 'value'],
    ['Nope?', 'not-supported'],
    ['Task?foo=1', 'not-supported'],
    ['Task?_count=1', 'not-supported'],
    ['Task?_sort=_id', 'not-supported'],
    ['Task?_include=Task:owner', 'not-supported'],
    ['Task?_has:Task:owner:status=ready', 'not-supported'],
    ['Task?status:not=ready', 'not-supported'],
    ['Task?owner.name=x', 'not-supported'],
    ['Task?status=', 'value'],
    ['Task?_lastUpdated=yesterday', 'value'],
    ['Task/1', 'value'],
    ['https://own.example/fhir/Task?', 'value'],
    ['Subscription?', 'not-supported'],
    [`Task?status=${'x'.repeat(2048)}`, 'value'],
    ['Task?identifier=%FF', 'value'],
    ['Task?identifier=100%', 'value'],
  ])('SUB-07 refuses the criteria %s', (criteria, code) => {
    expect(problems(subscription({ criteria }))).toEqual([`422 ${code} criteria`])
  })

  it('SUB-08 refuses criteria on a type that the app may not read, and on AuditEvent unless it is named', () => {
    expect(problems(subscription({ criteria: 'Patient?' }))).toEqual(['403 forbidden criteria'])
    const everything = [{ type: '*', operations: 'cruds' }]
    expect(problems(subscription({ criteria: 'Patient?' }), undefined, { permissions: everything })).toEqual([])
    expect(problems(subscription({ criteria: 'AuditEvent?' }), undefined, { permissions: everything })).toEqual([
      '403 forbidden criteria',
    ])
    const byName = [{ type: 'AuditEvent', operations: 'rs' }]
    expect(problems(subscription({ criteria: 'AuditEvent?' }), undefined, { permissions: byName })).toEqual([])
  })

  it.each([
    'http://app.example/hook',
    'ftp://app.example/hook',
    '/hook',
    'app.example/hook',
    'https://a:b@app.example/hook',
    'https://app.example/hook#x',
    'https://other.example/hook',
    'https://app.example.evil.org/hook',
    'https://app.example./hook',
    'https://аpp.example/hook',
    'https://xn--pp-6kc.example/hook',
    'https://app.example:8443/hook',
    'https://app.example/a b',
    'https:///app.example/hook',
    'https:////app.example/hook',
    'https://app.example/\r\nHost: x',
    `https://app.example/${'x'.repeat(2048)}`,
  ])('SUB-09 refuses the endpoint %j', (endpoint) => {
    expect(problems(subscription({}, { endpoint }))).toEqual(['422 business-rule channel.endpoint'])
  })

  it('SUB-09 takes http on this machine where the domain is on it, too, and nowhere else', () => {
    const owner = { clientId: 'a', webhookOrigins: ['http://127.0.0.1:9000', 'http://app.example'] }
    const endpoints = { loopbackAllowed: true, ownUrls: ['http://localhost:3000'], ownHooks: [] }
    const judged = (endpoint: string) => problems(subscription({}, { endpoint }), undefined, { owner, endpoints })
    expect(judged('http://127.0.0.1:9000/hook')).toEqual([])
    expect(judged('http://app.example/hook')).toEqual(['422 business-rule channel.endpoint'])
  })

  it.each(['/fhir/Task', '/oauth2/token', '/admin', '/launch/hook/', '/launch/hook?x'])(
    'SUB-12 refuses %s of the domain itself, though its origin is registered',
    (path) => {
      const endpoint = `https://own.example${path}`
      expect(problems(subscription({}, { endpoint }))).toEqual(['422 business-rule channel.endpoint'])
    },
  )

  it('SUB-12 takes the hook of an app of the domain itself, for that app', () => {
    const endpoint = 'https://own.example/launch/hook'
    expect(problems(subscription({}, { endpoint }))).toEqual([])
    const other = { clientId: 'b', webhookOrigins: ['https://own.example'] }
    expect(problems(subscription({}, { endpoint }), undefined, { writer: 'b', owner: other })).toEqual([
      '422 business-rule channel.endpoint',
    ])
  })

  it('SUB-12 refuses another name of this machine with the port of the domain', () => {
    const owner = { clientId: 'a', webhookOrigins: ['http://127.0.0.1:3000'] }
    const endpoints = { loopbackAllowed: true, ownUrls: ['http://localhost:3000'], ownHooks: [] }
    expect(
      problems(subscription({}, { endpoint: 'http://127.0.0.1:3000/fhir/Task' }), undefined, { owner, endpoints }),
    ).toEqual(['422 business-rule channel.endpoint'])
  })

  it.each([
    'X: a\r\nHost: evil',
    'no colon',
    ': empty',
    'Sp ace: x',
    'X: caf\u00e9',
    'Host: x',
    'content-length: 1',
    'Transfer-Encoding: chunked',
    'Connection: close',
    'Cookie: a=b',
    'X-Slipway-Signature: x',
    'X-Request-Id: x',
    'X-Correlation-Id: x',
    'X-Trace-Id: x',
    'Forwarded: for=x',
    'X-Forwarded-For: x',
    `X: ${'x'.repeat(1024)}`,
  ])('SUB-13 refuses the header %j', (header) => {
    expect(problems(subscription({}, { header: ['Authorization: Bearer a', header] }))).toEqual([
      '422 value channel.header[1]',
    ])
  })

  it.each([
    ...[
      'Origin',
      'Referer',
      'X-Real-IP',
      'True-Client-IP',
      'CF-Connecting-IP',
      'X-HTTP-Method-Override',
      'X-Original-URL',
    ],
    ...[
      'Sec-Fetch-Site',
      'Sec-WebSocket-Key',
      'Proxy-Authenticate',
      'Accept-Encoding',
      'Range',
      'If-Match',
      'traceparent',
    ],
  ])('SUB-13 refuses to set %s, which a receiver or its proxy trusts about the sender', (name) => {
    expect(problems(subscription({}, { header: [`${name}: x`] }))).toEqual(['422 value channel.header[0]'])
  })

  it('SUB-13 takes ten headers, and no eleventh', () => {
    const headers = (count: number) => Array.from({ length: count }, (_, n) => `X-${n}: v`)
    expect(problems(subscription({}, { header: headers(10) }))).toEqual([])
    expect(problems(subscription({}, { header: headers(11) }))).toEqual(['422 value channel.header[10]'])
  })

  it('LIM-18 is one of at most 50 that are not off', () => {
    expect(problems(subscription(), undefined, { othersOn: 49 })).toEqual([])
    expect(problems(subscription(), undefined, { othersOn: 50 })).toEqual(['422 too-costly status'])
    expect(problems(subscription({ status: 'off' }), undefined, { othersOn: 50 })).toEqual([])
  })

  it('is refused with all of its problems at once', () => {
    const next = subscription({ status: 'error', criteria: 'Nope?' }, { type: 'email', endpoint: 'x', header: ['x'] })
    expect(problems(next)).toHaveLength(5)
  })
})

describe('a change of a Subscription', () => {
  it.each([
    ['active', 'off', []],
    ['error', 'requested', []],
    ['off', 'requested', []],
    ['active', 'requested', []],
    ['active', 'active', []],
    ['error', 'error', []],
    ['off', 'active', ['422 business-rule status']],
    ['error', 'active', ['422 business-rule status']],
    ['active', 'error', ['422 business-rule status']],
  ])('SUB-05 from %s to %s', (was, status, expected) => {
    expect(problems(subscription({ status }), subscription({ status: was }))).toEqual(expected)
  })

  it.each([
    [undefined, 'error'],
    ['off', 'active'],
    ['error', 'active'],
    ['active', 'error'],
  ])('SUB-05 from %s to %s is refused', (was, status) => {
    const before = was === undefined ? undefined : subscription({ status: was })
    const next = stored(subscription({ status }), before)
    expect([next['status'], problems(next, before)]).toEqual([status, ['422 business-rule status']])
  })

  it('SUB-29 of endpoint or criteria asks for a handshake again; of anything else it does not', () => {
    const before = subscription({ status: 'active' })
    expect(stored(subscription({ status: 'active', criteria: 'Task?status=ready' }), before)['status']).toBe(
      'requested',
    )
    expect(stored(subscription({ status: 'active' }, { endpoint: `${HOOK}0` }), before)['status']).toBe('requested')
    expect(stored(subscription({ status: 'active', reason: 'y' }, { header: ['X: y'] }), before)['status']).toBe(
      'active',
    )
  })

  it('can always switch it off, even when the app has lost its permissions', () => {
    const lost = { permissions: [], owner: { clientId: 'a', webhookOrigins: [] } }
    expect(problems(subscription({ status: 'off' }), subscription({ status: 'active' }), lost)).toEqual([])
    expect(problems(subscription({ status: 'requested' }), subscription({ status: 'off' }), lost)).toHaveLength(2)
  })

  it('ORI-13 by another app can only switch it off', () => {
    const by = { writer: 'console' }
    const before = subscription({ status: 'active' }, { header: ['Authorization: Bearer secret'] })
    const seen = JSON.parse(maskedFor(JSON.stringify(before), false)) as Json
    expect(problems({ ...seen, status: 'off' }, before, by)).toEqual([])
    for (const more of [{}, { criteria: 'Task?status=ready', status: 'off' }, { status: 'requested' }])
      expect(problems({ ...seen, ...more }, before, by)).toEqual(['403 forbidden Subscription'])
    expect(problems(subscription({ status: 'off' }, { endpoint: `${HOOK}0` }), before, by)).toEqual([
      '403 forbidden Subscription',
    ])
    expect(problems({ ...seen, status: 'requested' }, before, { ...by, owner: undefined })).toEqual([
      '403 forbidden Subscription',
    ])
  })
})

describe('the headers of a Subscription', () => {
  const TEXT =
    '{"resourceType":"Subscription","id":"s","channel":{"type":"rest-hook","header":["Authorization: Bearer \\u0061bc","X-Key:k","bare"]},"x":1.00}'

  it('SUB-14 are shown to the owner as they are stored, and to nobody else', () => {
    expect(maskedFor(TEXT, true)).toBe(TEXT)
    expect(maskedFor(TEXT, false)).toBe(
      '{"resourceType":"Subscription","id":"s","channel":{"type":"rest-hook","header":["Authorization: ***","X-Key: ***","***"]},"x":1.00}',
    )
  })

  it('SUB-14 are masked however their member is written', () => {
    const escaped = '{"resourceType":"Subscription","ch\\u0061nnel":{"he\\u0061der":["Authorization: Bearer abc"]}}'
    expect(maskedFor(escaped, false)).not.toContain('abc')
  })

  it('SUB-14 keep their stored values where a masked one comes back', () => {
    const before = subscription({}, { header: ['Authorization: Bearer a', 'X-Key: k'] })
    const sent = subscription({}, { header: ['x-key: ***', 'Authorization: ***', 'X-New: n'] })
    expect(stored(sent, before)['channel']).toMatchObject({
      header: ['X-Key: k', 'Authorization: Bearer a', 'X-New: n'],
    })
    expect(problems(sent, before)).toEqual([])
  })

  it('keep the text as it came where nothing is masked', () => {
    const text = '{"resourceType":"Subscription","status":"off","x":1.00,"channel":{"header":["A: \\u0062"]}}'
    expect(subscriptionToStore(text, JSON.parse(text) as Json, undefined)).toBe(text)
  })
})
