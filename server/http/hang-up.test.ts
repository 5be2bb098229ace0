// A client that hangs up in the middle of its request is no fault of ours: nobody is called for it.
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import type { Log } from '#lib/log.ts'
import { runningDomain } from '../testing/running.ts'

const FORM = 'application/x-www-form-urlencoded'

/** Whatever reads a body, and the type of body that it reads. */
const READERS = [
  ...['/oauth2/token', '/oauth2/introspect', '/oauth2/authorize', '/idp/token', '/idp/login', '/idp/signup'].map(
    (path) => [path, FORM] as const,
  ),
  ...['/idp/logout', '/launch', '/portal/launch', '/portal/compose/launch', '/launch/api/end'].map(
    (path) => [path, FORM] as const,
  ),
  ...['/fhir/Patient/_search', '/fhir/DEFAULT/Task/_search'].map((path) => [path, FORM] as const),
  ...['/api/launches', '/portal/api/compose/ticket', '/tools/api/judge', '/admin/api/apps', '/connect/api/apps'].map(
    (path) => [path, 'application/json'] as const,
  ),
]

it.each(['Content-Length: 1000', 'Transfer-Encoding: chunked'])(
  'is not logged as an error and not counted as a 500, with %s',
  async (framing) => {
    const faults: unknown[] = []
    const log: Log = { info: () => {}, warn: () => {}, error: (...told) => faults.push(told) }
    const running = await runningDomain({}, undefined, { log })
    const { hostname, port, origin } = new URL(running.url)
    for (const [path, type] of READERS)
      await new Promise<void>((resolve) => {
        const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n`
        const socket = connect(Number(port), hostname, () =>
          socket.write(`${head}${framing.startsWith('T') ? '3\r\n' : ''}a=1`, () => socket.end()),
        )
        socket.on('error', () => undefined)
        socket.resume().once('close', () => resolve())
      })
    await expect.poll(() => running.domain.peers.ops.inFlight()).toBe(0)
    expect(faults).toEqual([])
    expect(await (await fetch(`${running.url}/metrics`)).text()).not.toMatch(/status="5/)
  },
)
