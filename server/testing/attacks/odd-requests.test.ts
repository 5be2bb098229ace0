// Requests of odd forms at every address, as bytes: refused or answered, never with a fault of ours, and nobody waits for them.
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '#server/domain/routes.ts'
import { rounds } from '../rounds.ts'
import { type RunningDomain, runningDomain } from '../running.ts'
import { longestTurn } from '../turns.ts'

/** Milliseconds of work in one turn of the loop. */
const MOST_MS = 100
/** Milliseconds for which a stream of changes may stay open. */
const MOST_OPEN_MS = 3000

const PATHS = ROUTES.map(({ path }) => path.replace(/\*+$/, 'x'))
/** By day every third address gets a form; at night all do. */
const pathsFor = (form: string) => PATHS.filter((_, n) => (n + Object.keys(ODD).indexOf(form)) % rounds(3, 1) === 0)

/** What comes back over one connection; a stream that stays open is left. */
function answersTo({ url }: RunningDomain, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setTimeout(MOST_OPEN_MS, () => socket.destroy())
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => undefined) // Closed by the server in the middle of a body.
    socket.on('close', () => resolve(text))
    socket.write(bytes, 'latin1')
  })
}

interface Parts {
  readonly method?: string
  readonly target: string
  readonly version?: string
  readonly headers?: readonly string[]
  readonly body?: string
}

const JSON_TYPE = 'Content-Type: application/json'
const FORM = 'Content-Type: application/x-www-form-urlencoded'

