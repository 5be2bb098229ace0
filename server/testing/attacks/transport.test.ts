// Attacks below the parameters: request framing, Host, and caches (RFC 9112 §11.2).
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { registerApp } from '../app.ts'
import { type RunningDomain, runningDomain } from '../running.ts'

/** All that comes back over one connection for some bytes. */
function raw({ url }: RunningDomain, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setTimeout(8000, () => reject(new Error(`The connection was left open after: ${text.slice(0, 200)}`)))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
    socket.write(bytes, 'latin1')
  })
}

const statuses = (text: string) => [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
const smuggled = 'GET /admin/api/keys HTTP/1.1\r\nHost: localhost\r\nX-Smuggled: 1\r\n\r\n'
const post = (headers: readonly string[], body: string) =>
  `${['POST /oauth2/token HTTP/1.1', 'Host: localhost', 'Content-Type: application/x-www-form-urlencoded', ...headers].join('\r\n')}\r\n\r\n${body}`

/** Each could end in one place for a proxy and in another one for us. */
const AMBIGUOUS: Readonly<Record<string, string>> = {
  'Content-Length and Transfer-Encoding': post(
    ['Content-Length: 6', 'Transfer-Encoding: chunked'],
    `0\r\n\r\n${smuggled}`,
  ),
  'two lengths': post(['Content-Length: 3', 'Content-Length: 4'], `a=1${smuggled}`),
  'two lengths in one': post(['Content-Length: 3, 4'], `a=1${smuggled}`),
  'a length with a sign': post(['Content-Length: +3'], `a=1${smuggled}`),
  'a length in hex': post(['Content-Length: 0x3'], `a=1${smuggled}`),
  'a negative length': post(['Content-Length: -1'], smuggled),
  'a coding that is not chunked': post(['Transfer-Encoding: xchunked'], `0\r\n\r\n${smuggled}`),
  'chunked before another coding': post(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${smuggled}`),
  'two codings': post(['Transfer-Encoding: identity', 'Transfer-Encoding: x'], `0\r\n\r\n${smuggled}`),
  'a space before the colon': post(['Transfer-Encoding : chunked'], `0\r\n\r\n${smuggled}`),
  'a folded header': post(['X-A: b', ' Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`),
  'a chunk size that is none': post(['Transfer-Encoding: chunked'], `zz\r\na=1\r\n0\r\n\r\n${smuggled}`),
  'a chunk size with a prefix': post(['Transfer-Encoding: chunked'], `0x3\r\na=1\r\n0\r\n\r\n${smuggled}`),
  'a chunk size that overflows': post(
    ['Transfer-Encoding: chunked'],
    `10000000000000003\r\na=1\r\n0\r\n\r\n${smuggled}`,
  ),
  'a bare LF in a chunk extension': post(['Transfer-Encoding: chunked'], `3;x\na=1\r\n0\r\n\r\n${smuggled}`),
  'a bare CR for a line end': `POST /oauth2/token HTTP/1.1\rHost: localhost\rContent-Length: 0\r\r${smuggled}`,
  'a NUL in a header': post(['X-A: a\0b', 'Content-Length: 3'], `a=1${smuggled}`),
  'no Host': 'POST /oauth2/token HTTP/1.1\r\nContent-Length: 0\r\n\r\n',
  'a body that a GET announces twice': `GET /fhir/metadata HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello${smuggled}`,
  'HTTP/0.9': 'GET /admin/api/keys\r\n\r\n',
}

describe('a request that two servers could read differently', () => {
  it('LIM-07 SEC-12 is refused, and nothing behind it is read as a request', async () => {
    const running = await runningDomain()
    const wrong: string[] = []
    for (const [name, bytes] of Object.entries(AMBIGUOUS)) {
      const answers = statuses(await raw(running, bytes))
      // 501 is for a transfer coding that is not known here (RFC 9112 §6.1).
      if (answers.length > 1 || answers.some((status) => status < 400 || (status >= 500 && status !== 501)))
        wrong.push(`${name}: ${answers}`)
    }
    expect(wrong).toEqual([])
  })
})

const NAMES = [
  'evil.example',
  'localhost@evil.example',
  'evil.example:80',
  'localhost.evil.example',
  '[::1]',
  'LOCALHOST',
]

describe('a name that is not ours', () => {
  it('DIS-23 is in no answer, whichever header claims it', async () => {
    const running = await runningDomain()
    const seen: string[] = []
    for (const path of [
      ...['/.well-known/openid-configuration', '/.well-known/smart-configuration', '/fhir/metadata', '/openapi.json'],
      ...['/idp/.well-known/openid-configuration', '/fhir/Patient', '/oauth2/authorize', '/idp/logout', '/idp/login'],
    ])
      for (const [header, name] of [
        ...NAMES.map((one) => ['Host', one]),
        ...['X-Forwarded-Host', 'X-Host', 'X-Forwarded-Server', 'X-Original-Host', 'X-HTTP-Host-Override'].map(
          (one) => [one, 'evil.example'],
        ),
        ['Forwarded', 'host=evil.example;proto=https'],
      ]) {
        const host = header === 'Host' ? '' : 'Host: localhost\r\n'
        const text = await raw(
          running,
          `GET ${path} HTTP/1.1\r\n${host}${header}: ${name}\r\nConnection: close\r\n\r\n`,
        )
        if (/evil\.example/i.test(text) || statuses(text)[0] === 500) seen.push(`${path} with ${header}: ${name}`)
      }
    expect(seen).toEqual([])
  })
})

describe('an address that looks like a file', () => {
  it('CND-10 INT-10 TOK-05 is never kept by a shared cache when it holds data', async () => {
    const running = await runningDomain()
    const authorization = `Bearer ${await running.bearer(await registerApp(running.domain))}`
    const kept: string[] = []
    for (const path of [
      ...[
        '/fhir/Patient/marijke-jansen',
        '/fhir/Patient',
        '/fhir/DEFAULT/Task?_count=1',
        '/traces/api',
        '/admin/api/me',
      ],
      ...['/portal/api/me', '/portal/api/patients', '/launch/api/session', '/browse/api/session', '/connect/api/me'],
      ...['/idp/login', '/idp/logout', '/oauth2/authorize', '/oauth2/callback', '/tools/api/me', '/portal/api/tasks'],
    ])
      for (const ending of [
        '',
        '/1.css',
        '/..%2fx.js',
        '.css',
        ';a.css',
        '%2f1.css',
        '%00.css',
        '%3f.css',
        '?x.css',
        '#.css',
        '%0a.css',
      ]) {
        const text = await raw(
          running,
          `GET ${path}${ending} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
        )
        const [head = '', body = ''] = text.split('\r\n\r\n')
        const isPage = body.includes('a page of the interface') // Next's to answer, without data.
        if (!isPage && !/^cache-control: .*(no-store|private)/im.test(head))
          kept.push(`${path}${ending}: ${head.split('\r\n')[0]}`)
      }
    expect(kept).toEqual([])
  })
})

const COSTLY: readonly (readonly [what: string, target: string, status: number])[] = [
  ['thousands of parameters', `/fhir/Patient?${'identifier=a&'.repeat(500)}`, 400],
  ['a list of thousands', `/fhir/Patient?_id=${'a,'.repeat(3000)}`, 400],
  ['a value of kilobytes', `/fhir/Patient?identifier=${'a'.repeat(5000)}`, 400],
  [
    'all includes',
    `/fhir/Patient?${['_include', '_revinclude', '_has', '_list'].map((name) => `${name}=${'*:'.repeat(200)}`).join('&')}`,
    200,
  ],
  ['a page of millions', '/fhir/Patient?_count=99999999999999999999', 200],
  ['an offset of the far future', '/fhir?_getpages=x&_getpagesoffset=99999999999999999999', 410],
  ['a deep chain', `/fhir/Task?patient${'.organization'.repeat(40)}.name=a`, 400],
  ['a pattern that backtracks', `/fhir/Patient?name=${'(a+)+'.repeat(40)}${'a'.repeat(200)}!`, 200],
  ['escapes without end', `/fhir/Patient?identifier=${'%5C'.repeat(300)}`, 200],
  [
    'dates without end',
    `/fhir/Patient?${Array.from({ length: 49 }, (_, at) => `_lastUpdated=ne${2000 + at}`).join('&')}`,
    200,
  ],
]

describe('a search that costs more than it is worth', () => {
  it('SRC-16 LST-09 LST-11 is refused or answered at once: parameters, lists, chains, includes and dates without end', async () => {
    const running = await runningDomain()
    const headers = { authorization: `Bearer ${await running.bearer(await registerApp(running.domain))}` }
    for (const [what, target, status] of COSTLY) {
      const answer = await fetch(`${running.url}${target}`, { headers, signal: AbortSignal.timeout(5000) })
      expect(answer.status, what).toBe(status)
      expect(await answer.json()).toMatchObject({ resourceType: status === 200 ? 'Bundle' : 'OperationOutcome' })
    }
  })
})
