import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isPrivateHost } from '#lib/http/private-host.ts'
import { HookFailure } from '../subscriptions/deps.ts'
import { type Answer, receiver, silent, status } from '../subscriptions/testing/receiver.ts'
import { certificateAuthority, type TestCertificate } from '../testing/certificates.ts'
import type { Names } from './names.ts'
import { hookFinder } from './outbound-post.ts'

const HERE = { address: '127.0.0.1', family: 4 }
const PUBLIC = { address: '8.8.8.8', family: 4 }
const NOW = Date.UTC(2026, 3, 1)
/** For who never answers. */
const SHORT_MS = 300

type Addresses = Awaited<ReturnType<Names['resolve']>>

/** Posts once; the kind of failure, or the status. */
async function posted(endpoint: string, names: Partial<Names> = {}, timeoutMs = 60_000): Promise<string> {
  const find = hookFinder({
    names: { resolve: async () => [HERE], isInside: () => false, ...names },
    own: () => undefined,
    clock: () => NOW,
    timeoutMs,
  })
  try {
    const { status: code, retryAfter } = await (await find(endpoint))([['x-a', 'b']], new AbortController().signal)
    return retryAfter === undefined ? String(code) : `${code} after ${retryAfter}`
  } catch (error) {
    if (error instanceof HookFailure) return error.kind
    throw error
  }
}

describe('a receiver by name', () => {
  it.each([
    '127.0.0.1',
    '127.255.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    'fc00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    'ff02::1',
  ])('SUB-10 is not called where its name leads to %s', async (address) => {
    const { origin, arrived } = await receiver()
    const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }]
    const at = origin.replace('127.0.0.1', 'hook.example')
    expect(await posted(`${at}/x`, { resolve, isInside: isPrivateHost })).toBe('address-refused')
    expect(arrived).toEqual([])
  })

  it('SUB-10 is not called where one of its addresses is private, nor where the address is written out', async () => {
    const { origin, arrived } = await receiver()
    const isInside = isPrivateHost
    const both = async () => [PUBLIC, HERE]
    const { port } = new URL(origin)
    expect(await posted(`http://hook.example:${port}/`, { resolve: both, isInside })).toBe('address-refused')
    expect(await posted(`http://127.0.0.1:${port}/`, { isInside })).toBe('address-refused')
    expect(await posted(`http://[::1]:${port}/`, { isInside })).toBe('address-refused')
    expect(arrived).toEqual([])
  })

  it('SUB-10 is called at the address that was looked at, whatever its name says a moment later', async () => {
    const { origin, arrived } = await receiver()
    const { port } = new URL(origin)
    const answers: Addresses[] = [[HERE], [PUBLIC]]
    let asked = 0
    const resolve = async () => answers[asked++] ?? []
    expect(await posted(`http://hook.example:${port}/a%20b?c`, { resolve })).toBe('200')
    expect(asked).toBe(1)
    expect(arrived[0]).toMatchObject({ path: '/a%20b?c', headers: { host: `hook.example:${port}`, 'x-a': 'b' } })
  })

  it('SUB-04 fails by dns where it has no address, and where nobody says which', async () => {
    expect(await posted('http://hook.example/', { resolve: async () => [] })).toBe('dns')
    const unknown = async () => {
      throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
    }
    expect(await posted('http://hook.example/', { resolve: unknown })).toBe('dns')
    const never = () => new Promise<never>(() => undefined)
    expect(await posted('http://hook.example/', { resolve: never }, SHORT_MS)).toBe('dns')
  })
})

