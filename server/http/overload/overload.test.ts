// The guard on a real server, under a load that the test sets: nothing here depends on how fast the machine is.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CLIENT_ADDRESS_HEADER } from '#lib/http/client-address.ts'
import { authenticatedCallers } from '#server/domain/authenticated-callers.ts'
import type { TrafficClass } from '#server/domain/route.ts'
import { countedPerTurn } from '#server/testing/turns.ts'
import { until } from '#server/testing/until.ts'
import { standardAdapter } from '../adapter.ts'
import type { watchLoad } from './load-shedder.ts'
import { type Cost, guardAgainstOverload, type OverloadGuard } from './overload.ts'

const HERE = '192.0.2.1'
const TOKEN: Cost = { traffic: 'work', provesClient: true }
const PAGE: Cost = { traffic: 'page' }
const numbers = (size: number) => Array.from({ length: size }, (_, n) => n)
const ticks = async () => {
  for (const _ of numbers(5)) await new Promise((resolve) => setImmediate(resolve))
}

/** What the load shedder says, and what it was asked. */
interface Load {
  isFull: boolean
  isHigh: boolean
  isLate: boolean
  readonly asked: string[]
  isWatched: boolean
}

interface Given {
  readonly cost?: Cost
  readonly hotPath?: boolean
  readonly address?: string
  readonly maxConnections?: number
  readonly trustProxy?: boolean
  /** Serves an admitted request; without it, the handler of its place answers. */
  readonly serve?: (guard: OverloadGuard, incoming: IncomingMessage, outgoing: ServerResponse) => void
}

async function guarded({ cost = TOKEN, serve = answered, address = HERE, ...given }: Given = {}) {
  const load: Load = { isFull: false, isHigh: false, isLate: false, asked: [], isWatched: true }
  const watch: typeof watchLoad = () => ({
    admits: (address) => {
      load.asked.push(address)
      return !load.isFull
    },
    isHigh: () => load.isHigh,
    isLate: () => load.isLate,
    look: () => undefined,
    stop: () => {
      load.isWatched = false
    },
  })
  const callers = authenticatedCallers()
  callers.client(HERE, 'quiet')
  callers.bearer('Bearer proven', 'quiet')
  const server = createServer((incoming, outgoing) => {
    incoming.headers[CLIENT_ADDRESS_HEADER] = address
    if (guard.admits(cost, incoming, outgoing, { 'x-common': 'yes' })) serve(guard, incoming, outgoing)
  })
  const config = { maxConnections: 100, trustProxy: false, hotPath: true, publicUrl: 'http://localhost:3000', ...given }
  const guard = guardAgainstOverload(server, config, callers, watch)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  return { server, guard, load, close, port: (server.address() as AddressInfo).port }
}

function answered(guard: OverloadGuard, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const handler = guard.placed(incoming, async () => new Response('done'))
  const { request } = standardAdapter.arrive(incoming, outgoing, HERE)
  void Promise.resolve(handler(request('http://localhost/'))).then((answer) =>
    standardAdapter.send(outgoing, answer, {}),
  )
}

const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
const formOf = (iss: string) => `client_assertion=${part({ alg: 'RS384' })}.${part({ iss })}.AAAA`

/** Asks on one connection, one request after the other; the answer is the status. */
function connection(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return ({ method = 'POST', headers = {}, body = formOf('quiet') } = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(
        {
          port,
          host: '127.0.0.1',
          agent,
          method,
          headers: {
            ...(method === 'POST' && {
              'content-type': 'application/x-www-form-urlencoded',
              'content-length': body.length,
            }),
            ...headers,
          },
        },
        (answer) => answer.resume().on('end', () => resolve(answer)),
      )
      asked.on('error', reject)
      asked.end(method === 'POST' ? body : undefined)
    })
}

describe('the guard', () => {
  it('LIM-04 tells a client from the others at its address while there is overload, once it has authenticated there', async () => {
    const { load, port } = await guarded()
    const ask = connection(port)
    await ask()
    load.isHigh = true
    await ask()
    await ask({ body: formOf('made up') })
    await ask({ headers: { authorization: 'Bearer proven' } })
    await ask({ headers: { authorization: 'Bearer made up' } })
    expect(load.asked).toEqual([HERE, 'client quiet', HERE, 'client quiet', HERE])
  })

  it('LIM-04 counts the addresses of an IPv6 network as one', async () => {
    const { load, port } = await guarded({ address: '2001:db8::1' })
    await connection(port)()
    expect(load.asked).toEqual(['2001:db8:0:0'])
  })

  it('does not read a body where the handler reads bodies itself', async () => {
    const { load, port } = await guarded({ hotPath: false })
    load.isHigh = true
    await connection(port)()
    expect(load.asked).toEqual([HERE])
  })

  it('refuses no probe, and does not count probes', async () => {
    const { load, port } = await guarded({ cost: { traffic: 'vital' } })
    load.isFull = true
    expect((await connection(port)()).statusCode).toBe(200)
    expect(load.asked).toEqual([])
  })

  it('keeps places for one kind of request when other kinds flood the server', async () => {
    const flood: ServerResponse[] = []
    const serve: Given['serve'] = (_guard, _incoming, outgoing) => void flood.push(outgoing)
    const { server, guard, port } = await guarded({ cost: { traffic: 'work' }, maxConnections: 400, serve })
    const ofOthers: boolean[] = []
    server.on(
      'request',
      (incoming, outgoing) => void ofOthers.push(guard.admits({ traffic: 'fhir' }, incoming, outgoing, {})),
    )
    for (const _ of numbers(96)) connection(port)({ method: 'GET' }).catch(() => undefined)
    await until(() => flood.length === 96)
    expect(ofOthers).toEqual(numbers(96).map(() => true))
    server.removeAllListeners('request')
    server.on('request', (incoming, outgoing) => {
      incoming.headers[CLIENT_ADDRESS_HEADER] = HERE
      ofOthers.push(guard.admits({ traffic: 'work' }, incoming, outgoing, {}))
    })
    expect((await connection(port)()).statusCode, 'three quarters of the places').toBe(503)
  })

  it('frees the place with each answer', async () => {
    const { port } = await guarded({ cost: PAGE })
    const ask = connection(port)
    for (const _ of numbers(100)) expect((await ask()).statusCode).toBe(200)
  })

  it('lets a trusted proxy have more than half of the connections', async () => {
    const [alone, proxied] = [
      await guarded({ maxConnections: 4 }),
      await guarded({ maxConnections: 4, trustProxy: true }),
    ]
    const statuses = async (port: number) => {
      const seen: unknown[] = []
      for (const _ of numbers(3)) seen.push((await connection(port)()).statusCode)
      return seen
    }
    expect(await statuses(alone.port)).toEqual([200, 200, 503])
    expect(await statuses(proxied.port)).toEqual([200, 200, 200])
  })

  it('stops its timer with the server', async () => {
    const { load, close } = await guarded()
    expect(load.isWatched).toBe(true)
    await close()
    expect(load.isWatched).toBe(false)
  })
})

