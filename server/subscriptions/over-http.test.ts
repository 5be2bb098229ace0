// Subscriptions as an app has them: written, read and notified over HTTP alone.
import { readFileSync } from 'node:fs'
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { registerApp, type TestApp } from '../testing/app.ts'
import { type Receiver, receiver, status } from './testing/receiver.ts'
import { type Subscribed, subscribed, subscriptionOf } from './testing/subscribed.ts'

type Json = Readonly<Record<string, unknown>>

const FHIR = 'http://localhost:3000/fhir/DEFAULT'

/** Requests of one app, each with a fresh token. */
const client =
  ({ fetch, bearer }: Subscribed, app: TestApp) =>
  async (
    method: string,
    path: string,
    body?: Json | readonly Json[],
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const type = Array.isArray(body) ? 'application/json-patch+json' : 'application/fhir+json'
    const scope = ['Task', 'Subscription', 'Patient'].map((name) => `system/${name}.cruds`).join(' ')
    const authorization = `Bearer ${await bearer(app, scope)}`
    return fetch(`${FHIR}/${path}`.replace(/\/$/, ''), {
      method,
      headers: { authorization, ...(body ? { 'content-type': type } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }

const jsonOf = async (response: Response) => (await response.json()) as Json

/** An app that writes Tasks of its own, and one that has all rights. */
async function connected(overrides: NonNullable<Parameters<typeof subscribed>[0]['overrides']> = {}) {
  const hook = await receiver()
  const endpoint = `${hook.origin}/hook`
  const domain = await subscribed({ endpoint, overrides })
  const permissions = ['Task', 'Subscription', 'Patient'].map((resourceType) => ({ resourceType, grantedBy: [] }))
  await domain.domain.registry.saveRole('watchers', [
    ...permissions.map((one) => ({ ...one, scope: 'own' as const, operations: 'cruds' })),
  ])
  await domain.domain.registry.saveRole('everything', [
    ...permissions.map((one) => ({ ...one, scope: 'all' as const, operations: 'cruds' })),
  ])
  const send = client(domain, domain.app)
  const admin = client(domain, await registerApp(domain.domain, 'over-all', 'everything'))
  const { extension: _, id: __, ...fresh } = subscriptionOf(endpoint)
  return { hook, endpoint, send, admin, fresh, ...domain }
}

const channelOf = (resource: Json) => resource['channel'] as Json

/** A Subscription that is active. */
async function active(more: Json = {}, channel: Json = {}) {
  const connection = await connected()
  const { send, fresh, settle } = connection
  const made = await send('POST', 'Subscription', { ...fresh, ...more, channel: { ...channelOf(fresh), ...channel } })
  expect(made.status).toBe(201)
  const { id } = await jsonOf(made)
  await settle()
  const path = `Subscription/${id}`
  const current = async () => jsonOf(await send('GET', path))
  /** Writes it with changes, from the current version. */
  const put = async (changes: Json, by = send) => {
    const before = await by('GET', path)
    const etag = before.headers.get('etag') ?? ''
    return by('PUT', path, { ...(await jsonOf(before)), ...changes }, { 'if-match': etag })
  }
  return { ...connection, path, current, put }
}

const task = (status = 'ready'): Json => ({
  resourceType: 'Task',
  status,
  intent: 'order',
})

const correlations = (hook: Receiver) => hook.arrived.map(({ headers }) => headers['x-correlation-id'])

describe('a Subscription over HTTP', () => {
  it('SUB-01 SUB-02 is created as requested, and active by itself', async () => {
    const { send, fresh, settle, hook } = await connected()
    const made = await send('POST', 'Subscription', { ...fresh, status: 'active' }, { 'x-request-id': 'the-create-1' })
    expect(made.status).toBe(201)
    const created = await jsonOf(made)
    expect(created).toMatchObject({ status: 'requested', meta: { versionId: '1' } })
    await settle()
    expect(correlations(hook)).toEqual(['the-create-1'])
    expect(hook.numbers()).toEqual([0])
    const read = await send('GET', `Subscription/${created['id']}`)
    expect([read.headers.get('etag'), (await jsonOf(read))['status']]).toEqual(['W/"2"', 'active'])
  })

  it('SUB-06 SUB-09 SUB-13 is refused with all its problems, and no receiver is called', async () => {
    const { send, fresh, settle, hook } = await connected()
    const channel = { type: 'rest-hook', endpoint: 'https://other.example/hook', header: ['Host: other.example'] }
    const refused = await send('POST', 'Subscription', { ...fresh, channel })
    const { issue } = (await refused.json()) as {
      readonly issue: readonly { readonly expression: readonly string[] }[]
    }
    expect([refused.status, issue.flatMap(({ expression }) => expression)]).toEqual([
      422,
      ['Subscription.channel.header[0]', 'Subscription.channel.endpoint'],
    ])
    await settle()
    expect(hook.arrived).toEqual([])
  })

  it('SUB-05 is switched off and requested again by its app, which cannot set active or error', async () => {
    const { put, current, settle, hook } = await active()
    expect((await put({ status: 'off' })).status).toBe(200)
    await settle()
    expect((await put({ status: 'active' })).status).toBe(422)
    expect((await put({ status: 'error' })).status).toBe(422)
    expect((await put({ status: 'requested' })).status).toBe(200)
    await settle()
    expect([(await current())['status'], hook.numbers()]).toEqual(['active', [0, 0]])
    expect((await put({ status: 'active' })).status).toBe(200)
    await settle()
    expect(hook.numbers()).toEqual([0, 0])
  })

  it('SUB-29 gets a new handshake when its criteria or its endpoint change', async () => {
    const { put, send, settle, hook, endpoint, current } = await active()
    expect(await jsonOf(await put({ criteria: 'Task?status=completed' }))).toMatchObject({ status: 'requested' })
    await settle()
    await put({ channel: { type: 'rest-hook', endpoint: `${endpoint}/2` } })
    await settle()
    await send('POST', 'Task', task('ready'))
    await send('POST', 'Task', task('completed'))
    await settle()
    expect(hook.arrived.map(({ path, number }) => [path, number])).toEqual([
      ['/hook', 0],
      ['/hook', 0],
      ['/hook/2', 0],
      ['/hook/2', 1],
    ])
    expect((await current())['status']).toBe('active')
  })

  it('SUB-04 has an error only from the server itself', async () => {
    const { send, put, admin, current, fresh } = await active()
    const before = await current()
    expect((await send('POST', 'Subscription', { ...fresh, error: 'mine' })).status).toBe(422)
    for (const status of ['active', 'requested', 'off'])
      expect([status, (await put({ status, error: 'mine' })).status]).toEqual([status, 422])
    expect((await put({ status: 'off', error: 'mine' }, admin)).status).toBe(403)
    expect(await current()).toEqual(before)
  })

  it('SUB-14 shows the values of its headers to its app alone, which can write them back masked', async () => {
    const header = ['Authorization: Bearer secret', 'X-Key: secret']
    const { path, send, admin, put, settle, hook, current } = await active({}, { header })
    expect(await current()).toMatchObject({ channel: { header } })
    for (const shown of [path, `${path}/_history/1`, `${path}/_history`, 'Subscription', 'Subscription/_history']) {
      const text = await (await admin('GET', shown)).text()
      expect(text, shown).toContain('Authorization: ***')
      expect(text, shown).not.toContain('secret')
      expect(await (await send('GET', shown)).text(), shown).toContain('Bearer secret')
    }
    const written = await put({
      channel: { ...channelOf(await current()), header: ['Authorization: ***', 'X-Key: new'] },
    })
    expect(written.status).toBe(200)
    expect(await current()).toMatchObject({ channel: { header: ['Authorization: Bearer secret', 'X-Key: new'] } })
    await send('POST', 'Task', task())
    await settle()
    expect(hook.arrived.at(-1)?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-key': 'new' })
  })

  it('ORI-13 of an app can be switched off by another app that may write all, but not sent to another endpoint', async () => {
    const header = ['Authorization: Bearer secret']
    const { put, admin, current, endpoint } = await active({}, { header })
    expect((await put({ channel: { type: 'rest-hook', endpoint: `${endpoint}/2` } }, admin)).status).toBe(403)
    expect((await put({ criteria: 'Task?status=ready' }, admin)).status).toBe(403)
    const off = await put({ status: 'off' }, admin)
    expect([off.status, await off.text()]).toEqual([200, expect.not.stringContaining('secret')])
    expect(await current()).toMatchObject({ status: 'off', channel: { header, endpoint } })
  })

  it('SUB-14 tells no other app whether a value that it guesses is that of a header', async () => {
    const header = ['Authorization: Bearer secret']
    const { path, admin, current } = await active({}, { header })
    const before = await current()
    const ifMatch = { 'if-match': `W/"${(before['meta'] as Json)['versionId']}"` }
    const shown = await jsonOf(await admin('GET', path))
    const answers: unknown[] = []
    for (const guess of ['Authorization: Bearer secret', 'Authorization: Bearer other']) {
      const sent = { ...shown, status: 'off', channel: { ...channelOf(shown), header: [guess] } }
      const test = { op: 'test', path: '/channel/header/0', value: guess }
      const refusals = [
        await admin('PATCH', path, [test], ifMatch),
        await admin('PATCH', path, [test, { op: 'replace', path: '/status', value: 'off' }], ifMatch),
        await admin('PATCH', path, [{ ...test, op: 'replace' }], ifMatch),
        await admin('PUT', path, sent, ifMatch),
        await admin('PUT', path, { ...sent, status: 'active' }, ifMatch),
        await admin('POST', `${path}/$validate`, sent),
      ]
      const told = refusals.map(async (one) => [one.status, (await one.text()).replace(/ \(trace [^)]*\)/, '')])
      answers.push(await Promise.all(told))
    }
    expect(answers[0]).toEqual(answers[1])
    expect((answers[0] as readonly [number][]).map(([code]) => code)).toEqual([422, 422, 403, 403, 403, 200])
    expect(await current()).toEqual(before)
    const test = { op: 'test', path: '/channel/header/0', value: 'Authorization: ***' }
    const off = [test, { op: 'replace', path: '/status', value: 'off' }]
    expect((await admin('PATCH', path, off, ifMatch)).status).toBe(200)
    expect(await current()).toMatchObject({ status: 'off', channel: { header } })
  })

  it('SUB-08 cannot have criteria on what its app may not read', async () => {
    const { send, fresh, settle, hook } = await connected()
    expect((await send('POST', 'Subscription', { ...fresh, criteria: 'AuditEvent?' })).status).toBe(403)
    expect((await send('POST', 'Subscription', { ...fresh, criteria: 'Practitioner?' })).status).toBe(403)
    await settle()
    expect(hook.arrived).toEqual([])
  })
})

describe('an event of a write over HTTP', () => {
  it('SUB-15 SUB-17 is made by each way to write a match, with the ids of its request', async () => {
    const { send, settle, hook } = await active({ criteria: 'Task?status=ready,in-progress' })
    const ids = (name: string) => ({ 'x-request-id': name, 'x-trace-id': `${name}-trace` })
    const made = await jsonOf(await send('POST', 'Task', task(), ids('create-one')))
    const path = `Task/${made['id']}`
    const replace = (value: string) => [{ op: 'replace', path: '/status', value }]
    await send('PUT', path, { ...made, status: 'in-progress' }, { 'if-match': 'W/"1"', ...ids('update-one') })
    await send('PATCH', path, replace('ready'), { 'if-match': 'W/"2"', ...ids('patch-one') })
    await send('DELETE', path, undefined, ids('delete-one'))
    await send('PUT', path, made, { 'if-match': 'W/"4"', ...ids('revive-one') })
    const identifier = [{ system: 'urn:s', value: 'new' }]
    const conditional = { 'if-none-exist': 'identifier=urn:s|new', ...ids('conditional') }
    await send('POST', 'Task', { ...task(), identifier }, conditional)
    await send('POST', 'Task', { ...task(), identifier }, conditional) // Is there already.
    const entry = { resource: task(), request: { method: 'POST', url: 'Task' } }
    for (const type of ['transaction', 'batch'])
      await send('POST', '', { resourceType: 'Bundle', type, entry: [entry, entry] }, ids(`by-${type}`))
    await settle()
    const events = hook.arrived.slice(1)
    expect(events.map(({ headers }) => headers['x-correlation-id'])).toEqual([
      ...['create-one', 'update-one', 'patch-one', 'revive-one', 'conditional'],
      ...['by-transaction', 'by-transaction', 'by-batch', 'by-batch'],
    ])
    expect(events[0]?.headers['x-trace-id']).toBe('create-one-trace')
  })

  it('SUB-17 carries the ids that the answer gave where the request had none', async () => {
    const { send, settle, hook } = await active()
    const answer = await send('POST', 'Task', task())
    await settle()
    const [, event] = hook.arrived
    expect(event?.headers['x-trace-id']).toBe(answer.headers.get('x-trace-id'))
    expect(event?.headers['x-correlation-id']).toBe(answer.headers.get('x-request-id'))
    expect(event?.headers['x-trace-id']).toMatch(/\S/)
  })

  it('SUB-19 is not made by a deletion, nor by a write that changes nothing, is refused or is rolled back', async () => {
    const { send, settle, hook } = await active()
    const made = await jsonOf(await send('POST', 'Task', task()))
    await settle()
    const path = `Task/${made['id']}`
    await send('PUT', path, made, { 'if-match': 'W/"1"' })
    await send('PUT', path, { ...made, status: 'nonsense' }, { 'if-match': 'W/"1"' })
    await send('PUT', path, { ...made, status: 'completed' }, { 'if-match': 'W/"7"' })
    const bundle = [
      { resource: task(), request: { method: 'POST', url: 'Task' } },
      { resource: task('nonsense'), request: { method: 'POST', url: 'Task' } },
    ]
    expect((await send('POST', '', { resourceType: 'Bundle', type: 'transaction', entry: bundle })).status).toBe(400)
    await send('DELETE', path)
    await settle()
    expect(hook.numbers()).toEqual([0, 1])
  })

  it('SUB-21 is not sent for a resource of another app’s own', async () => {
    const { admin, send, settle, hook } = await active()
    expect((await admin('POST', 'Task', task())).status).toBe(201)
    await send('POST', 'Task', task())
    await settle()
    expect(hook.numbers()).toEqual([0, 1])
  })

  it('SUB-30 is not sent after the Subscription was deleted, and its numbers go on when it is brought back', async () => {
    const { send, settle, hook, path, current, advance } = await active()
    const text = await current()
    hook.answer = status(500)
    await send('POST', 'Task', task())
    await settle()
    hook.answer = status(200)
    expect((await send('DELETE', path)).status).toBe(204)
    advance(3_600_000)
    await settle()
    expect(hook.numbers()).toEqual([0, 1])
    const back = await send('PUT', path, { ...text, status: 'requested' }, { 'if-match': 'W/"3"' })
    expect(back.status).toBe(201)
    await settle()
    await send('POST', 'Task', task())
    await settle()
    expect(hook.numbers()).toEqual([0, 1, 0, 2])
  })

  it('LIM-18 an app has 50 Subscriptions that are not off, also when many are created at once', async () => {
    const { send, fresh, write, endpoint } = await connected()
    for (let n = 0; n < 48; n += 1) await write(subscriptionOf(endpoint, { id: `s-${n}` }))
    const entry = { resource: fresh, request: { method: 'POST', url: 'Subscription' } }
    const three = { resourceType: 'Bundle', type: 'transaction', entry: [entry, entry, entry] }
    expect((await send('POST', '', three)).status).toBe(422)
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('POST', 'Subscription', fresh)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422, 422, 422])
    expect((await send('POST', 'Subscription', { ...fresh, status: 'off' })).status).toBe(201)
  })
})

describe('a transaction of Subscriptions', () => {
  it('LIM-14 is run no more often for many of them than for one', async () => {
    let transactions = 0
    const counting = (storage: Storage): Storage => ({
      ...storage,
      resources: {
        ...storage.resources,
        transact: (work) => {
          transactions += 1
          return storage.resources.transact(work)
        },
        transactInSteps: (work) => {
          transactions += 1
          return storage.resources.transactInSteps(work)
        },
      },
    })
    const { send, fresh, endpoint } = await connected({ around: counting })
    const entry = (n: number, more: Json = {}) => ({
      resource: { ...fresh, channel: { ...channelOf(fresh), endpoint: `${endpoint}/${n}` }, ...more },
      request: { method: 'POST', url: 'Subscription' },
    })
    const sent = async (entries: readonly Json[]) => {
      transactions = 0
      const answer = await send('POST', '', { resourceType: 'Bundle', type: 'transaction', entry: entries })
      return { status: answer.status, transactions }
    }
    const one = await sent([entry(0)])
    const many = [...Array(40).keys()].map((n) => entry(n, n % 2 === 0 ? { status: 'off' } : {}))
    expect(await sent(many)).toEqual({ status: 200, transactions: one.transactions })
  })
})

describe('the guide to being notified', () => {
  const guide = readFileSync('docs/how-to/get-notified.md', 'utf8')
  const [, written = ''] = /```json\n([\s\S]*?)```/.exec(guide) ?? []
  const [, receiving = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? []

  it('has a Subscription that is accepted, and code that accepts its notifications and nothing else', async () => {
    const { hook, endpoint, send, settle, fetch, now } = await connected()
    const asked = JSON.parse(written.replace('https://app.example.org/notified', endpoint)) as Json
    expect((await send('POST', 'Subscription', asked)).status).toBe(201)
    await settle()
    await send('POST', 'Task', { resourceType: 'Task', status: 'ready', intent: 'order' })
    await settle()
    const [, event] = hook.arrived
    expect(event?.headers).toMatchObject({ authorization: 'Bearer a-secret-of-yours', 'x-slipway-event-number': '1' })
    const jwks = createLocalJWKSet((await (await fetch('/oauth2/jwks')).json()) as JSONWebKeySet)
    const code = receiving
      .replace(/^import .*$/m, '')
      .replaceAll('https://app.example.org/notified', endpoint)
      .replaceAll('https://launch.example.org', 'http://localhost:3000')
    const asserting = new Function('createRemoteJWKSet', 'jwtVerify', `${code}\nreturn assertFromSlipway`)(
      () => jwks,
      (token: string, keys: typeof jwks, options: JWTVerifyOptions) =>
        jwtVerify(token, keys, { ...options, currentDate: new Date(now()) }),
    ) as (headers: Readonly<Record<string, unknown>>) => Promise<JWTPayload>
    const payload = await asserting(event?.headers ?? {})
    expect(payload).toMatchObject({ event: event?.headers['x-slipway-event-id'], n: 1 })
    const token = String(event?.headers['x-slipway-signature'])
    await expect(asserting({ 'x-slipway-signature': `${token.slice(0, -8)}AAAAAAAA` })).rejects.toThrow()
  })
})
