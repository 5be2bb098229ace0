import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Connection } from './connection.ts'
import { drive, requests, stocked } from './load.ts'

/** A server that answers so, until the test ends. */
async function serving(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  onTestFinished(() => void server.close().closeAllConnections())
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return (server.address() as AddressInfo).port
}

const GET = Buffer.from('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')

describe('a connection', () => {
  it('reads whole answers: by their length, in chunks, in pieces, and without a body', async () => {
    const long = 'é'.repeat(100_000)
    const answers: readonly RequestListener[] = [
      (_, response) => response.writeHead(200, { 'content-length': Buffer.byteLength(long) }).end(long),
      (_, response) => {
        response.writeHead(201)
        response.write('first ')
        setTimeout(() => response.end(long), 20)
      },
      (_, response) => response.writeHead(304).end(),
      (_, response) => response.writeHead(200, { connection: 'close', 'content-length': 2 }).end('ok'),
      (_, response) => response.end('again'),
    ]
    let turn = 0
    const connection = new Connection(await serving((request, response) => answers[turn++]?.(request, response)))
    const seen: (readonly [number, string])[] = []
    for (const _ of answers) {
      const { status, body } = await connection.ask(GET)
      seen.push([status, body.toString()])
    }
    connection.close()
    expect(seen).toEqual([
      [200, long],
      [201, `first ${long}`],
      [304, ''],
      [200, 'ok'],
      [200, 'again'],
    ])
  })
})

describe('a load', () => {
  const check = requests(() => ({
    bytes: GET,
    wrong: ({ body }) => (body.toString() === 'right' ? undefined : 'wrong'),
  }))

  it('counts the answers, and what the server and the load took of their cores', async () => {
    let answered = 0
    const port = await serving((_, response) => {
      answered += 1
      response.end('right')
    })
    const result = await drive({ pid: process.pid, port }, check, { seconds: 0.2, width: 4 })
    expect(result.perSecond * 0.2).toBeGreaterThan(answered * 0.5)
    expect(result.perSecond * 0.2).toBeLessThanOrEqual(answered)
    expect(result.p50).toBeGreaterThan(0)
    expect(result.p99).toBeGreaterThanOrEqual(result.p50)
    expect(result.loadBusy).toBeGreaterThan(0)
  })

  it('ends with the first wrong answer, and says which request it was', async () => {
    const port = await serving((_, response) => response.end('left'))
    await expect(drive({ pid: process.pid, port }, check, { seconds: 5, width: 2 })).rejects.toThrow(
      'GET / HTTP/1.1: wrong',
    )
  })
})

it('items are prepared before the clock starts: half as many again as the turn before used', async () => {
  let made = 0
  const before: number[] = []
  const contender = stocked(
    async () => ++made,
    async (next, seconds) => {
      before.push(made)
      const used = await Promise.all(Array.from({ length: 1000 * seconds }, next))
      expect(new Set(used).size).toBe(used.length)
      return { perSecond: 1000, cpuPerThousand: 1, serverBusy: 1, loadBusy: 1, p50: 1, p99: 1 }
    },
  )
  await contender(1)
  expect([before, made]).toEqual([[500], 1000]) // The first turn does not know its pace yet, and makes the rest on the way.
  await contender(2)
  expect([before, made]).toEqual([[500, 4000], 4000])
})
