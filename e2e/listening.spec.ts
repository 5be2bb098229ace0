// Listening addresses: without settings, a server is reachable from this machine alone, whichever command started it.
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from './fixtures.ts'

/** Tells if there is a listener at an address, else the reason. */
const listens = (host: string, port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ host, port }, () => {
      socket.destroy()
      resolve('listens')
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(String(code)))
  })

const outside = Object.values(networkInterfaces()).flatMap((addresses) =>
  (addresses ?? []).filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
)

test('a server without HOST can be reached from this machine only', {
  tag: '@dev',
}, async ({ baseURL }) => {
  const port = Number(new URL(`${baseURL}`).port)
  expect(await listens('localhost', port)).toBe('listens')
  for (const address of outside) expect(await listens(address, port), address).toBe('ECONNREFUSED')
})
