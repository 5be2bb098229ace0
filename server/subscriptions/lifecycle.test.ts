import { describe, expect, it } from 'vitest'
import { originOf } from '#lib/fhir/koppeltaal.ts'
import { isPrivateHost } from '#lib/http/private-host.ts'
import type { Storage } from '../storage/storage.ts'
import { keep, type Watched } from './active-subscriptions.ts'
import { createPace } from './rate-per-minute.ts'
import { type Answer, receiver, status } from './testing/receiver.ts'
import { OWNER, subscribed } from './testing/subscribed.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A running Subscription: its receiver has answered the handshake. */
async function running(env: Readonly<Record<string, string>> = {}) {
  const hook = await receiver()
  const domain = await subscribed({ endpoint: `${hook.origin}/hook`, env })
  await domain.subscribe()
  await domain.settle()
  /** Lets time pass in steps, and whatever is due be done after each. */
  const pass = async (...steps: readonly number[]) => {
    for (const ms of steps) {
      domain.advance(ms)
      await domain.settle()
    }
  }
  return { hook, pass, ...domain }
}

/** What a client writes who sets it going again. */
const again = async (
  { current, write }: Pick<Awaited<ReturnType<typeof running>>, 'current' | 'write'>,
  more: object = {},
) => write({ ...(await current()), status: 'requested', ...more })

describe('a handshake', () => {
  it.each<[string, Answer, string]>([
    ['is answered 500', status(500), 'http-500'],
    ['is answered by a redirect', status(301, { location: 'http://127.0.0.1/' }), 'http-301'],
    ['is cut off', (response) => response.destroy(), 'connection'],
  ])(
    'SUB-04 that %s is tried three times, and then the Subscription is in error and names the kind of failure',
    async (...row) => {
      const [, answer, kind] = row
      const hook = await receiver(answer)
      const { subscribe, settle, advance, current, task } = await subscribed({ endpoint: `${hook.origin}/hook` })
      await subscribe()
      await settle()
      const seen = [hook.arrived.length]
      for (const ms of [3_900, 2_200, 15_900, 8_200, HOUR]) {
        advance(ms)
        await settle()
        seen.push(hook.arrived.length)
      }
      expect(seen).toEqual([1, 1, 2, 2, 3, 3])
      expect(await current()).toMatchObject({ status: 'error', meta: { versionId: '2' } })
      expect((await current())['error']).toMatch(new RegExp(`^${kind}: `))
      hook.answer = status(200)
      await task('one')
      await settle()
      expect(hook.numbers()).toEqual([0, 0, 0])
    },
  )

  it('SUB-04 says nothing of what the receiver answered', async () => {
    const hook = await receiver((response) => response.writeHead(400, 'secret reason').end('secret body'))
    const { subscribe, settle, advance, current } = await subscribed({ endpoint: `${hook.origin}/hook` })
    await subscribe()
    for (const ms of [0, 7_000, 25_000]) {
      advance(ms)
      await settle()
    }
    expect((await current())['status']).toBe('error')
    expect(JSON.stringify(await current())).not.toContain('secret')
  })

  it('SUB-09 is not sent where the origin is registered no more', async () => {
    const hook = await receiver()
    const { subscribe, settle, advance, current, domain } = await subscribed({ endpoint: `${hook.origin}/hook` })
    const client = await domain.registry.find(OWNER)
    if (client) await domain.registry.saveClient({ ...client, redirectUris: ['https://elsewhere.example/callback'] })
    await subscribe()
    for (const ms of [0, 7_000, 25_000]) {
      advance(ms)
      await settle()
    }
    expect(hook.arrived).toEqual([])
    expect((await current())['error']).toMatch(/^address-refused/)
  })
})