describe('the answer of a receiver', () => {
  it.each([200, 202, 204, 301, 400, 404, 410, 500])('SUB-26 is %i', async (code) => {
    const { origin } = await receiver(status(code, code === 301 ? { location: 'http://127.0.0.1:1/' } : {}))
    expect(await posted(`${origin}/`)).toBe(String(code))
  })

  it('SUB-11 leads nowhere else', async () => {
    const other = await receiver()
    const { origin } = await receiver(status(307, { location: `${other.origin}/` }))
    expect(await posted(`${origin}/`)).toBe('307')
    expect(other.arrived).toEqual([])
  })

  it('SUB-26 may ask to wait, in seconds or until a date', async () => {
    const { origin } = await receiver(status(503, { 'retry-after': '3' }))
    expect(await posted(`${origin}/`)).toBe('503 after 3000')
    const until = await receiver(status(429, { 'retry-after': new Date(NOW + 60_000).toUTCString() }))
    expect(await posted(`${until.origin}/`)).toBe('429 after 60000')
    const nonsense = await receiver(status(429, { 'retry-after': 'soon' }))
    expect(await posted(`${nonsense.origin}/`)).toBe('429')
  })

  it('SUB-26 is a failure where it does not come, comes drop by drop, or does not end', async () => {
    const drip: Answer = (response) => {
      response.writeHead(200)
      const drops = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drops))
    }
    let sent = 0
    const flood: Answer = (response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024))) sent += 64 * 1024
      }
      response.on('drain', more)
      more()
    }
    const cut: Answer = (response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('x', () => response.destroy())
    }
    const kinds = []
    for (const answer of [silent, drip]) kinds.push(await posted(`${(await receiver(answer)).origin}/`, {}, SHORT_MS))
    for (const answer of [flood, cut]) kinds.push(await posted(`${(await receiver(answer)).origin}/`))
    expect(kinds).toEqual(['timeout', 'timeout', 'answer-too-long', 'connection'])
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  it('SUB-26 is a failure where it changes the protocol, which nobody asked for', async () => {
    const switching: Answer = (response) => {
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
    }
    expect(await posted(`${(await receiver(switching)).origin}/`)).toBe('connection')
  })

  it('SUB-26 is the one that comes after hints', async () => {
    const hinting: Answer = (response) => {
      response.writeEarlyHints({ link: '</x>; rel=preload' }, () => response.end())
    }
    expect(await posted(`${(await receiver(hinting)).origin}/`)).toBe('200')
  })

  it('SUB-04 is missing where nobody listens', async () => {
    const { origin, close } = await receiver()
    close()
    expect(await posted(`${origin}/`)).toBe('refused')
  })
})

describe('a receiver over TLS', () => {
  const authority = certificateAuthority('An authority of the test')

  async function tlsReceiver(certificate: TestCertificate) {
    const arrived: (string | undefined)[] = []
    const server = createServer(certificate, (request, response) => {
      arrived.push(request.headers.host)
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return { arrived, port: (server.address() as AddressInfo).port }
  }

  it('SUB-11 has to prove its name, by an authority that is believed', async () => {
    const authorities = [authority.certificate]
    const good = await tlsReceiver(authority.issue({ name: 'hook', hosts: ['hook.example'] }))
    expect(await posted(`https://hook.example:${good.port}/`, { authorities })).toBe('200')
    const other = await tlsReceiver(authority.issue({ name: 'hook', hosts: ['other.example'] }))
    expect(await posted(`https://hook.example:${other.port}/`, { authorities })).toBe('tls')
    const own = await tlsReceiver(certificateAuthority('Itself').issue({ name: 'hook', hosts: ['hook.example'] }))
    expect(await posted(`https://hook.example:${own.port}/`, { authorities })).toBe('tls')
    expect([good.arrived, other.arrived, own.arrived]).toEqual([[`hook.example:${good.port}`], [], []])
  })

  it('SUB-11 is reached directly, whatever the environment says of proxies', async () => {
    const proxy = await receiver()
    const before = process.env['HTTP_PROXY']
    process.env['HTTP_PROXY'] = proxy.origin
    onTestFinished(() => {
      if (before === undefined) delete process.env['HTTP_PROXY']
      else process.env['HTTP_PROXY'] = before
    })
    const { origin } = await receiver()
    expect(await posted(`${origin}/`)).toBe('200')
    expect(proxy.arrived).toEqual([])
  })
})
