import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isPrivateHost } from '#lib/http/private-host.ts'
import { countedPerTurn } from '../testing/turns.ts'
import type { Names } from './names.ts'
import { domainFetch, outsideFetch } from './outbound-fetch.ts'

const LOOPBACK = { address: '127.0.0.1', family: 4 }
const OUTSIDE = { address: '8.8.8.8', family: 4 }

/** A server on this machine that stands for something inside our network. */
async function insideServer() {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers.host)
    if (request.url === '/elsewhere') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    else if (request.url === '/empty') response.writeHead(204).end()
    else if (request.url === '/switched')
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
    else
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=60' }).end('{"keys":[]}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  return { seen, port: (server.address() as AddressInfo).port }
}

const namesOf = (...answers: readonly (typeof LOOPBACK)[][]) => {
  const asked: string[] = []
  const names: Names = {
    resolve: async (name) => {
      asked.push(name)
      return answers[Math.min(asked.length, answers.length) - 1] ?? []
    },
    isInside: isPrivateHost,
  }
  return { asked, names }
}

describe('outsideFetch', () => {
  it.each([
    ['a public name with a private address', [LOOPBACK]],
    ['one private address among public ones', [OUTSIDE, { address: '10.0.0.7', family: 4 }]],
    ['the address of a cloud metadata service', [{ address: '169.254.169.254', family: 4 }]],
    ['a mapped IPv6 address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['a unique local IPv6 address', [{ address: 'fd00::1', family: 6 }]],
    ['a name without addresses', []],
  ])('AST-22 does not connect to %s', async (_what, addresses) => {
    const inside = await insideServer()
    const { names } = namesOf(addresses)
    await expect(outsideFetch(names)(`http://keys.example:${inside.port}/`)).rejects.toThrow(/private network/)
    expect(inside.seen).toEqual([])
  })

  it.each(['127.0.0.1', '[::1]', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '169.254.169.254'])(
    'AST-22 does not connect to the literal %s',
    async (host) => {
      const { names, asked } = namesOf([OUTSIDE])
      await expect(outsideFetch(names)(`http://${host}:1/`)).rejects.toThrow(/private network/)
      expect(asked).toEqual([])
    },
  )

  it('AST-22 connects to the address that was looked at and asks for no other, whatever a second answer would be', async () => {
    const inside = await insideServer()
    const { names, asked } = namesOf([LOOPBACK], [{ address: '8.8.4.4', family: 4 }])
    const anywhere = { ...names, isInside: () => false }
    const response = await outsideFetch(anywhere)(`http://keys.example:${inside.port}/jwks`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('max-age=60')
    expect(await response.json()).toEqual({ keys: [] })
    expect(inside.seen).toEqual([`keys.example:${inside.port}`])
    expect(asked).toEqual(['keys.example'])
  })

  it('AST-22 follows no redirect, and takes an answer without a body', async () => {
    const inside = await insideServer()
    const read = outsideFetch({ resolve: async () => [LOOPBACK], isInside: () => false })
    expect((await read(`http://keys.example:${inside.port}/elsewhere`)).status).toBe(302)
    expect((await read(`http://keys.example:${inside.port}/empty`)).status).toBe(204)
    expect(inside.seen).toHaveLength(2)
  })

  it('AST-22 fails where the answer changes the protocol, and waits for nothing more', async () => {
    const inside = await insideServer()
    const read = outsideFetch({ resolve: async () => [LOOPBACK], isInside: () => false })
    await expect(read(`http://keys.example:${inside.port}/switched`)).rejects.toThrow('closed without an answer')
  })

  it('AST-22 gives up when it is told to', async () => {
    const server = createServer(() => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const read = outsideFetch({ resolve: async () => [LOOPBACK], isInside: () => false })
    await expect(read(`http://keys.example:${port}/`, { signal: AbortSignal.timeout(100) })).rejects.toThrow()
  })
})

describe('domainFetch', () => {
  it('begins few of many questions to ourselves in one turn of the event loop, and answers all', async () => {
    const counted = countedPerTurn()
    const handler = async ({ url }: Request) => {
      counted.note()
      return new Response(url)
    }
    const nobody = () => Promise.reject(new Error('The network is not asked'))
    const fetch = domainFetch(['https://own.example/fhir'], () => handler, nobody)
    const urls = Array.from({ length: 50 }, (_, at) => `https://own.example/fhir/Task/${at}`)
    const answers = await Promise.all(urls.map(async (url) => (await fetch(url)).text()))
    expect(answers).toEqual(urls)
    expect(counted.most()).toBe(4)
  })
})