describe('a registered origin', () => {
  it('SUB-09 is the origin of a registered address of the app, or an origin registered for notifications', async () => {
    const hook = await receiver()
    const { domain } = await subscribed({ endpoint: `${hook.origin}/hook` })
    const { rules } = domain.peers.subscriptions
    const originsOf = async () =>
      (await rules.context({ writer: OWNER, id: undefined, origin: undefined })).owner?.webhookOrigins
    expect(await originsOf()).toEqual([hook.origin, 'http://localhost:8080'])
    const client = await domain.registry.find(OWNER)
    if (client) await domain.registry.saveClient({ ...client, webhookOrigins: ['https://hooks.example'] })
    expect(await originsOf()).toEqual([hook.origin, 'http://localhost:8080', 'https://hooks.example'])
    await domain.registry.setClientStatus(OWNER, 'disabled')
    expect(await originsOf()).toBeUndefined()
  })
})

describe('a receiver whose name leads inside', () => {
  const [PUBLIC, INSIDE] = [[{ address: '127.0.0.1', family: 4 }], [{ address: '10.0.0.1', family: 4 }]] as const

  it('SUB-10 is refused when the Subscription is written', async () => {
    const names = { resolve: async () => INSIDE, isInside: isPrivateHost }
    const hook = await receiver()
    const { domain } = await subscribed({ endpoint: `${hook.origin}/hook`, overrides: { names } })
    expect(await domain.peers.subscriptions.rules.endpointProblem('https://hook.example/')).toMatchObject({
      ...{ status: 422, code: 'business-rule', expression: 'Subscription.channel.endpoint' },
    })
  })

  it('SUB-10 is not called when its name resolved to a public address at first, and to a private one at sending', async () => {
    const hook = await receiver()
    const { port } = new URL(hook.origin)
    let addresses: readonly { readonly address: string; readonly family: number }[] = PUBLIC
    const names = { resolve: async () => addresses, isInside: (address: string) => address.startsWith('10.') }
    const endpoint = `http://hook.localhost:${port}/hook`
    const { subscribe, task, settle, domain } = await subscribed({ endpoint, overrides: { names } })
    await subscribe()
    await settle()
    addresses = [...PUBLIC, ...INSIDE]
    await task('one')
    await settle()
    expect(hook.numbers()).toEqual([0])
    const [attempt] = await domain.storage.subscriptions.recentAttempts('sub', 1)
    expect(attempt).toMatchObject({ number: 1, outcome: 'address-refused' })
  })
})

describe('no event', () => {
  it('SUB-19 is made by a version that does not match, that matches no more, or by a deletion', async () => {
    const { hook, subscribe, task, settle, domain, now } = await running()
    await subscribe({ id: 'ready', criteria: 'Task?status=ready' })
    await settle()
    const ofReady = () =>
      hook.arrived.filter(({ headers }) => headers['x-slipway-subscription'] === 'Subscription/ready')
    await task('one', { status: 'draft' })
    await task('one', { status: 'ready' })
    await task('one', { status: 'completed' })
    await settle()
    expect(ofReady().map(({ number }) => number)).toEqual([0, 1])
    const before = hook.arrived.length
    await domain.resources.delete('Task', 'one', now())
    await settle()
    expect(hook.arrived).toHaveLength(before)
  })

  it('SUB-19 is made by writes without a request: import and seed', async () => {
    const { hook, settle, domain, now } = await running()
    const parsed = { resourceType: 'Task', id: 'imported', status: 'ready', extension: [originOf(OWNER)] }
    await domain.resources.write([{ type: 'Task', id: 'imported', text: JSON.stringify(parsed), parsed }], now())
    await settle()
    expect(hook.numbers()).toEqual([0])
  })

  it('SUB-19 is made by writes while the Subscription was requested or off', async () => {
    const hook = await receiver(status(500))
    const { subscribe, task, settle, write, current } = await subscribed({ endpoint: `${hook.origin}/hook` })
    await subscribe()
    await task('while-requested')
    await settle()
    hook.answer = status(200)
    await write({ ...(await current()), status: 'off' })
    await task('while-off')
    await write({ ...(await current()), status: 'requested' })
    await settle()
    await task('while-active')
    await settle()
    expect(hook.numbers()).toEqual([0, 0, 1])
  })

  it('SUB-19 is made by earlier writes: each version is compared with the criteria of its time', async () => {
    const { hook, task, settle, write, current } = await running()
    await task('before')
    await write({ ...(await current()), status: 'off' })
    await task('after')
    await settle()
    expect(hook.numbers()).toEqual([0])
    expect((await current())['status']).toBe('off')
  })
})

