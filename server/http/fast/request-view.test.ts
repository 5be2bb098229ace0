// A view of a request of Node's has all that a Request has, whatever is asked of it and in whatever order.
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { formParams, readBody } from '#lib/http/params.ts'
import { freePort } from '../../../scripts/free-port.mjs'
import { requestView } from './request-view.ts'

const ORIGIN = 'http://domain.example'

/** Sends bytes to a server of Node's, and does something with the request that they are; what came of that. */
async function received<T>(bytes: string, work: (request: Request, incoming: IncomingMessage) => Promise<T> | T) {
  const port = await freePort()
  const server = createServer()
  const worked = new Promise<T>((resolve, reject) => {
    server.on('request', (incoming, outgoing) => {
      Promise.resolve(work(requestView(incoming, outgoing, ORIGIN + incoming.url), incoming))
        .then(resolve, reject)
        .finally(() => outgoing.end())
    })
  })
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  const socket = connect(port, 'localhost')
  socket.on('error', () => undefined)
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  socket.write(bytes)
  return { socket, result: await worked }
}

const head = (line: string, ...headers: readonly string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: other.example', ...headers].join('\r\n')}\r\n\r\n`
const form = (body: string) =>
  head(
    'POST /form?a=1',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ) + body

describe('a request of Node’s', () => {
  it('has the address that the domain gives it', async () => {
    const { result } = await received(head('GET /a/../b?c=%41'), (request) => ({
      method: request.method,
      url: request.url,
      body: request.body,
      aborted: request.signal.aborted,
    }))
    expect(result).toEqual({
      method: 'GET',
      url: `${ORIGIN}/a/../b?c=%41`,
      body: null,
      aborted: false,
    })
  })

  it('has its headers in any case, repeated ones joined, and nothing that it was not sent', async () => {
    const headers = ['Accept: text/html', 'ACCEPT: text/plain', 'Cookie: a=1', 'Cookie: b=2', 'X-Empty:']
    const { result } = await received(head('GET /', ...headers), (request) => ({
      quick: ['accept', 'Accept', 'cookie', 'x-empty', 'x-none', 'constructor'].map((name) =>
        request.headers.get(name),
      ),
      has: [request.headers.has('Host'), request.headers.has('origin')],
      whole: [...request.headers],
      copy: new Headers(request.headers).get('accept'),
    }))
    expect(result).toEqual({
      quick: ['text/html, text/plain', 'text/html, text/plain', 'a=1; b=2', '', null, null],
      has: [true, false],
      whole: [
        ['accept', 'text/html, text/plain'],
        ['cookie', 'a=1; b=2'],
        ['host', 'other.example'],
        ['x-empty', ''],
      ],
      copy: 'text/html, text/plain',
    })
  })

  it('keeps headers that were changed', async () => {
    const { result } = await received(head('GET /', 'X-One: 1'), (request) => {
      request.headers.set('x-one', '2')
      return [request.headers.get('X-One'), request.clone().headers.get('x-one')]
    })
    expect(result).toEqual(['2', '2'])
  })

  it('gives its body once, in whole or as a form', async () => {
    const { result } = await received(form('a=%C3%A9&b=é'), async (request) => {
      const params = await formParams(request)
      const again = await request.text().catch((error: unknown) => (error as Error).name)
      return { params: typeof params === 'object' ? params.entries : params, used: request.bodyUsed, again }
    })
    expect(result).toEqual({
      params: [
        ['a', 'é'],
        ['b', 'é'],
      ],
      used: true,
      again: 'TypeError',
    })
  })

  it.each([
    ['formData', async (request: Request) => (await request.formData()).get('a')],
    [
      'arrayBuffer',
      async (request: Request) =>
        Buffer.from(await request.arrayBuffer())
          .toString()
          .slice(2),
    ],
    ['a clone', async (request: Request) => (await request.clone().text()).slice(2) && (await request.text()).slice(2)],
    ['a stream', async (request: Request) => (await readBody(request))?.slice(2)],
  ])('gives its body by %s', async (_way, read) => {
    expect((await received(form('a=value'), read)).result).toBe('value')
  })

  it('reads no further than it is asked to, and does not hang up', async () => {
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    const bytes = head('POST /', 'Transfer-Encoding: chunked') + chunk.repeat(8)
    const { result } = await received(bytes, async (request, incoming) => [
      await readBody(request, 1000),
      incoming.socket.destroyed,
    ])
    expect(result).toEqual([undefined, false])
  })

  it('has no body where GET has one', async () => {
    const { result } = await received(`${head('GET /', 'Content-Length: 3')}abc`, (request) => request.text())
    expect(result).toBe('')
  })

  it('says by its signal that the client has hung up', async () => {
    const { result } = await received(head('GET /'), async ({ signal }, { socket }) => {
      const before = signal.aborted
      socket.destroy()
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      return [before, signal.aborted]
    })
    expect(result).toEqual([false, true])
  })

  it('removes its listeners from the connection after the answer', async () => {
    const server = createServer((incoming, outgoing) => {
      expect(requestView(incoming, outgoing, ORIGIN).signal.aborted).toBe(false)
      outgoing.end(String(incoming.socket.listenerCount('close')))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => {
      socket.destroy()
      server.close()
    })
    const ask = () =>
      new Promise<string>((resolve) => {
        socket.once('data', (answer) => resolve(answer.toString().split('\r\n\r\n')[1] ?? ''))
        socket.write(head('GET /'))
      })
    const first = await ask()
    for (let n = 0; n < 20; n += 1) expect(await ask()).toBe(first)
  })

  it('fails to give the body of a client that has hung up', async () => {
    const { result } = await received(`${head('POST /', 'Content-Length: 10')}abc`, async (request, incoming) => {
      incoming.once('error', () => undefined)
      incoming.socket.destroy()
      await new Promise((resolve) => incoming.once('close', resolve))
      return request.text().catch((error: unknown) => error instanceof Error)
    })
    expect(result).toBe(true)
  })

  it('fails to give the body of a client that hangs up', async () => {
    const bytes = head('POST /', 'Content-Length: 10')
    const { result } = await received(`${bytes}abc`, (request, { socket }) => {
      setTimeout(() => socket.destroy(), 20)
      return request.text().catch((error: unknown) => error instanceof Error)
    })
    expect(result).toBe(true)
  })
})