describe('a refusal', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    ['without a body', 'GET', false, 1000],
    ['whose body is not read', 'POST', false, 1000, PAGE],
    ['whose body is read', 'POST', false, 1000],
    ['without a body, of a trusted proxy', 'GET', true, 100],
  ] as const)(
    'of a request %s leaves its connection open and paused',
    async (_, method, trustProxy, ms, cost?: Cost) => {
      const { server, load, port } = await guarded({ trustProxy, ...(cost && { cost }) })
      const sockets: Socket[] = []
      let asked = 0
      server.on('connection', (socket) => sockets.push(socket))
      server.on('request', () => (asked += 1))
      load.isHigh = true
      load.isFull = true
      const ask = connection(port)
      const answer = await ask({ method })
      expect([answer.statusCode, answer.headers.connection]).toEqual([503, 'keep-alive'])
      await until(() => sockets[0]?.isPaused() === true)
      const next = ask({ method })
      await ticks()
      vi.advanceTimersByTime(ms - 1)
      await ticks()
      expect([sockets[0]?.isPaused(), asked]).toEqual([true, 1])
      vi.advanceTimersByTime(1)
      await next
      expect(asked).toBe(2)
    },
  )

  it('has the headers of every answer, and no body for HEAD', async () => {
    const { load, port } = await guarded({ cost: PAGE })
    load.isFull = true
    const answer = await connection(port)({ method: 'HEAD' })
    expect([answer.statusCode, answer.headers['x-common']]).toEqual([503, 'yes'])
  })
})

describe('an answer from memory', () => {
  it('takes no place under little load, and only on a connection that waits for nothing else', async () => {
    const calm: boolean[] = []
    const { server, guard, load, port } = await guarded({ maxConnections: 4 })
    server.prependListener('request', (_, outgoing) => calm.push(guard.isCalm(outgoing)))
    const ask = connection(port)
    await ask()
    load.isHigh = true
    await ask()
    load.isHigh = false
    expect(calm).toEqual([true, false])
    await connection(port)()
    await connection(port)() // One more than the share of an address.
    expect(calm, 'a connection too many').toEqual([true, false, true, false])
  })

  it('is not sent before earlier answers on its connection', async () => {
    const calm: boolean[] = []
    const { server, guard, port } = await guarded({ serve: () => undefined })
    server.prependListener('request', (_, outgoing) => calm.push(guard.isCalm(outgoing)))
    const socket = connect({ port, host: '127.0.0.1' })
    onTestFinished(() => void socket.destroy())
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2))
    await until(() => calm.length === 2)
    expect(calm).toEqual([true, false])
  })
})

describe('the work for a request', () => {
  it.each<[TrafficClass, number]>([
    ['work', 2],
    ['fhir', 8],
  ])(
    'begins at once, or while the loop is late with few others in a turn, unless its client is gone by then: %s',
    async (usual, most) => {
      const { guard, load } = await guarded()
      const counted = countedPerTurn()
      const begun: string[] = []
      const begin = (name: string, { traffic = usual, destroyed = false } = {}) =>
        guard.begin(traffic, { destroyed }, () => {
          counted.note()
          begun.push(name)
        })
      begin('calm')
      load.isLate = true
      for (const name of ['a', 'b', 'c']) begin(name)
      begin('gone', { destroyed: true })
      begin('d')
      begin('monitoring', { traffic: 'vital' })
      expect(begun).toEqual(['calm', 'monitoring'])
      await until(() => begun.length === 6)
      expect(begun.slice(2)).toEqual(['a', 'b', 'c', 'd'])
      for (const name of numbers(40)) begin(String(name))
      await until(() => begun.length === 46)
      expect(counted.most(), 'those of a turn, and those that began in its middle').toBeLessThanOrEqual(2 * most)
    },
  )
})