describe('what the owner may not read', () => {
  it('SUB-21 is not notified: a resource of another app, to an owner that may read its own only', async () => {
    const { hook, subscribe, write, settle } = await running()
    await subscribe({ id: 'patients', criteria: 'Patient?' })
    await settle()
    await write({ resourceType: 'Patient', id: 'of-another', extension: [originOf('other')] }, { requestId: 'other' })
    await write({ resourceType: 'Patient', id: 'of-nobody' }, { requestId: 'nobody' })
    await write({ resourceType: 'Patient', id: 'own', extension: [originOf(OWNER)] }, { requestId: 'own' })
    await settle()
    expect(hook.arrived.slice(2).map(({ headers }) => headers['x-correlation-id'])).toEqual(['own'])
  })

  it.each(['role', 'right to read', 'approval'])(
    'SUB-21 is not notified when the owner lost its %s while the event waited',
    async (lost) => {
      const { hook, task, settle, pass, domain, advance } = await running()
      hook.answer = status(500)
      await task('one')
      await settle()
      hook.answer = status(200)
      if (lost === 'approval') await domain.registry.setClientStatus(OWNER, 'disabled')
      else {
        const searching = { resourceType: 'Task', scope: 'all', operations: 's', grantedBy: [] } as const
        await domain.registry.saveRole('watchers', lost === 'role' ? [] : [searching])
      }
      await pass(2_000)
      await task('two')
      await settle()
      expect(hook.numbers()).toEqual([0, 1])
      // With its rights back it is told of what comes then, and not of what it could not read.
      if (lost === 'approval') await domain.registry.setClientStatus(OWNER, 'approved')
      else
        await domain.registry.saveRole('watchers', [
          { resourceType: 'Task', scope: 'all', operations: 'rs', grantedBy: [] },
        ])
      advance(10 * MINUTE)
      await task('three', {}, OWNER)
      await settle()
      expect(hook.numbers().at(-1)).toBe(2)
    },
  )

  it('SUB-21 is not notified for a Subscription without an origin', async () => {
    const hook = await receiver()
    const { write, task, settle } = await subscribed({ endpoint: `${hook.origin}/hook` })
    const channel = { type: 'rest-hook', endpoint: `${hook.origin}/hook` }
    await write({
      resourceType: 'Subscription',
      id: 'sub',
      status: 'requested',
      reason: 'x',
      criteria: 'Task?',
      channel,
    })
    await write({ resourceType: 'Subscription', id: 'two', status: 'active', reason: 'x', criteria: 'Task?', channel })
    await task('one')
    await settle()
    expect(hook.arrived).toEqual([])
  })
})

describe('an answer', () => {
  it('SUB-26 of 410 switches the Subscription off at once, and nothing more is sent', async () => {
    const { hook, task, pass, current } = await running()
    hook.answer = status(410)
    await task('one')
    await task('two')
    await pass(0, HOUR)
    expect(await current()).toMatchObject({ status: 'off', meta: { versionId: '3' } })
    expect(hook.numbers()).toEqual([0, 1])
  })

  it('SUB-26 with Retry-After delays the next attempt, by an hour at most', async () => {
    const { hook, task, pass } = await running()
    hook.answer = status(429, { 'retry-after': '60' })
    await task('one')
    await pass(0, 59_000)
    expect(hook.numbers()).toEqual([0, 1])
    hook.answer = status(503, { 'retry-after': '86400' })
    await pass(1_000, HOUR - 1)
    expect(hook.numbers()).toEqual([0, 1, 1])
    hook.answer = status(200)
    await pass(1)
    expect(hook.numbers()).toEqual([0, 1, 1, 1])
  })
})

