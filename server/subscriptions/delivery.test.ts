import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { VERSION } from '../config/version.ts'
import { receiver, status } from './testing/receiver.ts'
import { subscribed } from './testing/subscribed.ts'

/** A running Subscription: its receiver has answered the handshake. */
async function running(more: Parameters<typeof subscribed>[0]['env'] = {}) {
  const hook = await receiver()
  const domain = await subscribed({ endpoint: `${hook.origin}/hook?key=a%20b&x`, env: more })
  await domain.subscribe()
  await domain.settle()
  return { hook, ...domain }
}

describe('a Subscription that is written', () => {
  it('SUB-01 SUB-03 gets a handshake with event number 0, and is active when the receiver answers', async () => {
    const { hook, current } = await running()
    expect(hook.arrived).toHaveLength(1)
    expect(hook.arrived[0]).toMatchObject({ method: 'POST', path: '/hook?key=a%20b&x', body: '', number: 0 })
    expect(hook.arrived[0]?.headers).toMatchObject({ 'content-length': '0', 'x-slipway-attempt': '1' })
    expect(await current()).toMatchObject({ status: 'active', meta: { versionId: '2' }, reason: 'To follow tasks' })
  })

  it('SUB-02 SUB-19 that is off gets no handshake, and no event', async () => {
    const hook = await receiver()
    const { subscribe, task, settle } = await subscribed({ endpoint: `${hook.origin}/hook` })
    await subscribe({ status: 'off' })
    await task('one')
    await settle()
    expect(hook.arrived).toEqual([])
  })
})

describe('an event', () => {
  it('SUB-15 SUB-16 is a POST without a body that says nothing of what was written', async () => {
    const { hook, task, settle } = await running()
    await task('secret-id', { description: 'secret text' })
    await settle()
    const [, event] = hook.arrived
    expect(event).toMatchObject({ method: 'POST', path: '/hook?key=a%20b&x', body: '' })
    expect(event?.headers).toMatchObject({
      'content-length': '0',
      'content-type': 'application/fhir+json; fhirVersion=4.0; charset=utf-8',
      'user-agent': `Slipway/${VERSION}`,
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-slipway-subscription': 'Subscription/sub',
      'x-slipway-event-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-slipway-event-number': '1',
      'x-slipway-attempt': '1',
    })
    expect(JSON.stringify(event)).not.toMatch(/secret|Task/)
  })

  it('SUB-17 carries the ids of the request that wrote the version', async () => {
    const { hook, write, settle } = await running()
    await write(
      { resourceType: 'Task', id: 'a', status: 'ready' },
      { requestId: 'r1', traceId: 't1', correlationId: 'c1' },
    )
    await settle()
    expect(hook.arrived[1]?.headers).toMatchObject({ 'x-correlation-id': 'r1', 'x-trace-id': 't1' })
    expect(hook.arrived[1]?.headers['x-request-id']).not.toBe('r1')
  })

  it('SUB-18 is signed with a key of the domain, for its endpoint, event and time', async () => {
    const { hook, task, settle, fetch, domain, now } = await running()
    await task('one')
    await settle()
    const { headers } = hook.arrived[1] ?? { headers: {} as Readonly<Record<string, string>> }
    const jwks = await (await fetch('/oauth2/jwks')).json()
    const { payload, protectedHeader } = await jwtVerify(
      String(headers['x-slipway-signature']),
      createLocalJWKSet(jwks),
      {
        typ: 'slipway-notification+jwt',
        algorithms: ['RS256'],
        issuer: domain.config.authUrl,
        audience: `${hook.origin}/hook?key=a%20b&x`,
        currentDate: new Date(now()),
      },
    )
    expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'slipway-notification+jwt' })
    expect(payload).toMatchObject({
      sub: 'Subscription/sub',
      jti: headers['x-request-id'],
      event: headers['x-slipway-event-id'],
      n: 1,
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
  })

  it('SUB-13 has the headers of the channel, exactly', async () => {
    const hook = await receiver()
    const { subscribe, settle } = await subscribed({ endpoint: `${hook.origin}/hook` })
    await subscribe({}, { header: ['Authorization: Bearer abc==', 'X-Own:  two  words'] })
    await settle()
    const { raw = [] } = hook.arrived[0] ?? {}
    expect(raw[raw.indexOf('Authorization') + 1]).toBe('Bearer abc==')
    expect(raw[raw.indexOf('X-Own') + 1]).toBe('two  words')
  })

  it('SUB-23 comes once for each version, in their order, one at a time', async () => {
    const { hook, task, settle } = await running({ SUBSCRIPTION_EVENTS_PER_MINUTE: '1000' })
    for (let n = 0; n < 50; n += 1) await task(`task-${n}`)
    await settle()
    expect(hook.numbers()).toEqual(Array.from({ length: 51 }, (_, n) => n))
    expect(hook.mostOpen()).toBe(1)
  })
})

