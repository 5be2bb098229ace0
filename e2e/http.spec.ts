// The machine interface on the wire, served by Node's own server, or by Next behind it.
import { request as ask, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'
import { startServer } from './lone-server.ts'
import { LONE_ENV } from './server-env.ts'

interface Answer {
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer
}

/** The bytes as they came: nothing decoded. */
const bytesOf = (url: string, headers: Readonly<Record<string, string>>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = ask(url, { headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(chunks) }))
    })
    asked.once('error', reject).end()
  })

const DECODED: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  identity: (bytes) => bytes,
  gzip: gunzipSync,
  br: brotliDecompressSync,
}

test('NEG-10 a compressed answer names its encoding, and decodes to the document', async ({ baseURL }) => {
  const plain = await bytesOf(`${baseURL}/fhir/metadata`, {})
  expect(plain.headers['content-encoding']).toBeUndefined()
  const document = JSON.parse(plain.bytes.toString())
  expect(document.resourceType).toBe('CapabilityStatement')
  for (const path of ['/fhir/metadata', '/metadata', '/fhir/DEFAULT/metadata'])
    for (const wanted of ['gzip', 'br', 'gzip, deflate, br, zstd', 'gzip;q=0, br', '*', 'identity']) {
      const { headers, bytes } = await bytesOf(`${baseURL}${path}`, { 'accept-encoding': wanted })
      const decode = DECODED[headers['content-encoding'] ?? 'identity']
      const what = `${path} for ${wanted} as ${headers['content-encoding']}`
      expect(JSON.parse(decode?.(bytes).toString() ?? '""').resourceType, what).toBe('CapabilityStatement')
      expect(String(headers.vary), what).toContain('Accept-Encoding')
    }
})

test('LIM-07 a chunked body that is too long gets 413, and the connection is closed', async ({ baseURL }) => {
  const { hostname, port } = new URL(baseURL ?? '')
  for (const path of ['/oauth2/token', '/oauth2/introspect', '/idp/token']) {
    const socket = connect(Number(port), hostname)
    const ended = new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', () => undefined) // The server hangs up while we send: that is what it is about.
      socket.once('close', () => resolve(text))
    })
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    for (let count = 0; count < 3; count += 1) socket.write(`8000\r\n${'a'.repeat(0x8000)}\r\n`)
    const text = await ended
    expect(text, path).toMatch(/^HTTP\/1\.1 413 /)
    expect(text, path).toMatch(/^connection: close\r$/im)
  }
})

/** Everything that comes back for a request, until its answer has a head; the connection stays open. */
const answered = (baseURL: string, line: string, headers: readonly string[]): Promise<[head: string, socket: Socket]> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseURL)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      if (text.includes('\r\n\r\n')) resolve([text, socket])
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`${line} ended with: ${text.slice(0, 100)}`)))
    socket.write(`${[`${line} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`)
  })

const H2C = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']
const WEBSOCKET = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZQ==',
]

test('a request that offers another protocol gets the same answer as one that does not, at every address', async ({
  baseURL,
}) => {
  const origin = baseURL ?? ''
  expect((await fetch(origin)).status, 'a page has been served').toBe(200)
  for (const line of [
    ...['GET /livez', 'GET /fhir/metadata', 'GET /fhir/DEFAULT/Patient', 'GET /oauth2/jwks', 'POST /oauth2/token'],
    ...['GET /', 'GET /portal', 'GET /nope', 'GET //x', 'GET /oauth2/nothing', 'GET /_next/webpack-hmr'],
  ]) {
    const status = async (headers: readonly string[]) => {
      const [head, socket] = await answered(origin, line, [...headers, 'Content-Length: 0'])
      socket.destroy()
      return head.slice(0, 12)
    }
    const plain = await status([])
    for (const offer of [H2C, WEBSOCKET]) expect(await status(offer), `${line}, ${offer[1]}`).toBe(plain)
  }
})

test('LIM-08 LIM-10 a thousand offers of another protocol leave no connection behind', async ({ baseURL }) => {
  const origin = baseURL ?? ''
  const sockets = async () => {
    const figures = await (await fetch(`${origin}/metrics`)).text()
    return Number(/^nodejs_active_handles\{type="Socket"\} (\d+)/m.exec(figures)?.[1])
  }
  for (let hundred = 0; hundred < 10; hundred += 1) {
    const offers = Array.from({ length: 100 }, (_, at) =>
      answered(origin, at % 2 ? 'GET /nope' : 'GET //x', at % 3 ? WEBSOCKET : H2C),
    )
    for (const [, socket] of await Promise.all(offers)) socket.destroy()
  }
  await expect.poll(sockets).toBeLessThan(100)
})

test('SIGTERM stops a server that was offered other protocols within SHUTDOWN_TIMEOUT', async () => {
  const { PUBLIC_URL: origin } = LONE_ENV
  const { child, ended, remove } = await startServer(LONE_ENV)
  try {
    expect((await fetch(origin)).status, 'a page has been served').toBe(200)
    for (const offer of [H2C, WEBSOCKET]) (await answered(origin, 'GET /nope', offer))[1].destroy()
    for (const offer of [H2C, WEBSOCKET]) await answered(origin, 'GET /nope', offer) // These stay.
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  } finally {
    await remove()
  }
})
