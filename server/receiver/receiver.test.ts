import { describe, expect, it } from 'vitest'
import type { DemoReceiver } from '#lib/api/receiver.ts'
import type { SubscriptionDetail } from '#lib/api/subscriptions.ts'
import { openDomain } from '../domain/domain.ts'
import { signNotification } from '../subscriptions/signature.ts'
import { clientWriter, taskOf } from '../subscriptions/testing/subscribed.ts'
import { testDomain } from '../testing/domain.ts'

const SITE = 'http://localhost:3000'
const ADMIN = 'beheer@demo.test'
const DEVELOPER = 'marijke@demo.test'
const HOOK = `${SITE}/launch/hook`
const SUBSCRIPTION = 'sleep-diary-tasks'

/** A demo domain whose Subscription has had its handshake. */
async function demo() {
  let username: string | undefined = ADMIN
  const viewer = async () => (username === undefined ? undefined : { username, name: undefined })
  const test = await testDomain({}, { viewer })
  const settle = () => test.domain.peers.subscriptions.settle()
  const write = clientWriter(test.domain, test.now)
  await settle()
  const log = (init: RequestInit = {}) => test.fetch('/launch/api/hook', init)
  return {
    ...test,
    settle,
    task: (id: string) => write(taskOf(id), { requestId: `request-${id}`, traceId: `trace-${id}` }),
    log,
    shown: async () => (await (await log()).json()) as DemoReceiver,
    make: (broken: boolean) =>
      log({
        method: 'POST',
        headers: { origin: SITE, 'content-type': 'application/json' },
        body: JSON.stringify({ broken }),
      }),
    followed: async () => (await (await test.fetch(`/subscriptions/api/${SUBSCRIPTION}`)).json()) as SubscriptionDetail,
    as: (name: string | undefined) => {
      username = name
    },
  }
}

describe('the Subscription of the demo app', () => {
  it('SUB-12 SUB-33 is active after the start, and its notifications arrive with a valid signature', async () => {
    const { shown, followed, task, settle } = await demo()
    expect(await followed()).toMatchObject({ status: 'active', app: 'demo-app', endpoint: HOOK })
    await task('one')
    await settle()
    const { items, refused } = await shown()
    expect(items).toMatchObject([
      { subscription: `Subscription/${SUBSCRIPTION}`, number: 1, correlationId: 'request-one', traceId: 'trace-one' },
      { subscription: `Subscription/${SUBSCRIPTION}`, number: 0, status: 204 },
    ])
    expect(refused).toBeNull()
    const { tries } = await followed()
    expect(tries.map(({ requestId }) => requestId)).toEqual(items.map(({ requestId }) => requestId))
  })

  it('is made once: a restart neither changes it nor brings it back after a deletion', async () => {
    const { domain, now } = await demo()
    const version = () => domain.resources.readCurrent('Subscription', SUBSCRIPTION)
    expect(await version()).toMatchObject({ versionId: 2, origin: 'demo-app' })
    await (await openDomain(domain.config, { clock: now })).close()
    expect(await version()).toMatchObject({ versionId: 2 })
    await domain.resources.delete('Subscription', SUBSCRIPTION, now())
    await (await openDomain(domain.config, { clock: now })).close()
    expect(await version()).toMatchObject({ deleted: true })
  })

  it('has the new address after PUBLIC_URL changed', async () => {
    const { domain } = await testDomain({ PUBLIC_URL: 'http://localhost:3999' })
    const stored = JSON.parse((await domain.resources.readCurrent('Subscription', SUBSCRIPTION))?.body ?? '{}')
    expect(stored.channel.endpoint).toBe('http://localhost:3999/launch/hook')
  })
})