describe('a Subscription that fails', () => {
  it('SUB-28 for the configured time goes off, its queue is dropped, and nothing more is sent', async () => {
    const { hook, task, pass, current } = await running({ SUBSCRIPTION_GIVE_UP_SECONDS: '600' })
    hook.answer = status(500)
    await task('one')
    await task('two')
    await pass(0, 2_000, 7_000, 40_000, 3 * MINUTE, 8 * MINUTE, HOUR)
    expect(await current()).toMatchObject({ status: 'off' })
    expect((await current())['error']).toMatch(/^http-500: failed since /)
    const sent = hook.arrived.length
    hook.answer = status(200)
    await task('three')
    await pass(0, HOUR)
    expect(hook.arrived).toHaveLength(sent)
  })

  it('SUB-28 is tried once more before it goes off when the server was stopped in the meantime', async () => {
    const { hook, task, pass, current, settle } = await running({ SUBSCRIPTION_GIVE_UP_SECONDS: '600' })
    hook.answer = status(500)
    await task('one')
    await settle()
    hook.answer = status(200)
    await pass(48 * HOUR)
    expect((await current())['status']).toBe('active')
    expect(hook.numbers()).toEqual([0, 1, 1])
  })

  it('SUB-28 with more than 10,000 waiting events is off', async () => {
    const { hook, task, pass, domain, now, current } = await running()
    hook.answer = status(500)
    await task('one')
    await pass(0)
    // As if 10,000 more had come meanwhile, and the process had been started again.
    await domain.peers.subscriptions.close()
    await domain.sql.rows('UPDATE subscription_state SET number = 10000')
    const existing = { directory: domain.config.dataDir, now: now() }
    const { settle } = await subscribed({ endpoint: `${hook.origin}/hook`, existing })
    await settle()
    expect((await current())['status']).toBe('active')
    await domain.sql.rows("UPDATE subscription_state SET number = 10001; UPDATE subscription_dispatch SET holder = ''")
    await settle()
    const other = await subscribed({ endpoint: `${hook.origin}/hook`, existing: { ...existing, now: now() + HOUR } })
    await other.settle()
    expect(await other.current()).toMatchObject({ status: 'off' })
    expect((await other.current())['error']).toMatch(/^http-500: more than 10000 events waited$/)
    expect(await other.domain.storage.subscriptions.recentEvents('sub', 1)).toEqual([])
  })

  it('SUB-29 and is requested again after an error sends its waiting events in order, after a handshake', async () => {
    const { hook, task, pass, settle, ...domain } = await running()
    hook.answer = status(500)
    await task('one')
    await pass(0, 2_000, 7_000)
    await task('two')
    await settle()
    expect((await domain.current())['status']).toBe('error')
    hook.answer = status(200)
    const before = hook.arrived.length
    await again(domain)
    await settle()
    expect(hook.numbers().slice(before)).toEqual([0, 1, 2])
    expect((await domain.current())['status']).toBe('active')
  })

  it('SUB-29 and is requested again after it was off sends no old events, and its event numbers continue', async () => {
    const { hook, task, pass, settle, ...domain } = await running()
    await task('one')
    await settle()
    hook.answer = status(410)
    await task('two')
    await settle()
    expect((await domain.current())['status']).toBe('off')
    hook.answer = status(200)
    const before = hook.arrived.length
    await again(domain)
    await settle()
    await task('three')
    await settle()
    expect(hook.numbers().slice(before)).toEqual([0, 3])
  })
})

