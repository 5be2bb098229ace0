// A hostile identity provider over real sockets: slow and oversized answers, redirects elsewhere, and that it leaves nothing behind
// (conformance A4, AUZ-37). Bad id_tokens and error answers: idp-client.test.ts.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sha256 } from '#lib/crypto/hash.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { certificateAuthority } from '#server/testing/certificates.ts'
import { testStorage } from '#server/testing/test-storage.ts'
import { createRecorder } from '#server/traces/recorder.ts'
import { expectErrorRedirect, expectNothingKept, expectPage400 } from '../testing/answers.ts'
import { ANNA, authorizationServer, cookiesOf, minutes } from '../testing/authorization-server.ts'
import { testKey } from '../testing/keys.ts'
import { type SocketAuthorizationServer, stranger, withSocketIdp } from '../testing/socket-idp.ts'
import { STEP_TIMEOUT_MS } from './idp-fetch.ts'

type Misdeed = (request: IncomingMessage, response: ServerResponse) => void

const JSON_TYPE = { 'content-type': 'application/json' }
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024))

const codesOf = ({ sql }: SocketAuthorizationServer) => sql.rows('SELECT * FROM authorization_code')

/** Sends a byte now and then, for ever. */
const drip: Misdeed = (_, response) => {
  response.writeHead(200, JSON_TYPE).write('{')
  const timer = setInterval(() => response.write(' '), 200)
  response.on('close', () => clearInterval(timer))
}

