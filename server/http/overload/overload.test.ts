// The guard on a real server, under a load that the test sets: nothing here depends on how fast the machine is.
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CLIENT_ADDRESS_HEADER } from '#lib/http/client-address.ts'
import { authenticatedCallers } from '#server/domain/authenticated-callers.ts'
import { until } from '#server/testing/until.ts'
import { standardAdapter } from '../adapter.ts'
import type { Cost } from './admission.ts'
import type { watchLoad } from './load-shedder.ts'
import { guardAgainstOverload, type OverloadGuard } from './overload.ts'

const HERE = '192.0.2.1'
const TOKEN: Cost = { traffic: 'work', provesClient: true }
const PAGE: Cost = { traffic: 'page' }
const VITAL: Cost = { traffic: 'vital' }

const numbers = (size: number) => Array.from({ length: size }, (_, n) => n)
const ticks = async () => {
  for (const _ of numbers(5)) await new Promise((resolve) => setImmediate(resolve))
}

/** What the load shedder says, and what it was asked. */
interface Load {
  isFull: boolean
  isHigh: boolean
  isLate: boolean
  readonly asked: (readonly [address: string, name: string | undefined])[]
  atOnce: number
  isWatched: boolean
  queueAge: () => number
}

interface Given {
  readonly cost?: Cost
  readonly maxConnections?: number
  readonly trustProxy?: boolean
  readonly hotPath?: boolean
  /** Serves an admitted request; without it, the handler of its place answers with the status in its header. */
  readonly serve?: (guard: OverloadGuard, incoming: IncomingMessage, outgoing: ServerResponse) => void
}

