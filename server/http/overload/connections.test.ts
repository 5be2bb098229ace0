import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { until } from '#server/testing/until.ts'
import { boundConnections, type ConnectionBounds, connectionBounds } from './connections.ts'

const MB = 2 ** 20
const BOUNDS: ConnectionBounds = {
  most: 8,
  perAddress: 4,
  stalled: 0, // Never.
  answer: Number.POSITIVE_INFINITY,
  waitingBytes: 1000 * MB,
  lookEvery: 50,
  rest: 100,
}

async function listening(
  bounds: Partial<ConnectionBounds>,
  answer: RequestListener,
  from: readonly string[] = [],
): Promise<Server> {
  const server = createServer((request, response) => {
    if (admits(response, request.socket)) answer(request, response)
    else response.writeHead(503, { connection: 'close' }).end()
  })
  const addresses = from[Symbol.iterator]()
  server.on('connection', (socket) => {
    const { value } = addresses.next()
    if (value) Object.defineProperty(socket, 'remoteAddress', { value })
  })
  const { admits } = boundConnections(server, { ...BOUNDS, ...bounds })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return server
}

function opened(server: Server, localAddress = '127.0.0.1'): Socket {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  onTestFinished(() => {
    socket.destroy()
  })
  return socket
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

/** The status line of the answer; undefined when the connection is closed without one. */
const ask = (socket: Socket) =>
  new Promise<string | undefined>((resolve) => {
    socket.once('data', (bytes) => resolve(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1'))?.[1]))
    socket.once('close', () => resolve(undefined))
    socket.write(GET)
  })

/** Faked until the test ends: nothing happens by itself that takes time. */
function stopped(...toFake: readonly ('setTimeout' | 'setInterval' | 'performance')[]): void {
  vi.useFakeTimers({ toFake: [...toFake] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

const connected = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))

const small: RequestListener = (_, response) => {
  response.end('ok')
}
const large: RequestListener = (_, response) => {
  response.end(Buffer.alloc(16 * MB))
}

describe('connections', () => {
  it('LIM-04 beyond the share of an address are refused and closed, while another address is served', async () => {
    const server = await listening({}, small)
    const mine = Array.from({ length: 4 }, () => opened(server))
    for (const socket of mine) expect(await ask(socket)).toBe('200')
    const surplus = opened(server)
    const closed = new Promise((resolve) => surplus.once('close', resolve))
    expect(await ask(surplus)).toBe('503')
    await closed
    expect(await ask(opened(server, '127.0.0.2'))).toBe('200')
    mine[0]?.destroy()
    await expect.poll(() => connected(server)).toBeLessThan(5)
    expect(await ask(opened(server))).toBe('200')
  })

  it('LIM-04 beyond the total limit are refused, and closing one frees its place', async () => {
    const server = await listening({ most: 4, perAddress: 100 }, (request, response) => {
      if (request.headers.host !== 'slow') response.end('ok')
    })
    for (let n = 0; n < 3; n += 1) {
      const slow = Array.from({ length: 4 }, () => opened(server))
      for (const socket of slow) socket.write(GET.replace('x', 'slow'))
      await expect.poll(() => connected(server)).toBe(4)
      expect(await ask(opened(server))).toBe('503')
      await expect.poll(() => connected(server)).toBe(4)
      for (const socket of slow) socket.destroy()
      await expect.poll(() => connected(server)).toBe(0)
    }
    expect(await ask(opened(server))).toBe('200')
  })

  it('LIM-04 from one IPv6 network count as one address', async () => {
    const from = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4', '2001:db8::5', '2001:db8:0:1::1']
    const server = await listening({}, small, from)
    const seen: unknown[] = []
    for (const _ of from) seen.push(await ask(opened(server)))
    expect(seen).toEqual(['200', '200', '200', '200', '503', '200'])
  })

  it('LIM-08 in the surplus that send no request are closed', async () => {
    stopped('setTimeout')
    const server = await listening({}, small)
    for (let n = 0; n < 4; n += 1) expect(await ask(opened(server))).toBe('200')
    const arrived = once(server, 'connection')
    const silent = opened(server)
    await arrived
    vi.advanceTimersByTime(4999)
    await connected(server)
    expect(silent.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    await until(() => silent.destroyed)
    expect(await connected(server)).toBe(4)
  })

  it('are not looked at while there is no surplus', async () => {
    const server = createServer((_, response) => {
      response.end(String(isCalm()))
    })
    const { isCalm } = boundConnections(server, { ...BOUNDS, perAddress: 1 })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    const first = opened(server)
    await ask(first)
    expect(isCalm()).toBe(true)
    const surplus = opened(server)
    await expect.poll(isCalm).toBe(false)
    surplus.destroy()
    await expect.poll(isCalm).toBe(true)
  })

  it('that are idle are closed for new ones when all places are taken', async () => {
    const server = await listening({ perAddress: 8 }, small)
    const idle = Array.from({ length: 7 }, () => opened(server))
    for (const socket of idle) expect(await ask(socket)).toBe('200')
    expect(await ask(opened(server))).toBe('200')
    await expect.poll(() => connected(server)).toBeLessThanOrEqual(1)
  })

  it('LIM-04 beyond the surplus are dropped: their number is bounded', async () => {
    stopped('setTimeout') // Those in surplus stay.
    const server = await listening({}, small)
    const many = Array.from({ length: 100 }, () => opened(server))
    await until(() => many.filter(({ destroyed }) => destroyed).length === 90)
    expect(await connected(server)).toBe(10)
  })

  it('LIM-08 whose client reads nothing are cut off when nothing moves any more', async () => {
    const server = await listening({ stalled: 300 }, large)
    const socket = opened(server)
    socket.pause()
    socket.write(GET)
    await expect.poll(() => connected(server)).toBe(1)
    await expect.poll(() => connected(server)).toBe(0)
  })

  it('LIM-08 whose client reads a little now and then are cut off when the answer has taken too long', async () => {
    const server = await listening({ answer: 600 }, large)
    const socket = opened(server)
    socket.pause()
    socket.write(GET)
    const sip = setInterval(() => socket.read(1000), 50)
    onTestFinished(() => clearInterval(sip))
    await expect.poll(() => connected(server)).toBe(1)
    await expect.poll(() => connected(server)).toBe(0)
  })

  /** A server whose looks come when the test says so, and connections that do not read its answers. */
  async function unread(bounds: Partial<ConnectionBounds>) {
    stopped('setInterval', 'performance')
    let asked = 0
    const server = await listening({ most: 100, perAddress: 100, ...bounds }, (request, response) => {
      asked += 1
      large(request, response)
    })
    const sockets: Socket[] = []
    server.on('connection', (socket) => sockets.push(socket))
    const open = async (count: number) => {
      const all = asked + count
      const clients = Array.from({ length: count }, () => opened(server).pause())
      for (const client of clients) client.write(GET)
      await until(() => asked === all)
      return clients
    }
    const look = (ms: number) => void vi.advanceTimersByTime(ms)
    return { server, sockets, open, look, cutOff: () => sockets.map(({ destroyed }) => destroyed) }
  }

  it('LIM-08 are cut off, the slowest first, while too much waits to be taken', async () => {
    const { server, open, look, cutOff } = await unread({ waitingBytes: 60 * MB })
    await open(3)
    look(50)
    look(50)
    expect(cutOff()).toEqual([false, false, false])
    await open(2)
    look(50)
    expect(cutOff(), 'as many as it takes').toEqual([true, true, false, false, false])
    expect(await ask(opened(server)), 'and whoever reads is served').toBe('200')
  })

  it('are not cut off for data that they had no time to read', async () => {
    const { open, look, cutOff } = await unread({ waitingBytes: 60 * MB })
    await open(5)
    look(50)
    expect(cutOff()).not.toContain(true)
    look(50)
    expect(cutOff().filter((isCutOff) => isCutOff)).toHaveLength(2)
  })

  it('get the full time for each answer', async () => {
    const { sockets, open, look, cutOff } = await unread({ answer: 600, lookEvery: 100 })
    const [client] = await open(1)
    look(500)
    client?.resume()
    await until(() => sockets[0]?.writableLength === 0)
    look(100)
    client?.pause()
    client?.write(GET)
    await until(() => sockets[0]?.writableLength !== 0)
    look(600)
    expect(cutOff()).toEqual([false])
    look(100)
    expect(cutOff()).toEqual([true])
  })

  it('RBT-06 that send requests without end before reading an answer are cut off', async () => {
    let handled = 0
    const server = await listening({}, () => {
      handled += 1
    })
    const socket = opened(server)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    socket.write(GET.repeat(1000))
    await closed
    expect(handled, 'the one that is answered next, and those behind it').toBe(17)
  })

  it('RBT-06 that send several requests at once and read the answers go on', async () => {
    const server = await listening({}, small)
    const socket = opened(server)
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
    })
    for (const n of [1, 2, 3, 4]) {
      socket.write(GET.repeat(10))
      await expect.poll(() => text.split('200 OK').length - 1).toBe(10 * n)
    }
  })

  it('of a trusted proxy may all come from one address', () => {
    expect(connectionBounds(100, false).perAddress).toBe(50)
    expect(connectionBounds(100, true).perAddress).toBe(100)
  })
})