describe('the end of a Subscription', () => {
  it.each([
    ['', (instant: string) => instant],
    [', a leap second', (instant: string) => instant.replace(/:\d\d\.\d+Z$/, ':60Z')],
  ])('SUB-30 comes when its end has passed%s', async (_, written) => {
    const { hook, task, pass, settle, write, current, now } = await running()
    await write({ ...(await current()), end: written(new Date(now() + MINUTE).toISOString()) })
    await task('one')
    await settle()
    await pass(2 * MINUTE)
    expect((await current())['status']).toBe('off')
    await task('two')
    await pass(0, HOUR)
    expect(hook.numbers()).toEqual([0, 1])
  })

  it('SUB-30 comes with its deletion, also where that happens while a notification is prepared', async () => {
    const hook = await receiver()
    const deleting = (storage: Storage): Storage => ({
      ...storage,
      // What is written down before it is sent is on the disk when this resolves.
      durable: async () => {
        if (hook.arrived.length > 0) await storage.resources.delete('Subscription', 'sub', Date.now())
        await storage.durable()
      },
    })
    const overrides = { around: deleting }
    const { subscribe, task, settle } = await subscribed({ endpoint: `${hook.origin}/hook`, overrides })
    await subscribe()
    await settle()
    await task('one')
    await settle()
    expect(hook.numbers()).toEqual([0])
  })

  it('LIM-10 removes a Subscription from the dispatcher, also at each start; its event numbers stay', async () => {
    const { task, settle, subscribe, write, current, domain, now } = await running()
    await subscribe({ id: 'other' })
    await settle()
    await task('one')
    await settle()
    const { load, state } = domain.storage.subscriptions
    const idsLoaded = async () => (await load()).map(({ id }) => id).sort()
    expect(await idsLoaded()).toEqual(['other', 'sub'])
    await write({ ...(await current()), status: 'off' })
    await domain.resources.delete('Subscription', 'other', now())
    await settle()
    expect(await idsLoaded()).toEqual([])
    for (const id of ['sub', 'other']) expect(await state(id)).toMatchObject({ phase: 'stopped', number: 1, done: 1 })
    const stopped = { state: await state('sub'), subscription: undefined, pace: createPace(1) } as Watched
    const watched = new Map([['sub', stopped]])
    keep(watched, stopped)
    expect(watched.size).toBe(0)
  })

  it('SUB-30 comes with its deletion, even when events wait', async () => {
    const { hook, task, pass, settle, domain, now } = await running()
    hook.answer = status(500)
    await task('one')
    await settle()
    hook.answer = status(200)
    await domain.resources.delete('Subscription', 'sub', now())
    await task('two')
    await pass(0, HOUR)
    expect(hook.numbers()).toEqual([0, 1])
  })
})

describe('a clock that is set back', () => {
  it('SUB-15 delays no event after a delivery', async () => {
    const { hook, task, pass } = await running()
    await task('one')
    await pass(0)
    await task('two')
    await pass(-2 * HOUR)
    expect(hook.numbers()).toEqual([0, 1, 2])
  })

  it('SUB-25 delays no retry for longer than it waits after a failure', async () => {
    const { hook, task, pass } = await running()
    hook.answer = status(500)
    await task('one')
    await pass(0)
    hook.answer = status(200)
    await pass(-2 * HOUR)
    expect(hook.numbers()).toEqual([0, 1, 1])
  })
})

describe('many events', () => {
  it('SUB-32 above the rate per minute are combined, and none of them is lost', async () => {
    const { hook, task, pass, settle } = await running()
    for (let n = 0; n < 200; n += 1) await task(`task-${n}`)
    await settle()
    const events = hook.arrived.filter(({ number }) => number > 0)
    expect(events).toHaveLength(60)
    expect(events.slice(0, 59).map(({ number }) => number)).toEqual(Array.from({ length: 59 }, (_, n) => n + 1))
    expect(events[59]).toMatchObject({ number: 200, headers: { 'x-slipway-event-first': '60' } })
    expect(events.slice(0, 59).every(({ headers }) => headers['x-slipway-event-first'] === undefined)).toBe(true)
    await task('201')
    await task('202')
    await settle()
    expect(hook.numbers().at(-1)).toBe(200)
    await pass(59_000)
    expect(hook.numbers().at(-1)).toBe(200)
    await pass(1_000)
    expect(hook.numbers().slice(-2)).toEqual([201, 202])
  })

  it('SUB-32 to a receiver that writes on each of them are bounded', async () => {
    const { hook, task, settle } = await running()
    let written = 0
    hook.answer = async (response) => {
      written += 1
      await task(`written-${written}`)
      response.writeHead(200).end()
    }
    await task('first')
    await settle()
    expect(written).toBe(60)
  })

  it('SUB-32 are not made by the notifications themselves, whose AuditEvents match no criteria', async () => {
    const { hook, subscribe, task, settle, domain } = await running()
    await domain.registry.saveRole('watchers', [
      { resourceType: 'Task', scope: 'all', operations: 'rs', grantedBy: [] },
      { resourceType: 'AuditEvent', scope: 'all', operations: 'rs', grantedBy: [] },
    ])
    await subscribe({ id: 'audit', criteria: 'AuditEvent?' })
    await settle()
    await task('one')
    await settle()
    await domain.audit.flush()
    await settle()
    expect(hook.numbers()).toEqual([0, 0, 1])
  })
})