describe('the receiver of the demo app', () => {
  it('answers 500 for a minute when it is set to broken, and receives the same notification again until it accepts it', async () => {
    const { shown, followed, make, task, settle, advance } = await demo()
    expect((await make(true)).status).toBe(200)
    await task('one')
    await settle()
    expect(await followed()).toMatchObject({ waiting: 1, lastFailure: { kind: 'http-500' } })
    for (const _ of [1, 2]) {
      advance(20_000)
      await settle()
    }
    expect(await followed()).toMatchObject({ status: 'error', error: expect.stringContaining('http-500') })
    advance(50_000)
    await settle()
    expect(await followed()).toMatchObject({ status: 'active', waiting: 0, error: null })
    const { items, brokenUntil } = await shown()
    expect(brokenUntil).toBeNull()
    expect(items.map(({ number, attempt, status }) => [number, attempt, status])).toEqual([
      [1, 4, 204],
      [1, 3, 500],
      [1, 2, 500],
      [1, 1, 500],
      [0, 1, 204],
    ])
    expect(new Set(items.slice(0, 4).map(({ eventId }) => eventId)).size).toBe(1)
  })

  it('can be set to working again before the minute is over', async () => {
    const { shown, make, advance } = await demo()
    expect(await (await make(true)).json()).toMatchObject({ brokenUntil: expect.any(String) })
    await make(false)
    expect((await shown()).brokenUntil).toBeNull()
    await make(true)
    advance(-60_000)
    expect((await shown()).brokenUntil, 'the clock was set back').toBeNull()
  })

  it('SUB-18 refuses a notification not signed for it, or with other headers than those signed', async () => {
    const { fetch, shown, domain, followed, now } = await demo()
    const { keys } = domain
    const post = (headers: Readonly<Record<string, string>>) => fetch('/launch/hook', { method: 'POST', headers })
    expect((await post({})).status).toBe(401)
    expect((await post({ 'x-slipway-signature': 'a.b.c' })).status).toBe(401)
    const { tries } = await followed()
    const signed = {
      ...{ issuer: SITE, endpoint: HOOK, subscriptionId: SUBSCRIPTION, requestId: 'r', eventId: 'e', number: 7 },
      now: now(),
    }
    const headers = {
      ...{ 'x-slipway-subscription': `Subscription/${SUBSCRIPTION}`, 'x-slipway-event-id': 'e' },
      ...{ 'x-slipway-event-number': '7', 'x-request-id': 'r', 'x-slipway-attempt': '1' },
    }
    const signature = await signNotification(keys.ring('oauth'), signed)
    const elsewhere = await signNotification(keys.ring('oauth'), { ...signed, endpoint: `${HOOK}/other` })
    const byAnother = await signNotification(keys.ring('portal'), signed)
    const old = await signNotification(keys.ring('oauth'), { ...signed, now: now() - 301_000 })
    for (const other of [elsewhere, byAnother, old])
      expect((await post({ ...headers, 'x-slipway-signature': other })).status).toBe(401)
    for (const name of Object.keys(headers).filter((one) => one !== 'x-slipway-attempt'))
      expect((await post({ ...headers, 'x-slipway-signature': signature, [name]: 'other' })).status, name).toBe(401)
    expect(await shown()).toMatchObject({ items: [{ number: 0 }], refused: { count: 9 } })
    expect((await post({ ...headers, 'x-slipway-signature': signature })).status).toBe(204)
    expect((await shown()).items).toMatchObject([{ number: 7 }, { requestId: tries[0]?.requestId }])
  })

  it('is shown to administrators and developers of the demo app, and changed from its own page only', async () => {
    const { log, make, as, domain } = await demo()
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
    expect((await log({ method: 'POST', headers: evil, body: '{"broken":true}' })).status).toBe(403)
    as(DEVELOPER)
    expect([(await log()).status, (await make(true)).status]).toEqual([403, 403])
    await domain.developers.add('demo-app', DEVELOPER)
    expect([(await log()).status, (await make(false)).status]).toEqual([200, 200])
    as(undefined)
    expect([(await log()).status, (await make(true)).status]).toEqual([401, 401])
  })

  it('does not exist outside of a demo', async () => {
    const { fetch } = await testDomain({ DEMO: 'false' })
    expect((await fetch('/launch/hook', { method: 'POST' })).status).toBe(404)
    expect((await fetch('/launch/api/hook')).status).toBe(404)
  })
})
