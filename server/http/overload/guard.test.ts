import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type RunningDomain, runningDomain } from '#server/testing/running.ts'
import { until } from '#server/testing/until.ts'

/** The smallest that can be set: eight connections for one address. */
const FEW = { MAX_CONNECTIONS: '16' }

function opened({ url }: RunningDomain): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  onTestFinished(() => {
    socket.destroy()
  })
  return socket
}

/** Everything that comes until the connection is closed, or until a whole answer is there: by its length, or in chunks. */
const ask = (socket: Socket, line: string, headers: readonly string[] = []) =>
  new Promise<string>((resolve) => {
    let text = ''
    const take = (chunk: Buffer) => {
      text += chunk.toString()
      const length = /^content-length: (\d+)/im.exec(text)?.[1]
      const body = text.slice(text.indexOf('\r\n\r\n') + 4)
      const isWhole = length === undefined ? body.endsWith('0\r\n\r\n') : body.length >= Number(length)
      if (text.includes('\r\n\r\n') && (line.startsWith('HEAD') || isWhole)) resolve(text)
    }
    socket.on('data', take)
    socket.once('close', () => resolve(text))
    socket.write(`${[`${line} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`)
  })

const REFUSED = [
  ['GET /fhir/DEFAULT/metadata', [], /^content-type: application\/fhir\+json/im, /"code":"throttled"/],
  ['GET /oauth2/jwks', [], /^content-type: application\/json/im, /"error":"temporarily_unavailable"/],
  ['GET /portal/jwks', [], /^content-type: application\/json/im, /"error":"temporarily_unavailable"/],
  ['GET /browse/jwks', [], /^content-type: application\/json/im, /"error":"temporarily_unavailable"/],
  ['GET /portal/api/me', [], /^content-type: application\/json/im, /"error":"temporarily_unavailable"/],
  ['GET /oauth2/authorize', ['Accept: text/html'], /^content-security-policy: /im, /The service is busy/],
  ['GET /', ['Accept: text/html', 'Accept-Language: nl'], /^x-frame-options: DENY/im, /Het is hier even te druk/],
  ['HEAD /', [], /^content-type: text\/html/im, /\r\n\r\n$/],
] as const

describe('more connections of one address than its share', () => {
  it('get 503 and Retry-After in the format of the peer; probes are answered', async () => {
    const running = await runningDomain(FEW)
    for (const socket of Array.from({ length: 8 }, () => opened(running)))
      expect(await ask(socket, 'GET /fhir/metadata')).toMatch(/^HTTP\/1\.1 200 /)
    for (const [line, headers, head, body] of REFUSED) {
      const answer = await ask(opened(running), line, headers)
      expect(answer, line).toMatch(/^HTTP\/1\.1 503 /)
      expect(answer).toMatch(/^retry-after: \d+/im)
      expect(answer).toMatch(/^cache-control: no-store/im)
      expect(answer).toMatch(/^x-request-id: /im)
      expect(answer).toMatch(/^x-content-type-options: nosniff/im)
      expect(answer).toMatch(/^connection: close/im)
      expect(answer, line).toMatch(head)
      expect(answer, line).toMatch(body)
    }
    for (const path of ['/livez', '/readyz']) {
      const answer = await ask(opened(running), `GET ${path}`, ['Connection: close'])
      expect(answer, path).toMatch(/^HTTP\/1\.1 200 /)
    }
  })
})

const LENGTH = 'Content-Length: 3'
const CHUNKS = 'Transfer-Encoding: chunked'
const FORM = 'Content-Type: application/x-www-form-urlencoded'

/** Token requests whose bodies never come; they are in the server when it resolves. */
async function unfinished(running: RunningDomain, count: number, framing: string): Promise<readonly Socket[]> {
  const { inFlight } = running.domain.peers.ops
  const all = inFlight() + count
  const sockets = Array.from({ length: count }, () => opened(running))
  for (const socket of sockets)
    socket.write(`POST /oauth2/token HTTP/1.1\r\nHost: localhost\r\n${FORM}\r\n${framing}\r\n\r\n`)
  await until(() => inFlight() === all)
  return sockets
}

describe('the server', () => {
  it('LIM-04 limits the concurrent token requests of one address, and frees each place', async () => {
    // Nothing looks at the event loop, which may be late on a busy machine.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const running = await runningDomain()
    const askForToken = () => {
      const socket = opened(running)
      const answer = ask(socket, 'POST /oauth2/token', [FORM, LENGTH])
      socket.write('a=b')
      return answer
    }
    await unfinished(running, 64, LENGTH)
    const [first] = await unfinished(running, 32, CHUNKS) // Callers are distinguished, and these name nobody.
    expect(await askForToken()).toMatch(/^HTTP\/1\.1 503 /)
    first?.destroy()
    // Its place is free once its handler has refused the half body, which is after the client is gone.
    await expect.poll(askForToken).toMatch(/^HTTP\/1\.1 400 /)
  })
})