function request({ method = 'GET', target, version = '1.1', headers = [], body }: Parts): string {
  const length = body === undefined || headers.includes(CHUNKED) ? [] : [`Content-Length: ${body.length}`]
  const lines = [`${method} ${target} HTTP/${version}`, 'Host: localhost', ...length, ...headers, 'Connection: close']
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

const post = (target: string, headers: readonly string[], body: string): string =>
  request({ method: 'POST', target, headers, body })

const CHUNKED = 'Transfer-Encoding: chunked'

const MANY = Array.from({ length: 10_000 }, (_, n) => `a${n}=`).join('&')
const SAME = 'client_id=a&'.repeat(600)
const DUPLICATES = ['client_id', 'scope', 'state', 'iss', 'launch', 'code', 'token', 'grant_type', 'page', 'q', 'id']
  .flatMap((name) => [`${name}=a`, `${name}=b`])
  .join('&')
const DEEP = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
const ESCAPES = [
  '%',
  '%ff',
  '%00',
  '%u0041',
  '%c0%ae%c0%ae',
  '%2e%2e%2f',
  '%0d%0aX-A:b',
  '%ed%a0%80',
  '\xe9',
  '%25%30%30',
]
const CONTENT_TYPES = [
  ...['text/plain', ';', 'multipart/form-data', 'multipart/form-data; boundary=', 'application/json; charset=utf-16'],
  ...['application/x-www-form-urlencoded; charset="', 'application/fhir+json; fhirVersion=9', '\xff\xfe', 'json'],
]

/** The forms, by name. */
const ODD: Readonly<Record<string, (path: string) => readonly string[]>> = {
  'headers of 15 and of 17 KB': (target) =>
    [15_000, 17_000].flatMap((length) =>
      ['X-A', 'Cookie', 'Accept-Language', 'Authorization'].map((name) =>
        request({ target, headers: [`${name}: ${'a=b; '.repeat(length / 5)}`] }),
      ),
    ),
  'thousands of cookies of one name': (target) => [request({ target, headers: [`Cookie: ${'a=b;'.repeat(3500)}`] })],
  'thousands of parameters': (target) => [
    request({ target: `${target}?${MANY.slice(0, 7000)}` }),
    post(target, [FORM], MANY.slice(0, 65_000)),
    post(target, [FORM], SAME),
  ],
  'parameters that are given twice': (target) => [
    request({ target: `${target}?${DUPLICATES}` }),
    post(target, [FORM], DUPLICATES),
    post(`${target}?${DUPLICATES}`, [FORM], DUPLICATES),
  ],
  'deep JSON, and JSON of other kinds': (target) =>
    [DEEP, 'null', '[]', '"a"', '{"__proto__":{"a":1}}', '{"a":1', '\xff', ''].map((body) =>
      post(target, [JSON_TYPE], body),
    ),
  'odd content types': (target) =>
    CONTENT_TYPES.map((type) => post(target, [`Content-Type: ${type}`], '{"a":1}')).concat(
      post(target, [JSON_TYPE, FORM], '{"a":1}'),
      post(target, [], 'a=1'),
    ),
  'odd escapes': (target) =>
    ESCAPES.flatMap((odd) => [
      request({ target: `${target}/${odd}` }),
      request({ target: `${target}?${odd}=${odd}&id=${odd}` }),
      post(target, [FORM], `${odd}=${odd}&client_id=${odd}`),
    ]),
  'HTTP/1.0': (target) => [
    request({ target, version: '1.0' }),
    `GET ${target} HTTP/1.0\r\n\r\n`,
    `GET ${target} HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET ${target} HTTP/1.0\r\n\r\n`,
  ],
  'targets of other forms': (target) => [
    request({ target: `http://localhost${target}` }),
    request({ target: `http://evil.example${target}` }),
    request({ target: `//evil.example${target}` }),
    request({ target: `/${target}` }),
    request({ target: `${target}/../..${target}` }),
    request({ target: `${target}\\..\\` }),
    request({ target: '*', method: 'OPTIONS' }),
    request({ target: 'localhost:1', method: 'CONNECT' }),
  ],
  'chunks with extensions and trailers': (target) => [
    post(target, [CHUNKED, FORM], '3;a=b;c="d"\r\na=1\r\n0\r\n\r\n'),
    post(target, [CHUNKED, FORM], `3;${'a'.repeat(20_000)}\r\na=1\r\n0\r\n\r\n`),
    post(target, [CHUNKED, JSON_TYPE], '2\r\n{}\r\n0\r\nContent-Length: 5\r\nCookie: a=b\r\n\r\n'),
    post(target, [CHUNKED, FORM], `${'1\r\na\r\n'.repeat(5000)}0\r\n\r\n`),
  ],
  expectations: (target) => [
    post(target, ['Expect: 100-continue', FORM], 'a=1'),
    post(target, ['Expect: 200-ok', FORM], 'a=1'),
    request({ target, headers: ['Expect: 100-continue'] }),
  ],
  'other methods': (target) =>
    ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'M-SEARCH'].flatMap((method) => [
      request({ target, method }),
      request({ target, method, headers: [JSON_TYPE], body: '{"a":[1]}' }),
    ]),
  'many requests at once on one connection': (target) => [
    `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(10) + request({ target }),
  ],
}

const statuses = (text: string) => [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status))
/** Lines of a stack, and names of our files. */
const STACK = /\n\s+at .+:\d+|node_modules|\/server\/[a-z/-]+\.(ts|js)/

describe('a request of an odd form', () => {
  it.each(Object.entries(ODD))(
    'SEC-12 LIM-40 is answered, and holds up nobody, at whichever address: %s',
    async (form, of) => {
      const running = await runningDomain({ RATE_LIMIT: 'off' })
      const wrong: string[] = []
      for (const path of pathsFor(form)) {
        const asked = of(path)
        const send = async () => {
          for (const bytes of asked) {
            const text = await answersTo(running, bytes)
            const bad = statuses(text).filter((status) => status >= 500 && status !== 501 && status !== 505)
            if (bad.length > 0 || text === '' || STACK.test(text))
              wrong.push(`${bytes.slice(0, 120)} -> ${text.slice(0, 200)}`)
          }
        }
        let least = Number.POSITIVE_INFINITY
        for (let turn = 0; turn < 3 && least > MOST_MS; turn += 1) least = Math.min(least, await longestTurn(send))
        if (least > MOST_MS) wrong.push(`${path}: ${least} ms`)
      }
      expect(wrong).toEqual([])
    },
  )
})