describe('receivers that do not answer', () => {
  it('SUB-24 take at most 16 places, two per host, and half of these after a failure', async () => {
    let [open, most] = [0, 0]
    const held: (() => void)[] = []
    const hold: Answer = (response) => {
      open += 1
      most = Math.max(most, open)
      held.push(() => {
        open -= 1
        response.writeHead(500).end()
      })
    }
    const hooks = await Promise.all(Array.from({ length: 12 }, () => receiver(hold)))
    const [first] = hooks
    const { subscribe, settle, domain, advance } = await subscribed({ endpoint: `${first?.origin}/hook` })
    const client = await domain.registry.find(OWNER)
    if (client)
      await domain.registry.saveClient({ ...client, redirectUris: hooks.map(({ origin }) => `${origin}/callback`) })
    for (const [n, { origin }] of hooks.entries())
      for (const part of ['a', 'b', 'c']) await subscribe({ id: `sub-${n}-${part}` }, { endpoint: `${origin}/${part}` })
    const release = () => {
      for (const end of held.splice(0)) end()
    }
    const round = settle()
    await expect.poll(() => open).toBe(16)
    expect(hooks.map(({ mostOpen }) => mostOpen()).every((count) => count <= 2)).toBe(true)
    const releasing = setInterval(release, 5)
    await round
    expect(most).toBe(16)
    most = 0
    clearInterval(releasing)
    advance(7_000)
    const again = settle()
    await expect.poll(() => open).toBe(8)
    expect(most).toBe(8)
    const releasingAgain = setInterval(release, 5)
    await again
    clearInterval(releasingAgain)
    expect(hooks.map(({ mostOpen }) => mostOpen()).every((count) => count <= 2)).toBe(true)
  })

  it('SUB-24 that failed leave a place of their host to receivers that answer', async () => {
    const hook = await receiver()
    const { subscribe, settle, task, advance } = await subscribed({ endpoint: `${hook.origin}/hook` })
    for (const part of ['bad-1', 'bad-2', 'good']) await subscribe({ id: part }, { endpoint: `${hook.origin}/${part}` })
    await settle()
    hook.answer = (response, { path }) => response.writeHead(path === '/good' ? 200 : 500).end()
    await task('one')
    await settle()
    const held: (() => void)[] = []
    hook.answer = (response, { path }) => {
      if (path === '/good') response.end()
      else held.push(() => response.end())
    }
    advance(2_000)
    await task('two')
    const round = settle()
    await expect
      .poll(() => hook.arrived.filter(({ path }) => path === '/good').map(({ number }) => number))
      .toEqual([0, 1, 2])
    await expect.poll(() => held.length).toBe(1)
    const releasing = setInterval(() => held.splice(0).forEach((end) => void end()), 5)
    await round
    clearInterval(releasing)
  })

  it('SUB-24 take turns when there are more of them than places', async () => {
    const hook = await receiver()
    const { subscribe, settle, task, advance } = await subscribed({ endpoint: `${hook.origin}/hook` })
    const parts = ['a', 'b', 'c', 'd']
    for (const part of parts) await subscribe({ id: part }, { endpoint: `${hook.origin}/${part}` })
    await settle()
    hook.arrived.length = 0
    const held: (() => void)[] = []
    hook.answer = (response) => held.push(() => response.end())
    for (const id of ['one', 'two', 'three']) await task(id)
    const round = settle()
    const seen: string[] = []
    for (const turn of [1, 2, 3, 4]) {
      await expect.poll(() => held.length).toBe(2)
      seen.push(
        hook.arrived
          .slice(-2)
          .map(({ path }) => path)
          .sort()
          .join(' '),
      )
      advance(turn)
      for (const end of held.splice(0)) end()
    }
    expect(seen).toEqual(['/a /b', '/c /d', '/a /b', '/c /d'])
    const releasing = setInterval(() => held.splice(0).forEach((end) => void end()), 5)
    await round
    clearInterval(releasing)
  })
})
