import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { boundConnections, type ConnectionBounds, connectionBounds } from './connections.ts'

const MB = 2 ** 20
const BOUNDS: ConnectionBounds = {
  most: 8,
  perAddress: 4,
  stalled: 5000,
  answer: 5000,
  waitingBytes: 1000 * MB,
  lookEvery: 50,
  rest: 100,
}

async function listening(bounds: Partial<ConnectionBounds>, answer: RequestListener): Promise<Server> {
  const server = createServer((request, response) => {
    if (admits(response, request.socket)) answer(request, response)
    else response.writeHead(503, { connection: 'close' }).end()
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

const connected = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))

const small: RequestListener = (_, response) => {
  response.end('ok')
}
const large: RequestListener = (_, response) => {
  response.end(Buffer.alloc(16 * MB))
}

describe('connections', () => {
  it('LIM-04 beyond the share of an address are refused and closed, and another address is served', async () => {
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

  it('that wait idle give way to new ones when all are taken', async () => {
    const server = await listening({ perAddress: 8 }, small)
    const idle = Array.from({ length: 7 }, () => opened(server))
    for (const socket of idle) expect(await ask(socket)).toBe('200')
    expect(await ask(opened(server))).toBe('200')
    await expect.poll(() => connected(server)).toBeLessThanOrEqual(1)
  })

  it('beyond the surplus are dropped: their number is bounded', async () => {
    const server = await listening({}, () => undefined)
    const many = Array.from({ length: 100 }, () => opened(server).resume())
    for (const socket of many) socket.write(GET)
    const dropped = () => many.filter(({ destroyed }) => destroyed).length
    await expect.poll(dropped).toBeGreaterThanOrEqual(90)
    expect(await connected(server)).toBeLessThanOrEqual(10)
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

  it('are cut off, the slowest first, while too much waits to be taken', async () => {
    const server = await listening({ most: 100, perAddress: 100, waitingBytes: 40 * MB }, large)
    const sockets = Array.from({ length: 10 }, () => opened(server))
    for (const socket of sockets) {
      socket.pause()
      socket.write(GET)
    }
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    await expect.poll(() => connected(server)).toBeLessThanOrEqual(5)
    expect(await connected(server)).toBeGreaterThan(0)
    expect(await ask(opened(server)), 'and whoever reads is served').toBe('200')
  })

  it('RBT-06 that send requests without end before reading an answer are cut off', async () => {
    let handled = 0
    const server = await listening({}, (_, response) => {
      handled += 1
      setTimeout(() => response.end('ok'), 50)
    })
    const socket = opened(server)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    socket.write(GET.repeat(1000))
    await closed
    expect(handled).toBeLessThanOrEqual(17)
  })

  it('of a trusted proxy may all be of one address', () => {
    expect(connectionBounds(100, false).perAddress).toBe(50)
    expect(connectionBounds(100, true).perAddress).toBe(100)
  })
})
