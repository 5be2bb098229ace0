// The addresses that the service listens on.
import { createServer, get, type Server } from 'node:http'
import { createServer as createNetServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { assertMayListen, listen } from './listening.ts'

const HAS_IPV6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)
const LOOPBACK = HAS_IPV6 ? ['127.0.0.1', '::1', 'localhost'] : ['127.0.0.1', 'localhost']

function answering(): Server {
  const server = createServer((request, response) => {
    response.end(request.socket.localAddress)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

/** The status of an answer on a connection of its own, or why there is none. */
const answers = (host: string, port: number) =>
  new Promise((resolve) => {
    get({ host: host, port, agent: false }, (answer) => resolve(answer.resume().statusCode)).once(
      'error',
      ({ code }: NodeJS.ErrnoException) => resolve(code),
    )
  })

describe('listening', () => {
  it('on localhost accepts connections at each of its addresses, and at none after closing', async () => {
    const [server, port] = [answering(), await freePort()]
    await listen(server, { host: 'localhost', port })
    for (const host of LOOPBACK) expect(await answers(host, port), host).toBe(200)
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
    for (const host of LOOPBACK) expect(await answers(host, port), host).toBe('ECONNREFUSED')
  })

  it('on one address is reached by that one alone', async () => {
    const [server, port] = [answering(), await freePort()]
    await listen(server, { host: '127.0.0.1', port })
    expect(await answers('127.0.0.1', port)).toBe(200)
    if (HAS_IPV6) expect(await answers('::1', port)).toBe('ECONNREFUSED')
  })

  it.each(LOOPBACK.filter((host) => host !== 'localhost'))(
    'on localhost reports a port that is taken on %s alone',
    async (host) => {
      const [server, taken, port] = [answering(), createNetServer(), await freePort()]
      onTestFinished(() => {
        taken.close()
      })
      await new Promise<void>((resolve) => taken.listen(port, host, resolve))
      await expect(listen(server, { host: 'localhost', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
      expect(server.listening).toBe(false)
    },
  )

  it('is tried first, and leaves the port free', async () => {
    const [server, port] = [answering(), await freePort()]
    await assertMayListen({ host: 'localhost', port })
    await listen(server, { host: 'localhost', port })
    await expect(assertMayListen({ host: 'localhost', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
