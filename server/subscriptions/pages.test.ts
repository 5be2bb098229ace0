import { describe, expect, it } from 'vitest'
import type { SubscriptionDetail, SubscriptionList } from '#lib/api/subscriptions.ts'
import { eventsOf, nameOf } from '../testing/audit.ts'
import { receiver, status } from './testing/receiver.ts'
import { OWNER, subscribed } from './testing/subscribed.ts'

const SITE = 'http://localhost:3000'
const ADMIN = 'beheer@demo.test'
const DEVELOPER = 'marijke@demo.test'

/** A Subscription with secrets, whose receiver has accepted one event and then failed; and who looks at it. */
async function looked() {
  let username: string | undefined = ADMIN
  const viewer = async () => (username === undefined ? undefined : { username, name: undefined })
  const hook = await receiver()
  const domain = await subscribed({ endpoint: `${hook.origin}/hook?key=secret`, overrides: { viewer } })
  await domain.subscribe({}, { header: ['Authorization: Bearer secret'] })
  await domain.settle()
  await domain.task('one')
  await domain.settle()
  hook.answer = status(500, { 'x-why': 'secret' })
  await domain.task('two')
  await domain.task('three')
  await domain.settle()
  const asked = (path: string, method = 'GET', headers: Readonly<Record<string, string>> = { origin: SITE }) =>
    domain.fetch(`${SITE}/subscriptions/api${path}`, { method, headers })
  return {
    ...domain,
    hook,
    asked,
    detail: async () => (await (await asked('/sub')).json()) as SubscriptionDetail,
    listed: async () => ((await (await asked('')).json()) as SubscriptionList).items.map(({ id }) => id),
    as: (name: string | undefined) => {
      username = name
    },
  }
}

/** Without those of the connection. */
const forDisplay = ({ host: _, connection: __, ...headers }: Readonly<Record<string, string | undefined>>) => headers

describe('/subscriptions/api', () => {
  it('SUB-33 shows what people call the app, beside its client_id', async () => {
    const { asked, domain } = await looked()
    const client = await domain.registry.find(OWNER)
    if (client) await domain.registry.saveClient({ ...client, name: 'The watcher' })
    const { items } = (await (await asked('')).json()) as SubscriptionList
    expect(items.find(({ id }) => id === 'sub')).toMatchObject({ app: OWNER, appName: 'The watcher' })
  })

  it('SUB-33 says whether one has an app that could have one', async () => {
    const { asked, as } = await looked()
    const hasApps = async () => ((await (await asked('')).json()) as SubscriptionList).hasApps
    expect(await hasApps(), 'an administrator').toBe(true)
    as('daan@demo.test')
    expect(await hasApps(), 'a practitioner').toBe(false)
  })

  it('SUB-33 shows the progress of a Subscription, event by event and attempt by attempt', async () => {
    const { detail, hook, now } = await looked()
    const shown = await detail()
    expect(shown).toMatchObject({
      ...{ id: 'sub', app: OWNER, status: 'active', criteria: 'Task?', endpoint: `${hook.origin}/hook` },
      ...{ lastSuccess: new Date(now()).toISOString(), number: 3, waiting: 2, attempts: 1 },
      lastFailure: { kind: 'http-500', at: new Date(now()).toISOString() },
      error: null,
    })
    expect(Date.parse(shown.nextTry ?? '') - now()).toBeGreaterThan(0)
    expect(shown.events.map(({ number, waiting }) => [number, waiting])).toEqual([
      [3, true],
      [2, true],
      [1, false],
    ])
    expect(shown.tries.map(({ first, number, attempt, outcome }) => [first, number, attempt, outcome])).toEqual([
      [2, 2, 1, 'http-500'],
      [1, 1, 1, 'delivered'],
      [0, 0, 1, 'delivered'],
    ])
    expect(shown.tries.map(({ requestId }) => requestId).reverse()).toEqual(
      hook.arrived.map(({ headers }) => headers['x-request-id']),
    )
  })

  it('SUB-14 SUB-33 shows the headers of a try as they were sent, without what may be a secret', async () => {
    const { detail, hook } = await looked()
    const [, shown] = (await detail()).tries
    const sent = hook.arrived[1]?.headers ?? {}
    const masked = Object.fromEntries(shown?.headers.map(({ name, value }) => [name.toLowerCase(), value]) ?? [])
    expect(masked).toEqual({ ...forDisplay(sent), authorization: '***', 'x-slipway-signature': '***' })
  })

  it('SUB-14 SUB-33 shows no secret', async () => {
    const { asked } = await looked()
    for (const path of ['', '/sub']) expect(await (await asked(path)).text()).not.toContain('secret')
  })

  it('SUB-33 sends waiting events at once', async () => {
    const { asked, hook, settle } = await looked()
    hook.answer = status(200)
    await settle()
    expect(hook.numbers()).toEqual([0, 1, 2])
    expect((await asked('/sub/send', 'POST')).status).toBe(200)
    await settle()
    expect(hook.numbers()).toEqual([0, 1, 2, 2, 3])
    expect((await asked('/sub/send', 'POST')).status).toBe(409)
  })

  it('SUB-33 switches it off, which is in the audit log, and waiting events are dropped', async () => {
    const { asked, hook, settle, detail, domain, advance } = await looked()
    expect((await asked('/sub/stop', 'POST')).status).toBe(200)
    hook.answer = status(200)
    advance(3_600_000)
    await settle()
    expect(hook.numbers()).toEqual([0, 1, 2])
    expect(await detail()).toMatchObject({ status: 'off', waiting: 0, nextTry: null })
    expect((await asked('/sub/stop', 'POST')).status).toBe(200)
    const changes = (await eventsOf(domain)).filter((event) => nameOf(event) === 'change')
    expect(changes).toHaveLength(1)
    expect(changes[0]).toMatchObject({ entity: [{ what: { reference: 'Subscription/sub' } }] })
  })

  it('SUB-33 is for administrators, and for the developers of the app', async () => {
    const { asked, listed, domain, as } = await looked()
    expect(await listed()).toContain('sub')
    as(DEVELOPER)
    expect(await listed()).toEqual([])
    for (const [path, method] of [
      ['/sub', 'GET'],
      ['/sub/send', 'POST'],
      ['/sub/stop', 'POST'],
      ['/sub/delete', 'POST'],
    ] as const)
      expect((await asked(path, method)).status, path).toBe(404)
    await domain.developers.add(OWNER, DEVELOPER)
    expect(await listed()).toEqual(['sub'])
    expect((await asked('/sub/send', 'POST')).status).toBe(200)
    as(undefined)
    expect((await asked('')).status).toBe(401)
  })

  it('SUB-33 takes changes from its own pages only', async () => {
    const { asked, detail } = await looked()
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await asked('/sub/stop', 'POST', evil)).status).toBe(403)
    expect((await asked('/sub/send', 'POST', evil)).status).toBe(403)
    expect((await asked('/sub/delete', 'POST', evil)).status).toBe(403)
    expect((await detail()).status).toBe('active')
  })
})