/** Sends without end, as fast as it is read. */
const flood: Misdeed = (_, response) => {
  response.writeHead(200, JSON_TYPE)
  const chunk = Buffer.alloc(64 * 1024, ' ')
  const more = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

const MISDEEDS: readonly (readonly [string, Misdeed, string])[] = [
  ['hangs up at once', (request) => request.socket.destroy(), 'temporarily_unavailable'],
  [
    'hangs up in the middle of its answer',
    (request, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' }).write('{"issuer":')
      setTimeout(() => request.socket.destroy(), 20)
    },
    'temporarily_unavailable',
  ],
  ['answers no HTTP', ({ socket }) => socket.end('hello\r\n\r\n'), 'temporarily_unavailable'],
  [
    'answers 500',
    (_, response) => response.writeHead(500).end('at Object.<anonymous> (/srv/idp.js:1:1)'),
    'temporarily_unavailable',
  ],
  [
    'answers a page',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    'server_error',
  ],
  ['answers JSON that is none', (_, response) => response.writeHead(200, JSON_TYPE).end('{"a":'), 'server_error'],
  ['answers null', (_, response) => response.writeHead(200, JSON_TYPE).end('null'), 'server_error'],
  ['answers without end', flood, 'server_error'],
  [
    'answers 64 MB in 64 KB (gzip)',
    (_, response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(BOMB),
    'server_error',
  ],
]

describe.each(MISDEEDS)('a provider that %s', (_what, misdeed, error) => {
  it('AUZ-37 that fails at discovery: the app receives the error, and the launch stays usable', async () => {
    const as = await withSocketIdp()
    const launch = await as.launchToken()
    as.misdeeds['openid-configuration'] = misdeed
    const description = expectErrorRedirect(await as.authorize({ launch }), error)
    expect(description).not.toMatch(/127\.0\.0\.1|\/srv|socket|undici|fetch/i)
    await expectNothingKept(as)
    delete as.misdeeds['openid-configuration']
    expect((await as.logIn(await as.authorize({ launch }))).headers.get('location')).toContain('code=')
  })

  it.each(['token', 'jwks'])('AUZ-37 that fails at %s: the app receives the error and no code', async (place) => {
    const as = await withSocketIdp()
    const login = await as.authorize()
    as.misdeeds[place] = misdeed
    const response = await as.logIn(login)
    expectErrorRedirect(response, error)
    expect(await codesOf(as)).toEqual([])
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
  })
})

describe('a provider that lacks what it must have', () => {
  it.each([
    ['openid-configuration', 'temporarily_unavailable'],
    ['token', 'server_error'],
    ['jwks', 'temporarily_unavailable'],
  ])('AUZ-37 answers 404 at %s: the app is told %s', async (place, error) => {
    const as = await withSocketIdp()
    const login = place === 'openid-configuration' ? undefined : await as.authorize()
    as.misdeeds[place] = (_, response) => response.writeHead(404).end()
    expectErrorRedirect(login ? await as.logIn(login) : await as.authorize(), error)
    expect(await codesOf(as)).toEqual([])
  })
})

describe('a slow provider', () => {
  async function givesUpAt(place: string): Promise<void> {
    const as = await withSocketIdp()
    const login = place === 'openid-configuration' ? undefined : await as.authorize()
    as.misdeeds[place] = drip
    expectErrorRedirect(login ? await as.logIn(login) : await as.authorize(), 'temporarily_unavailable')
    expect(STEP_TIMEOUT_MS).toBeLessThan(6000)
    expect(await codesOf(as), place).toEqual([])
  }

  it('IDP-18 AUZ-37 at discovery, token and keys: gives up within six seconds, although bytes keep coming', async () => {
    await Promise.all(['openid-configuration', 'token', 'jwks'].map(givesUpAt)) // Each waits, and for nothing of the others.
  })
})

describe('a provider that redirects', () => {
  it.each([301, 302, 303, 307, 308])(
    'IDP-18 is not followed (%d), neither at discovery, token nor keys',
    async (status) => {
      const elsewhere = await stranger()
      const redirect: Misdeed = (request, response) =>
        void response.writeHead(status, { location: `${elsewhere.origin}${request.url}` }).end()
      const as = await withSocketIdp()
      as.misdeeds['openid-configuration'] = redirect
      expectErrorRedirect(await as.authorize(), 'temporarily_unavailable')
      delete as.misdeeds['openid-configuration']
      for (const place of ['token', 'jwks']) {
        const login = await as.authorize()
        as.misdeeds[place] = redirect
        expectErrorRedirect(await as.logIn(login), 'temporarily_unavailable')
        delete as.misdeeds[place]
      }
      expect(elsewhere.visits).toEqual([])
      expect(await codesOf(as)).toEqual([])
    },
  )

  it.each([
    ['another issuer', { issuer: 'https://evil.example' }],
    ['an issuer that begins like the right one', { issuer: 'http://127.0.0.1:1/x' }],
    ['no issuer', { issuer: undefined }],
    ['no authorization endpoint', { authorization_endpoint: undefined }],
    ['an authorization endpoint that is no URL', { authorization_endpoint: '/authorize' }],
    ['an authorization endpoint in script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['a token endpoint without TLS', { token_endpoint: 'http://evil.example/token' }],
    ['keys in a file', { jwks_uri: 'file:///etc/passwd' }],
  ])('IDP-18 a discovery document of %s is not believed, and the launch stays usable', async (_, metadata) => {
    const as = await withSocketIdp()
    const launch = await as.launchToken()
    as.idp.behaviour = { metadata }
    expectErrorRedirect(await as.authorize({ launch }), 'server_error')
    await expectNothingKept(as)
    as.idp.behaviour = {}
    expect((await as.logIn(await as.authorize({ launch }))).headers.get('location')).toContain('code=')
  })
})

describe('keys of a provider', () => {
  it('IDP-04 replaced under the same kid: the cached keys hold until a new kid is seen, and the new signature is refused', async () => {
    const as = await withSocketIdp()
    expect((await as.logIn(await as.authorize())).headers.get('location')).toContain('code=')
    const [proper, attacker] = [await testKey('idp', 'ES256'), await testKey('attacker', 'ES256')]
    as.idp.behaviour = { signWith: attacker, header: { kid: proper.kid } }
    expectErrorRedirect(await as.logIn(await as.authorize()), 'server_error')
    expect(await codesOf(as)).toHaveLength(1)
  })

  it('IDP-04 replaced by the provider itself: the new kid is fetched once and holds', async () => {
    const as = await withSocketIdp()
    await as.logIn(await as.authorize())
    const next = await testKey('idp next', 'ES256')
    as.idp.behaviour = { signWith: next, answer: { jwks: () => Response.json({ keys: [next.publicJwk] }) } }
    vi.useFakeTimers({ toFake: ['Date'] }) // openid-client keeps keys by the clock of the machine.
    onTestFinished(() => void vi.useRealTimers())
    vi.setSystemTime(Date.now() + minutes(6))
    as.advance(minutes(6))
    expect((await as.logIn(await as.authorize())).headers.get('location')).toContain('code=')
  })

  it.each([
    ['under the same kid', (kid: string) => kid],
    ['under a new kid, a moment after the last fetch', () => undefined],
  ])('IDP-04 replaced %s: one login fails, and the next one holds', async (_, kidOf) => {
    const as = await withSocketIdp()
    await as.logIn(await as.authorize())
    const [proper, made] = [await testKey('idp', 'ES256'), await testKey('idp changed', 'ES256')]
    const kid = kidOf(proper.kid) ?? made.kid
    const next = { ...made, kid, publicJwk: { ...made.publicJwk, kid } }
    as.idp.behaviour = { signWith: next, answer: { jwks: () => Response.json({ keys: [next.publicJwk] }) } }
    expectErrorRedirect(await as.logIn(await as.authorize()), 'server_error')
    expect((await as.logIn(await as.authorize())).headers.get('location')).toContain('code=')
  })

  it.each(['oct', 'RSA with 1024 bit', 'private'])(
    'IDP-04 a set with nothing but a useless key (%s) gives no code',
    async (kind) => {
      const as = await withSocketIdp()
      const { kid, publicJwk } = await testKey('idp', 'ES256')
      const useless = {
        oct: { kty: 'oct', k: Buffer.from('a secret of the test').toString('base64url'), kid, alg: 'HS256' },
        'RSA with 1024 bit': { kty: 'RSA', n: 'x'.repeat(171), e: 'AQAB', kid, alg: 'RS256' },
        private: { ...publicJwk, use: 'enc' },
      }[kind]
      as.idp.behaviour = { answer: { jwks: () => Response.json({ keys: [useless] }) } }
      expectErrorRedirect(await as.logIn(await as.authorize()), 'server_error')
      expect(await codesOf(as)).toEqual([])
    },
  )
})

describe('codes that are not ours', () => {
  it('IDP-03 a code of another login (code injection) fails at PKCE: the provider refuses, and there is no code of ours', async () => {
    const as = await withSocketIdp()
    const [victim, attacker] = [await as.authorize(), await as.authorize()]
    const stolen = new URL(as.idp.logIn(victim.headers.get('location') ?? '', ANNA)).searchParams.get('code') ?? ''
    const answer = new URL(as.idp.logIn(attacker.headers.get('location') ?? '', ANNA))
    answer.searchParams.set('code', stolen)
    expectErrorRedirect(await as.callback(answer.href, attacker), 'server_error')
    const sent = as.idp.lastTokenRequest()?.form
    const challenge = (login: Response) =>
      new URL(login.headers.get('location') ?? '').searchParams.get('code_challenge')
    expect(sha256(sent?.get('code_verifier') ?? '')).toBe(challenge(attacker))
    expect(challenge(attacker)).not.toBe(challenge(victim))
    expect(await codesOf(as)).toEqual([])
  })

  it('IDP-03 a provider that does not look at PKCE is caught by the nonce', async () => {
    const as = await withSocketIdp()
    const [victim, attacker] = [await as.authorize(), await as.authorize()]
    const asked = new URL(victim.headers.get('location') ?? '')
    asked.searchParams.set(
      'code_challenge',
      new URL(attacker.headers.get('location') ?? '').searchParams.get('code_challenge') ?? '',
    )
    const stolen = new URL(as.idp.logIn(asked.href, ANNA)).searchParams.get('code') ?? ''
    const answer = new URL(as.idp.logIn(attacker.headers.get('location') ?? '', ANNA))
    answer.searchParams.set('code', stolen)
    expectErrorRedirect(await as.callback(answer.href, attacker), 'server_error')
    expect(await codesOf(as)).toEqual([])
  })

  it('IDP-05 a mix-up: an answer in the name of another provider is a page, and no code is shown to anybody', async () => {
    const as = await withSocketIdp()
    const other = await stranger()
    for (const iss of [other.origin, `${as.idp.issuer}/`, as.idp.issuer.toUpperCase(), '']) {
      const login = await as.authorize()
      const url = new URL(as.idp.logIn(login.headers.get('location') ?? '', ANNA))
      url.searchParams.set('iss', iss)
      await expectPage400(await as.callback(url.href, login))
      url.searchParams.set('iss', as.idp.issuer)
      await expectPage400(await as.callback(url.href, login))
    }
    const login = await as.authorize()
    const twice = new URL(as.idp.logIn(login.headers.get('location') ?? '', ANNA))
    twice.searchParams.append('iss', other.origin)
    await expectPage400(await as.callback(twice.href, login))
    expect(as.idp.requests).not.toContain('token')
    expect(other.visits).toEqual([])
    expect(await codesOf(as)).toEqual([])
  })

  it('IDP-07 an answer with two codes, and one with code and error, give no code', async () => {
    const as = await withSocketIdp()
    const answerTo = async (change: (params: URLSearchParams) => void) => {
      const login = await as.authorize()
      const url = new URL(as.idp.logIn(login.headers.get('location') ?? '', ANNA))
      change(url.searchParams)
      return as.oauth.callback(new Request(url, { headers: { cookie: cookiesOf(login) } }))
    }
    expectErrorRedirect(await answerTo((params) => params.append('code', 'another')), 'server_error')
    expectErrorRedirect(await answerTo((params) => params.append('error', 'access_denied')), 'access_denied')
    expect(as.idp.requests).not.toContain('token')
    expect(await codesOf(as)).toEqual([])
  })
})

describe('an id_token that says too little', () => {
  it.each([
    ['the claim that names the user', { preferred_username: undefined }],
    ['a name that is no text', { preferred_username: 7 }],
    ['an empty name', { preferred_username: '' }],
    ['a list of names', { preferred_username: ['anna@example.org'] }],
  ])('IDP-08 without %s: access_denied, no code, nothing told', async (_, claims) => {
    const as = await withSocketIdp()
    const description = expectErrorRedirect(await as.logIn(await as.authorize(), claims), 'access_denied')
    expect(description).not.toContain('anna')
    expect(await codesOf(as)).toEqual([])
  })
})

describe('a provider that says more than it is asked', () => {
  it('is shown in the trace by the names of its claims, without their values about the person', async () => {
    const { sql, storage } = await testStorage(Date.now)
    const tracing = createRecorder({
      ...{ store: storage.traces, clock: Date.now, random: systemRandom, clientAddress: () => '192.0.2.1' },
      log: { info: () => {}, warn: () => {}, error: () => {} },
    })
    const as = await authorizationServer({ tracing })
    const said = { upn: 'a.bos@ward.example', groups: ['ward-7'], address: { locality: 'Assen' }, bsn: '123456782' }
    const answer = await as.logIn(await as.authorize(), { ...ANNA, ...said })
    expect(answer.headers.get('location')).toContain('code=')
    await tracing.flush()
    const stored = JSON.stringify(await sql.rows('SELECT data FROM trace_step'))
    expect(stored).toContain('upn')
    expect(stored).not.toMatch(/ward|Assen|123456782/)
  })
})

describe('a provider whose certificate no authority signed', () => {
  it('AUZ-37 counts as unreachable for people and apps, and the log says why', async () => {
    const { key, cert } = certificateAuthority('An authority of its own').issue({ name: 'idp', hosts: ['localhost'] })
    const server = createServer({ key, cert }, (_, response) => response.end('{}'))
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const log: string[] = []
    const note = (facts: object) => void log.push(JSON.stringify(facts))
    const tracing = createRecorder({
      store: (await testStorage(Date.now)).storage.traces,
      clock: Date.now,
      random: systemRandom,
      log: { info: note, warn: note, error: note },
      clientAddress: () => '192.0.2.1',
    })
    const as = await authorizationServer({ idpIssuer: `https://localhost:${port}`, idpFetch: fetch, tracing })
    const answer = await as.authorize()
    expect(answer.headers.get('location')).toContain('error=temporarily_unavailable&')
    expect(log.join('\n')).toMatch(/fetch failed: .*unable to verify the first certificate/)
  })
})