async function guarded({ cost = TOKEN, serve = answered, ...given }: Given = {}) {
  const load: Load = {
    isFull: false,
    isHigh: false,
    isLate: false,
    asked: [],
    atOnce: 0,
    isWatched: true,
    queueAge: () => Number.NaN,
  }
  const watch: typeof watchLoad = ({ age }) => {
    load.queueAge = age
    return {
      admits: (...asked) => {
        load.asked.push(asked)
        return !load.isFull
      },
      isHigh: () => load.isHigh,
      admitsAtOnce: () => {
        load.atOnce += 1
        return !load.isHigh
      },
      isLate: () => load.isLate,
      look: () => undefined,
      stop: () => {
        load.isWatched = false
      },
    }
  }
  const callers = authenticatedCallers()
  callers.client(HERE, 'quiet')
  callers.bearer('Bearer proven')
  const server = createServer((incoming, outgoing) => {
    incoming.headers[CLIENT_ADDRESS_HEADER] = HERE
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
  const handler = guard.placed(
    incoming,
    async ({ headers }) => new Response(null, { status: Number(headers.get('x-status')) }),
  )
  const { request } = standardAdapter.arrive(incoming, outgoing, HERE)
  void Promise.resolve(handler(request('http://localhost/'))).then((answer) =>
    standardAdapter.send(outgoing, answer, {}),
  )
}

const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
const FORM = `client_assertion=${part({ alg: 'RS384' })}.${part({ iss: 'quiet' })}.AAAA`

/** Asks on one connection, one request after the other; the answer is the status. */
function connection(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return (status = 200, { method = 'POST', headers = {} } = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(
        {
          port,
          host: '127.0.0.1',
          agent,
          method,
          headers: { 'x-status': status, ...(method === 'POST' && { 'content-length': FORM.length }), ...headers },
        },
        (answer) => answer.resume().on('end', () => resolve(answer)),
      )
      asked.on('error', reject)
      asked.end(method === 'POST' ? FORM : undefined)
    })
}

const QUIET = `client 192.0.2.1 quiet`

describe('the guard', () => {
  it('LIM-04 believes no name on a connection that named a client and was refused, until it authenticates', async () => {
    const { load, port } = await guarded()
    load.isHigh = true
    const ask = connection(port)
    for (const status of [200, 401, 400, 401, 200, 200]) await ask(status)
    await connection(port)()
    const names = load.asked.map(([, name]) => name)
    expect(names).toEqual([QUIET, QUIET, undefined, undefined, undefined, QUIET, QUIET])
  })

  it('goes on believing the names on a connection of a trusted proxy, which is of many clients', async () => {
    const { load, port } = await guarded({ trustProxy: true })
    load.isHigh = true
    const ask = connection(port)
    for (const status of [401, 200]) await ask(status)
    expect(load.asked.map(([, name]) => name)).toEqual([QUIET, QUIET])
  })

  it('reads no body for a place where bodies are not read here', async () => {
    const { load, port } = await guarded({ hotPath: false })
    load.isHigh = true
    const ask = connection(port)
    await ask(200)
    await ask(200, { headers: { authorization: 'Bearer proven' } })
    expect(load.asked).toEqual([
      [HERE, undefined],
      [HERE, expect.stringMatching(/^bearer /)],
    ])
  })

  it('gives the place back with each answer', async () => {
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

  it('ends its watch with the server', async () => {
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
    ['without a body', 'GET', PAGE, false, 1000],
    ['whose body is not read', 'POST', PAGE, false, 1000],
    ['whose body is read', 'POST', TOKEN, false, 1000],
    ['without a body, of a trusted proxy', 'GET', PAGE, true, 100],
    ['whose body is read, of a trusted proxy', 'POST', TOKEN, true, 100],
  ] as const)('of a request %s has its connection rest', async (_, method, cost, trustProxy, ms) => {
    const { server, load, port } = await guarded({ cost, trustProxy })
    const sockets: Socket[] = []
    let asked = 0
    server.on('connection', (socket) => sockets.push(socket))
    server.on('request', () => (asked += 1))
    load.isHigh = true
    load.isFull = true
    const ask = connection(port)
    const answer = await ask(200, { method })
    expect([answer.statusCode, answer.headers.connection]).toEqual([503, 'keep-alive'])
    await until(() => sockets[0]?.isPaused() === true)
    const next = ask(200, { method })
    await ticks()
    vi.advanceTimersByTime(ms - 1)
    await ticks()
    expect([sockets[0]?.isPaused(), asked]).toEqual([true, 1])
    vi.advanceTimersByTime(1)
    await next
    expect(asked).toBe(2)
  })

  it('has the headers of every answer, and no body for HEAD', async () => {
    const { load, port } = await guarded({ cost: PAGE })
    load.isFull = true
    const answer = await connection(port)(200, { method: 'HEAD' })
    expect([answer.statusCode, answer.headers['x-common']]).toEqual([503, 'yes'])
  })
})

describe('an answer from memory', () => {
  it('takes no place while there is little load, on the connection that waits for it and no other', async () => {
    const calm: boolean[] = []
    const { server, guard, load, port } = await guarded({ maxConnections: 4 })
    server.prependListener('request', (_, outgoing) => calm.push(guard.isCalm(outgoing)))
    const ask = connection(port)
    await ask()
    load.isHigh = true
    await ask()
    load.isHigh = false
    expect([calm, load.atOnce]).toEqual([[true, false], 2])
    await connection(port)()
    await connection(port)() // One more than the share of an address.
    expect([calm, load.atOnce], 'a connection too many').toEqual([[true, false, true, false], 3])
  })

  it('is not given before the answers that wait on its connection', async () => {
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

describe('requests that are queued', () => {
  /** So many token requests of as many connections, of which sixteen are begun. */
  async function queued(count: number) {
    const arrived: ServerResponse[] = []
    const begun: ServerResponse[] = []
    const serve: Given['serve'] = (guard, incoming, outgoing) => {
      arrived.push(outgoing)
      guard.later(TOKEN, incoming, outgoing, () => begun.push(outgoing))
    }
    const { guard, load, port } = await guarded({ serve })
    const sockets: Socket[] = []
    for (const n of numbers(count)) {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.on('error', () => undefined)
      onTestFinished(() => void socket.destroy())
      socket.pause()
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')
      sockets.push(socket)
      await until(() => arrived.length > n)
    }
    await until(() => begun.length === 16)
    const waiting = (n: number) => arrived[n] as ServerResponse
    return { guard, load, sockets, begun, waiting }
  }

  it('make the next one wait, too', async () => {
    const { guard, load, waiting, begun } = await queued(17)
    expect(guard.isLate()).toBe(true)
    await until(() => load.queueAge() > 0)
    waiting(0).end()
    await until(() => begun.length === 17)
    expect(guard.isLate()).toBe(false)
    load.isLate = true
    expect(guard.isLate()).toBe(true)
  })

  it('are begun when another is answered, received or not, or its client is gone; one for each', async () => {
    const { sockets, waiting, begun } = await queued(22)
    sockets[0]?.resume()
    waiting(0).end()
    await once(waiting(0), 'close')
    await ticks()
    expect(begun).toHaveLength(17)
    sockets[1]?.destroy()
    await once(waiting(1), 'close')
    await ticks()
    expect(begun).toHaveLength(18)
    waiting(2).end(Buffer.alloc(32 * 2 ** 20)) // More than the connection holds.
    await ticks()
    expect([begun.length, waiting(2).closed]).toEqual([19, false])
  })

  it('are dropped when their client is gone, and leave their turn to the next', async () => {
    const { sockets, waiting, begun } = await queued(18)
    sockets[16]?.destroy()
    await once(waiting(16), 'close')
    waiting(0).end()
    await until(() => begun.length === 17)
    expect(begun.at(-1)).toBe(waiting(17))
  })

  it('are none that watch over the process', async () => {
    const at: boolean[] = []
    const { port } = await guarded({
      cost: VITAL,
      serve: (guard, incoming, outgoing) => {
        let isBegun = false
        guard.later(VITAL, incoming, outgoing, () => {
          isBegun = true
        })
        at.push(isBegun)
        outgoing.end()
      },
    })
    await connection(port)()
    expect(at).toEqual([true])
  })
})