describe('a receiver that is slow and fails now and then', () => {
  it('SUB-23 gets every event, in order, and repeats of the last one alone', async () => {
    const { hook, task, settle, advance } = await running()
    let answers = 0
    hook.answer = (response) => {
      answers += 1
      // As if at random, but the same each time; the other answers come a turn or two later.
      const isFailure = (answers * 7919) % 10 < 3
      setImmediate(() => setImmediate(() => response.writeHead(isFailure ? 503 : 200).end()))
    }
    for (let n = 0; n < 200; n += 1) {
      await task(`task-${n}`)
      if (n % 20 === 0) await settle()
      advance(500)
    }
    while (hook.arrived.at(-1)?.number !== 200 || (answers * 7919) % 10 < 3) {
      await settle()
      advance(60_000)
    }
    expect(hook.mostOpen()).toBe(1)
    const ranges = hook.arrived.slice(1).map(({ number, headers }) => ({
      last: number,
      first: Number(headers['x-slipway-event-first'] ?? number),
      eventId: headers['x-slipway-event-id'],
    }))
    for (const [n, range] of ranges.entries()) {
      const before = n === 0 ? { first: 0, last: 0, eventId: '' } : ranges[n - 1]
      if (range.eventId === before?.eventId) expect(range).toEqual(before)
      else expect(range.first).toBe((before?.last ?? 0) + 1)
    }
    expect(ranges.at(-1)?.last).toBe(200)
    expect(new Set(ranges.map(({ eventId }) => eventId)).size).toBeLessThan(ranges.length)
  })
})

describe('a receiver that does not accept', () => {
  it('SUB-25 is tried again after 1 s, 5 s, 30 s, 2 m, a fifth more or less, and attempts are counted', async () => {
    const { hook, task, settle, advance } = await running()
    hook.answer = status(500)
    await task('one')
    await settle()
    const seen = [hook.arrived.length]
    for (const seconds of [1, 5, 30, 120]) {
      advance(seconds * 790)
      await settle()
      seen.push(hook.arrived.length)
      advance(seconds * 420)
      await settle()
      seen.push(hook.arrived.length)
    }
    expect(seen).toEqual([2, 2, 3, 3, 4, 4, 5, 5, 6])
    expect(hook.arrived.slice(1).map(({ headers }) => headers['x-slipway-attempt'])).toEqual(['1', '2', '3', '4', '5'])
    expect(new Set(hook.arrived.slice(1).map(({ headers }) => headers['x-slipway-event-id'])).size).toBe(1)
    expect(new Set(hook.arrived.slice(1).map(({ headers }) => headers['x-request-id'])).size).toBe(5)
  })

  it('SUB-27 puts the Subscription into error after three failures, and it is active again after a success', async () => {
    const { hook, task, settle, advance, current } = await running()
    hook.answer = status(500)
    await task('one')
    for (const seconds of [0, 2, 7]) {
      advance(seconds * 1000)
      await settle()
    }
    expect(await current()).toMatchObject({ status: 'error', meta: { versionId: '3' } })
    expect(String((await current())['error'])).toMatch(/^http-500/)
    hook.answer = status(204)
    advance(60_000)
    await settle()
    expect(await current()).toMatchObject({ status: 'active', meta: { versionId: '4' } })
    expect(await current()).not.toHaveProperty('error')
  })
})
