import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemRandom } from '#lib/crypto/random.ts'
import { createLog } from './log.ts'

function logTo(logFormat: 'json' | 'pretty') {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-log-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const file = path.join(directory, 'log')
  return { log: createLog({ logLevel: 'trace', logFormat }, file), text: () => readFileSync(file, 'utf8') }
}

const HOSTILE = [
  'a\r\nb',
  '\n{"level":50,"msg":"forged"}',
  '","level":50,"msg":"forged',
  'x\u2028y\u2029z',
  '\u0085\u000b\u000c',
  '\u001b[2J\u001b[31mred\u001b]0;title\u0007',
  '\u009b31m',
  '\u202egnp.exe\u2066',
  '\u0000\u0008\u007f',
  '\ud800',
]
/** Characters that end a line, move a cursor, or reverse text. */
const INVISIBLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/

describe('a line of the log', () => {
  it('ERR-05 stays one line of JSON whatever stands in a value, a name or the sentence', () => {
    const { log, text } = logTo('json')
    for (const value of HOSTILE) {
      log.info({ value, [value]: 1, deep: { list: [value, { value }] } }, value)
      log.error({ error: new Error(value, { cause: value }) }, 'x')
    }
    const lines = text().trimEnd().split('\n')
    expect(lines).toHaveLength(2 * HOSTILE.length)
    for (const line of lines) {
      expect(line).not.toMatch(INVISIBLE)
      expect([30, 50]).toContain(JSON.parse(line).level)
      expect(JSON.parse(line).msg).not.toBe('forged')
    }
    expect(lines.filter((line) => JSON.parse(line).level === 50)).toHaveLength(HOSTILE.length)
  })

  it('shows control characters of a value in a terminal, and does not send them there', async () => {
    const { log, text } = logTo('pretty')
    for (const value of HOSTILE) log.warn({ value, error: new Error(value) }, value)
    log.warn({}, 'the last one')
    await vi.waitFor(() => expect(text()).toContain('the last one'), { timeout: 60_000 })
    expect(text()).not.toMatch(INVISIBLE)
    expect(text()).toContain('\\u001b[2J')
    expect(
      text()
        .split('\n')
        .filter((line) => line.includes('WARN')),
    ).toHaveLength(HOSTILE.length + 1)
  })

  it('SEC-04 has no secret in it, wherever a caller puts one', () => {
    const { log, text } = logTo('json')
    const random = systemRandom.token(32)
    const jwt = `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJQYXRpZW50LzcifQ.${systemRandom.token(64)}`
    const secrets = [random, jwt, jwt.split('.').at(-1) ?? '', 'correct horse']
    for (const name of ['password', 'code', 'state', 'cookie', 'authorization', 'client_assertion', 'launch', 'token'])
      log.info({ [name]: random, deep: { [name]: jwt } }, 'named')
    log.info({ password: 'correct horse', about: [random, jwt] }, `it was ${jwt} and Bearer ${random}`)
    log.info({ url: `https://app.example/cb?code=${random}&state=${random}#access_token=${jwt}` }, 'in an address')
    log.info({ reason: `fetch of https://app.example/cb?code=correct%20horse&x failed; launch=${random}` }, 'in a text')
    const unread = (text: string) => {
      try {
        return JSON.parse(text)
      } catch (error) {
        return error
      }
    }
    log.error({ err: unread('correct horse') }, 'a parser quotes what it read')
    const wrong = (() => {
      try {
        return new URL('correct horse')
      } catch (error) {
        return error
      }
    })()
    log.error({ err: wrong, cause: new Error('x', { cause: wrong }) }, 'an error carries its input')
    log.error(
      { err: Object.assign(new Error('refused'), { response: { body: random }, headers: { cookie: jwt } }) },
      'x',
    )
    for (const secret of secrets) expect(text()).not.toContain(secret.split(' ').at(-1))
  })

  it('keeps what helps: who, which check, and where an error came from', () => {
    const { log, text } = logTo('json')
    const id = crypto.randomUUID()
    log.error({ client: 'demo-app', traceId: id, check: 'token.code', cause: new RangeError('too far') }, 'It broke')
    expect(JSON.parse(text())).toMatchObject({
      ...{ level: 50, client: 'demo-app', traceId: id, check: 'token.code', msg: 'It broke' },
      cause: {
        error: 'RangeError',
        message: 'too far',
        at: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
      },
    })
  })
})
