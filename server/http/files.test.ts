// Conditional and range requests (RFC 9110 §13, §14) at every address; of files as Next's own function serves them.
import { serveStatic } from 'next/dist/server/serve-static.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ROUTES } from '../domain/routes.ts'
import { wireTo } from '../testing/fuzz/wire.ts'
import { runningDomain } from '../testing/running.ts'
import type { NodeHandler } from './server.ts'

const STATIC = ['/icon.svg', '/favicon.ico', '/plain.css', '/inter.woff2', '/_next/static/chunks/x.js']

/** Answers with a file where there is one; what Next makes of an error of that is a 500. */
const PAGES: NodeHandler = (request, response) =>
  STATIC.includes(request.url ?? '')
    ? serveStatic(request, response, '/icon.svg', { root: 'public' }).catch(() => void response.writeHead(500).end())
    : void response.end('a page')

async function serving() {
  const running = await runningDomain({}, undefined, {}, PAGES)
  const wire = wireTo(running.url)
  onTestFinished(() => wire.close())
  return (target: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    wire.send({ method, target, headers })
}

const ADDRESSES = ROUTES.flatMap(({ path }) =>
  /\*+$/.test(path) ? [path.replace(/\*+$/, ''), path.replace(/\*+$/, 'x/y')] : [path],
)
const RANGES = [
  'bytes=0-1',
  'bytes=5-1',
  'bytes=99999999-',
  'bytes=-0',
  'bytes=-5',
  'a-b',
  ',',
  '-0',
  'bytes=',
  'x=0-1',
]
const SEVERAL = ['bytes=0-0,1-1', 'bytes=0-0,,99999999-', `bytes=${'0-0,'.repeat(2000)}`]
const DATES = ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 2094 08:49:37 GMT', 'x', '0', '']
const TAGS = ['"x"', 'W/"x"', '*', 'x', '', '"x", "y"', ',', '"']
const CONDITIONS: readonly (readonly [string, readonly string[]])[] = [
  ['range', [...RANGES, ...SEVERAL]],
  ['if-match', TAGS],
  ['if-none-match', TAGS],
  ['if-modified-since', DATES],
  ['if-unmodified-since', DATES],
  ['if-range', [...TAGS, ...DATES]],
]

describe('a conditional or range request', () => {
  it('HOC-32 is never answered with a 5xx status, at any address', async () => {
    const ask = await serving()
    for (const target of [...ADDRESSES, ...STATIC])
      for (const [name, values] of CONDITIONS)
        for (const value of values) {
          const asked = name === 'if-range' ? { range: 'bytes=0-1', [name]: value } : { [name]: value }
          const { status } = await ask(target, asked, value.length % 2 === 0 ? 'GET' : 'HEAD')
          expect(status, `${target} ${name}: ${value.slice(0, 40)}`).toBeLessThan(500)
        }
  })

  it.each(STATIC)('HOC-32 for %s sends the file whole, or says that it is not the one asked for', async (file) => {
    const ask = await serving()
    const whole = await ask(file)
    expect(whole).toMatchObject({ status: 200, headers: { 'accept-ranges': 'none' } })
    const { etag = '', 'last-modified': modified = '' } = whole.headers
    for (const range of RANGES) expect(await ask(file, { range })).toMatchObject({ status: 200, text: whole.text })
    for (const tag of ['"x"', 'W/"x"', String(etag)])
      expect((await ask(file, { 'if-match': tag })).status, tag).toBe(412)
    expect((await ask(file, { 'if-match': '*' })).status).toBe(200)
    expect((await ask(file, { 'if-unmodified-since': String(modified) })).status).toBe(200)
    expect((await ask(file, { 'if-unmodified-since': DATES[0] ?? '' })).status).toBe(412)
    expect((await ask(file, { 'if-unmodified-since': 'x' })).status).toBe(200)
    expect((await ask(file, { 'if-none-match': String(etag) })).status).toBe(304)
    expect((await ask(file, { 'if-modified-since': String(modified) })).status).toBe(304)
    expect((await ask(file, { 'if-modified-since': DATES[0] ?? '' })).status).toBe(200)
  })
})
