import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { IS_POSTGRES } from '../storage/testing/engine.ts'
import { type ProcessDomain, processDomain, type ServerProcess } from '../testing/processes.ts'

const BODY = 'grant_type=client_credentials'

/** A token request whose body is still on its way. */
async function slowRequest({ origin }: ServerProcess): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), 'localhost')
  socket.write(
    `POST /oauth2/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 5)}`,
  )
  await expect.poll(async () => inFlight(await (await fetch(`${origin}/metrics`)).text())).toBe(2)
  return socket
}

/** The requests without an answer yet: the one that asks is among them. */
const inFlight = (metrics: string) => Number(/^slipway_http_requests_in_flight (\d+)$/m.exec(metrics)?.[1])

const allOf = (socket: Socket) =>
  new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (data) => {
      text += String(data)
    })
    socket.once('close', () => resolve(text))
    socket.on('error', () => socket.destroy())
  })

const ended = ({ child }: ServerProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null) return resolve(child.exitCode)
    child.once('exit', (code) => resolve(code))
  })

/** A connection that stays open after its answer. */
function keptConnection({ origin }: ServerProcess) {
  const socket = connect(Number(new URL(origin).port), 'localhost')
  const ask = (path: string) =>
    new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(String(data)))
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    })
  return { socket, ask }
}

const isTaken = (origin: string) =>
  fetch(`${origin}/livez`).then(
    () => true,
    () => false,
  )

/** A server whose database nobody else has open. */
async function onlyServer(env: Readonly<Record<string, string>> = {}): Promise<[ServerProcess, ProcessDomain]> {
  const processes = await processDomain()
  await processes.domain.close()
  return [await processes.start({ first: true, env }), processes]
}

describe('a server that is told to end (SIGTERM)', () => {
  it('answers requests in progress, accepts no new ones, closes the database and exits with 0', async () => {
    const [server, { directory }] = await onlyServer()
    const idle = keptConnection(server)
    expect(await idle.ask('/livez')).toContain('200 OK')
    const slow = await slowRequest(server)
    const answer = allOf(slow)
    const wal = path.join(directory, 'slipway.db-wal')
    expect(existsSync(wal)).toBe(!IS_POSTGRES)

    const idleEnded = allOf(idle.socket)
    server.child.kill('SIGTERM')
    await idleEnded
    expect(await isTaken(server.origin)).toBe(false)
    expect(server.child.exitCode).toBeNull()

    slow.write(BODY.slice(5))
    expect(await answer).toMatch(/^HTTP\/1\.1 40[01] [\s\S]*invalid_/)
    expect(await ended(server)).toBe(0)
    expect(existsSync(wal), 'the write-ahead log is in the database').toBe(false)
  })

  it('answers 503 on /readyz before it stops accepting requests', async () => {
    const [server] = await onlyServer({ SHUTDOWN_DELAY: '3' })
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    server.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${server.origin}/readyz`)).status).toBe(503)
    const answer = await fetch(`${server.origin}/readyz`)
    expect(answer.headers.get('connection')).toBe('close')
    const { checks } = (await answer.json()) as { readonly checks: readonly object[] }
    expect(checks[0]).toEqual({ name: 'shutdown', ok: false, problem: 'The service is shutting down.' })
    expect((await fetch(`${server.origin}/fhir/metadata`)).status).toBe(200)
    expect(await ended(server)).toBe(0)
  })

  it('ends at once at a second signal', async () => {
    const [server] = await onlyServer({ SHUTDOWN_TIMEOUT: '300' })
    const slow = await slowRequest(server)
    const answer = allOf(slow)
    server.child.kill('SIGINT')
    await expect.poll(() => isTaken(server.origin)).toBe(false)
    expect(server.child.exitCode).toBeNull()
    server.child.kill('SIGINT')
    expect(await ended(server)).toBe(1)
    expect(await answer).toBe('')
  })

  it('closes unfinished requests after SHUTDOWN_TIMEOUT, and exits with 1', async () => {
    const [server] = await onlyServer({ SHUTDOWN_TIMEOUT: '1' })
    const slow = await slowRequest(server)
    const told = performance.now()
    server.child.kill('SIGTERM')
    expect(await allOf(slow)).toBe('')
    expect(await ended(server)).toBe(1)
    expect(performance.now() - told).toBeGreaterThan(900)
  })
})
