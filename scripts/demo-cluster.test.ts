import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startBalancer } from './demo-cluster.mjs'

interface Process {
  readonly port: number
  readonly seen: IncomingMessage[]
  readonly state: { ready: boolean }
  /** Ends it at once, as kill -9 does. */
  readonly kill: () => Promise<void>
}

/** A plain server that says who answered; `answer` may do something else. */
async function aProcess(name: string, answer?: RequestListener): Promise<Process> {
  const [seen, state]: [IncomingMessage[], { ready: boolean }] = [[], { ready: true }]
  const server = createServer(async (request, response) => {
    if (request.url === '/readyz') return response.writeHead(state.ready ? 200 : 503).end()
    seen.push(request)
    if (answer) return answer(request, response)
    return response.setHeader('set-cookie', ['a=1', 'b=2']).end(`${name} ${request.method} ${await text(request)}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => closed(server))
  return { port: (server.address() as AddressInfo).port, seen, state, kill: () => closed(server) }
}

const closed = async (server: Server): Promise<void> => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** A balancer that asks its processes often. */
async function balanced(...processes: readonly Process[]) {
  const balancer = await startBalancer({ port: 0, ports: processes.map(({ port }) => port), askedEveryMs: 20 })
  onTestFinished(balancer.close)
  const call = async (path = '/', init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${balancer.port}${path}`, init)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return { balancer, call }
}

describe('the load balancer of the trial', () => {
  it('takes its processes in turns', async () => {
    const { call } = await balanced(await aProcess('one'), await aProcess('two'))
    const names = [await call(), await call(), await call(), await call()].map((answer) => answer.text.slice(0, 3))
    expect(names.toSorted()).toEqual(['one', 'one', 'two', 'two'])
  })

  it('hands on method, path, body, host and cookies, and says itself from where a request came', async () => {
    const one = await aProcess('one')
    const { balancer, call } = await balanced(one)
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-trace-id': 'mine', te: 'trailers' }
    const answer = await call('/path?query=1', { method: 'POST', body: 'a body', headers })
    expect([answer.text, answer.headers.getSetCookie()]).toEqual(['one POST a body', ['a=1', 'b=2']])
    const { url, headers: handed } = one.seen[0] as IncomingMessage
    expect([url, handed.host, handed['x-trace-id']]).toEqual(['/path?query=1', `127.0.0.1:${balancer.port}`, 'mine'])
    expect([handed['x-forwarded-for'], handed['x-forwarded-proto'], handed['te']]).toEqual([
      '127.0.0.1',
      'http',
      undefined,
    ])
  })

  it('goes on with the other process when one is killed, and takes that one back when it is ready', async () => {
    const [one, two] = [await aProcess('one'), await aProcess('two')]
    const { balancer, call } = await balanced(one, two)
    two.state.ready = false
    await expect.poll(balancer.ready).toEqual([one.port])
    expect((await call()).text).toBe('one GET ')
    two.state.ready = true
    await expect.poll(() => balancer.ready().length).toBe(2)
    await one.kill()
    for (let n = 0; n < 4; n += 1)
      expect((await call('/', { method: 'POST', body: 'kept' })).text).toBe('two POST kept')
    await two.kill()
    const refused = await call()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  })

  it('asks another process what changes nothing, when the first one ends before it answers, and tells the sender of the rest', async () => {
    const dying: RequestListener = (request) => void request.socket.destroy()
    const [one, two] = [await aProcess('one', dying), await aProcess('two')]
    const { balancer, call } = await balanced(one, two)
    for (let n = 0; n < 2; n += 1) {
      await expect.poll(() => balancer.ready().length).toBe(2)
      expect((await call()).text).toBe('two GET ')
    }
    const statuses: number[] = []
    for (let n = 0; n < 2; n += 1) {
      await expect.poll(() => balancer.ready().length).toBe(2)
      statuses.push((await call('/', { method: 'POST', body: 'once' })).status)
    }
    expect(statuses.toSorted()).toEqual([200, 502])
    expect([...one.seen, ...two.seen].filter(({ method }) => method === 'POST')).toHaveLength(2)
  })

  it('sends on what a stream says when it says it, and leaves the process when the reader leaves', async () => {
    const left = new EventEmitter()
    const one = await aProcess('one', (_, response) => {
      response.write('first\n')
      response.once('close', () => left.emit('left'))
    })
    const hasLeft = once(left, 'left')
    const { balancer } = await balanced(one)
    const reader = connect(balancer.port, '127.0.0.1')
    reader.write('GET /stream HTTP/1.1\r\nhost: x\r\n\r\n')
    let said = ''
    for await (const chunk of reader) {
      said += String(chunk)
      if (said.includes('first')) break
    }
    await hasLeft
  })
})
