// What a client of the machine interface finds on the wire, whatever serves it: Node's own server, or Next behind it.
import { request as ask, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'

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

test('NEG-10 what is compressed says how, and a client that reads it so has the document', {
  tag: '@every-mount',
}, async ({ baseURL }) => {
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

test('LIM-07 a body in chunks that is too long is answered with 413, and the connection ends with it', {
  tag: '@every-mount',
}, async ({ baseURL }) => {
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
    const startedAt = performance.now()
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    for (let count = 0; count < 3; count += 1) socket.write(`8000\r\n${'a'.repeat(0x8000)}\r\n`)
    const text = await ended
    expect(text, path).toMatch(/^HTTP\/1\.1 413 /)
    expect(text, path).toMatch(/^connection: close\r$/im)
    expect(performance.now() - startedAt, path).toBeLessThan(10_000) // A request may take 25 seconds.
  }
})
