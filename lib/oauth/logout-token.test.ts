// Logout tokens and their receiver: each rule of OpenID Connect Back-Channel Logout 1.0 §2.6, broken once.
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { backchannelLogout, tellLoggedOut } from './backchannel-logout.ts'
import { signLogoutToken } from './logout-token.ts'

const ISSUER = 'https://idp.example'
const APP = 'the-app'
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const NOW = Date.parse('2026-11-27T10:00:00Z')
const SECONDS = NOW / 1000

/** A provider with a key, and a relying party that hears of the end of its sessions. */
async function peers() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const stranger = await generateKeyPair('RS256')
  const lines: string[] = []
  const note = (facts: object, message: string) => void lines.push(JSON.stringify({ ...facts, message }))
  const log = { info: note, warn: note, error: note }
  const clock = () => NOW
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const keys = {
    active: async () => ({ kid: 'k1', alg: 'RS256', privateKey }),
    publicJwks: async () => ({ keys: [jwk] }),
  }
  const [ended, used, fetched]: [string[], Set<string>, string[]] = [[], new Set(), []]
  const receive = backchannelLogout({
    clientId: APP,
    provider: async () => ({
      issuer: ISSUER,
      keys: async () => {
        fetched.push('keys')
        return { keys: [jwk] }
      },
    }),
    claim: async (_, jti) => !used.has(jti) && Boolean(used.add(jti)),
    end: async (sid) => void ended.push(sid),
    clock,
    log,
  })
  const post = (form: string | Readonly<Record<string, string>>) =>
    receive(new Request('https://app.example/logout', { method: 'POST', body: new URLSearchParams(form) }))
  const random = { token: () => crypto.randomUUID(), uuid: () => crypto.randomUUID() }
  const sender = { issuer: ISSUER, keys, clock, random, log }
  const claims = {
    iss: ISSUER,
    aud: APP,
    iat: SECONDS,
    exp: SECONDS + 60,
    jti: 'j1',
    sid: 's1',
    events: { [EVENT]: {} },
  }
  const sign = (changed: object, header: object = {}, key = privateKey) =>
    new SignJWT({ ...claims, ...changed })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'logout+jwt', ...header })
      .sign(key)
  return { sender, post, sign, claims, ended, fetched, lines, receive, stranger: stranger.privateKey }
}

describe('a logout token', () => {
  it('has the type logout+jwt, names issuer, audience, session and event, and has no nonce', async () => {
    const { sender, post, ended } = await peers()
    const token = await signLogoutToken(sender, { audience: APP, sid: 's1' })
    const [header, claims] = [decodeProtectedHeader(token), decodeJwt(token)]
    expect(header).toEqual({ alg: 'RS256', kid: 'k1', typ: 'logout+jwt' })
    expect(claims).toEqual({
      ...{ iss: ISSUER, aud: APP, iat: SECONDS, exp: SECONDS + 120, sid: 's1' },
      jti: expect.stringMatching(/^[\w-]{36}$/),
      events: { [EVENT]: {} },
    })
    const answer = await post({ logout_token: token })
    expect([answer.status, answer.headers.get('cache-control'), ended]).toEqual([200, 'no-store', ['s1']])
  })

  it('is accepted once', async () => {
    const { sign, post, ended, lines } = await peers()
    const logout_token = await sign({})
    expect((await post({ logout_token })).status).toBe(200)
    const again = await post({ logout_token })
    expect([again.status, await again.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'logout_token: jti was used before.' },
    ])
    expect(ended).toEqual(['s1'])
    expect(lines.join()).toContain('"reason":"jti was used before"')
  })

  const BROKEN: readonly [rule: string, claims: object, header: object][] = [
    ['iss must be the provider', { iss: 'https://evil.example' }, {}],
    ['iss must be the provider', { iss: undefined }, {}],
    ['aud must be this relying party', { aud: 'another' }, {}],
    ['aud must be this relying party', { aud: [APP, 'another'] }, {}],
    ['iat must not be in the future', { iat: SECONDS + 60, exp: SECONDS + 120 }, {}],
    ['iat must not be in the future', { iat: undefined }, {}],
    ['exp has passed', { iat: SECONDS - 600, exp: SECONDS - 60 }, {}],
    ['exp has passed', { exp: undefined }, {}],
    ['exp is too far after iat', { exp: SECONDS + 86_400 }, {}],
    [`events must have the member ${EVENT}`, { events: undefined }, {}],
    [`events must have the member ${EVENT}`, { events: { 'https://other.example/event': {} } }, {}],
    [`events must have the member ${EVENT}`, { events: { [EVENT]: true } }, {}],
    ['nonce is prohibited', { nonce: 'n' }, {}],
    ['jti is missing', { jti: undefined }, {}],
    ['sid is missing', { sid: undefined }, {}],
    ['sid is missing', { sid: '', sub: 'somebody' }, {}],
    ['typ must be logout+jwt', {}, { typ: 'JWT' }],
  ]
  it.each(BROKEN)('is refused, and no key is fetched, when: %s (%j)', async (rule, changed, header) => {
    const { sign, post, ended, fetched } = await peers()
    const answer = await post({ logout_token: await sign(changed, header) })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error_description: `logout_token: ${rule}.` }])
    expect([ended, fetched]).toEqual([[], []])
  })

  it('is refused when forged: by another key, without a signature, or with changed claims', async () => {
    const { sign, post, claims, stranger, ended } = await peers()
    const [head, , signature] = (await sign({})).split('.')
    const changed = Buffer.from(JSON.stringify({ ...claims, sid: 'of-somebody-else' })).toString('base64url')
    const forged = [
      await sign({}, {}, stranger),
      new UnsecuredJWT(claims).encode(),
      `${head}.${changed}.${signature}`,
      'no token',
      'x'.repeat(9000),
    ]
    for (const logout_token of forged)
      expect((await post({ logout_token })).status, logout_token.slice(0, 40)).toBe(400)
    expect(ended).toEqual([])
    expect((await post({ logout_token: await sign({}) })).status, 'a forged one uses up no jti').toBe(200)
  })

  it('is one parameter of a form that is posted', async () => {
    const { sign, post, receive } = await peers()
    expect((await post({})).status).toBe(400)
    expect((await post(`logout_token=${await sign({})}&logout_token=x`)).status).toBe(400)
    expect((await receive(new Request('https://app.example/logout'))).status).toBe(405)
  })
})

describe('a provider whose session ends', () => {
  it('tells each relying party, and notes those that could not be told', async () => {
    const { sender, lines, receive } = await peers()
    const fetch = async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, { ...init, redirect: 'manual' })
      if (request.url.includes('broken')) throw new TypeError('fetch failed')
      return receive(request)
    }
    const parties = [
      { clientId: APP, logoutUri: 'https://app.example/logout' },
      { clientId: 'another', logoutUri: 'https://app.example/logout' },
      { clientId: 'broken', logoutUri: 'https://broken.example/logout' },
    ]
    await tellLoggedOut({ ...sender, fetch }, parties, 's1')
    const told = lines.filter((line) => line.includes('was not told')).sort()
    expect(told).toHaveLength(2)
    expect(told.join()).toMatch(/"client":"another","cause":"status 400".*"client":"broken"/)
    expect(told.join()).not.toContain('eyJ')
  })
})
