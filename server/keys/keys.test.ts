// Rotation and revocation of signing keys (conformance KEY-01 to KEY-09), with two processes on one DATA_DIR.
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MINUTE } from '#lib/clock.ts'
import { type Domain, openDomain } from '../domain/domain.ts'
import { launchToken, registerApp } from '../testing/app.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'

interface Jwks {
  readonly keys: readonly { readonly kid: string; readonly alg: string; readonly d?: string }[]
}

const kidsAt = async ({ fetch }: Pick<TestDomain, 'fetch'>, where: string) =>
  ((await (await fetch(where)).json()) as Jwks).keys.map(({ kid }) => kid)

/** The published keys of access tokens. */
const accessTokenKids = async ({ fetch }: Pick<TestDomain, 'fetch'>) =>
  ((await (await fetch('/oauth2/jwks')).json()) as Jwks).keys.flatMap(({ kid, alg }) => (alg === 'ES256' ? kid : []))

const read = (fetch: TestDomain['fetch'], bearer: string) =>
  fetch('/fhir/DEFAULT/Patient/marijke-jansen', { headers: { authorization: `Bearer ${bearer}` } })

/** The same data, opened by another process. */
async function otherProcess({ domain, now }: TestDomain): Promise<{ domain: Domain; fetch: TestDomain['fetch'] }> {
  const other = await openDomain(domain.config, { clock: now, log: domain.log })
  onTestFinished(() => other.close())
  const fetch: TestDomain['fetch'] = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, domain.config.publicUrl), init)
    const handler = other.router.handlerFor(new URL(request.url), request.method)
    if (!handler) throw new Error(`nobody answers at ${request.url}`)
    return handler(request)
  }
  return { domain: other, fetch }
}

describe('rotation of the key of access tokens', () => {
  it('KEY-05 publishes the new key before it signs, and keeps the old one until its last token has expired', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    const before = await here.bearer(app)
    const [old] = await accessTokenKids(here)
    const rotated = await here.domain.keys.rotate('access_token')
    expect(rotated).toMatchObject({ owner: 'access_token', status: 'next', signsFrom: here.now() + 10 * MINUTE })
    expect(new Set(await accessTokenKids(here))).toEqual(new Set([old, rotated.kid]))
    expect(decodeProtectedHeader(await here.bearer(app)).kid).toBe(old)
    expect((await read(here.fetch, before)).status).toBe(200)

    here.advance(10 * MINUTE - 1)
    const last = await here.bearer(app)
    expect(decodeProtectedHeader(last).kid).toBe(old)
    here.advance(1)
    expect(decodeProtectedHeader(await here.bearer(app)).kid).toBe(rotated.kid)
    expect((await read(here.fetch, last)).status).toBe(200)
    expect(new Set(await accessTokenKids(here))).toEqual(new Set([old, rotated.kid]))
    here.advance(10 * MINUTE)
    expect(await accessTokenKids(here)).toEqual([rotated.kid])
  })

  it('KEY-05 returns the waiting key at a second rotation, and lets it sign at once with now', async () => {
    const { domain, bearer } = await testDomain()
    const first = await domain.keys.rotate('access_token')
    expect(await domain.keys.rotate('access_token')).toEqual(first)
    const now = await domain.keys.rotate('access_token', { now: true })
    expect(now).toMatchObject({ kid: first.kid, status: 'active' })
    expect(decodeProtectedHeader(await bearer(await registerApp(domain))).kid).toBe(first.kid)
  })

  it('KEY-06 KEY-09 refuses what a revoked key signed at once, in every process, and signs with another key', async () => {
    const here = await testDomain()
    const there = await otherProcess(here)
    const app = await registerApp(here.domain)
    const bearer = await here.bearer(app)
    expect([(await read(here.fetch, bearer)).status, (await read(there.fetch, bearer)).status]).toEqual([200, 200])
    const kid = String(decodeProtectedHeader(bearer).kid)
    expect(await here.domain.keys.revoke(kid)).toBe(true)
    for (const fetch of [here.fetch, there.fetch]) {
      const refused = await read(fetch, bearer)
      expect(refused.status).toBe(401)
      expect(await refused.json()).toMatchObject({ issue: [{ code: 'login' }] })
      expect(await accessTokenKids({ fetch })).not.toContain(kid)
    }
    const fresh = await here.bearer(app)
    expect((await read(there.fetch, fresh)).status).toBe(200)
    expect(await here.domain.keys.revoke('nobody')).toBe(false)
  })

  it('KEY-06 replaces a revoked key by the waiting one', async () => {
    const { domain, fetch } = await testDomain()
    const [old = ''] = await accessTokenKids({ fetch })
    const next = await domain.keys.rotate('access_token')
    await domain.keys.revoke(old)
    expect(await accessTokenKids({ fetch })).toEqual([next.kid])
    expect((await domain.keys.ring('access_token').active()).kid).toBe(next.kid)
  })

  it('KEY-09 by one process is seen in another at its next request', async () => {
    const here = await testDomain()
    const there = await otherProcess(here)
    await there.domain.keys.ring('access_token').active()
    const { kid } = await here.domain.keys.rotate('access_token', { now: true })
    expect(await accessTokenKids(there)).toContain(kid)
    expect((await there.domain.keys.ring('access_token').active()).kid).toBe(kid)
    const bearer = await here.bearer(await registerApp(here.domain))
    expect((await read(there.fetch, bearer)).status).toBe(200)
  })

  it('KEY-09 by two processes at once makes one waiting key', async () => {
    const here = await testDomain()
    const there = await otherProcess(here)
    const [one, other] = await Promise.all([here.domain.keys.rotate('portal'), there.domain.keys.rotate('portal')])
    expect(one.kid).toBe(other.kid)
    expect(await kidsAt(here, '/portal/jwks')).toHaveLength(2)
  })

  it('KEY-02 KEY-07 keeps private halves in files of mode 0600, unpublished, and deletes them when the key no longer signs', async () => {
    const { domain, fetch, advance } = await testDomain()
    const folder = path.join(domain.config.dataDir, 'keys')
    const [old = ''] = await kidsAt({ fetch }, '/oauth2/jwks')
    const { kid } = await domain.keys.rotate('oauth', { now: true })
    const files = () => readdirSync(folder)
    expect(files()).toEqual(expect.arrayContaining([`${old}.jwk`, `${kid}.jwk`]))
    for (const file of files()) expect(statSync(path.join(folder, file)).mode & 0o777, file).toBe(0o600)
    for (const key of ((await (await fetch('/oauth2/jwks')).json()) as Jwks).keys) expect(key).not.toHaveProperty('d')
    advance(10 * MINUTE)
    await domain.keys.rotate('oauth')
    expect(files()).not.toContain(`${old}.jwk`)
    await domain.keys.revoke(kid)
    expect(files()).not.toContain(`${kid}.jwk`)
    expect((await domain.keys.list()).filter(({ owner }) => owner === 'oauth')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kid: old, status: 'retired', published: false }),
        expect.objectContaining({ kid, status: 'revoked', published: false }),
      ]),
    )
  })
})

describe('rotation of the keys of the demo portal and app', () => {
  it('KEY-05 KEY-06 lets launches continue after a rotation, and refuses a launch signed by a revoked key', async () => {
    const here = await testDomain()
    const authorize = async (launch: string) => {
      const params = {
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: app.redirectUri,
        scope: 'launch openid fhirUser',
        state: 'some-state-of-some-length',
        aud: `${here.domain.config.baseUrl}/fhir/DEFAULT`,
        launch,
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      }
      return new URL(
        (await here.fetch(`/oauth2/authorize?${new URLSearchParams(params)}`)).headers.get('location') ?? '',
      )
    }
    const app = await registerApp(here.domain)
    expect((await authorize(await launchToken(here.domain, app))).pathname).toBe('/idp/authorize')
    const old = (await here.domain.keys.ring('portal').active()).kid
    const { kid } = await here.domain.keys.rotate('portal', { now: true })
    expect((await authorize(await launchToken(here.domain, app))).pathname).toBe('/idp/authorize')
    const token = await launchToken(here.domain, app)
    await here.domain.keys.revoke(kid)
    expect((await authorize(token)).searchParams.get('error')).toBe('invalid_request')
    expect((await authorize(await launchToken(here.domain, app))).pathname).toBe('/idp/authorize')
    expect(await kidsAt(here, '/portal/jwks')).toContain(old)
  })

  it('KEY-01 KEY-08 publishes the keys of the portal with an ETag and CORS, by GET', async () => {
    const { fetch } = await testDomain()
    const answer = await fetch('/portal/jwks')
    expect(answer.headers.get('content-type')).toBe('application/jwk-set+json')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const etag = answer.headers.get('etag') ?? ''
    expect((await fetch('/portal/jwks', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch('/portal/jwks', { method: 'POST' })).status).toBe(405)
  })

  it('KEY-04 publishes the new key of the portal before it signs a launch', async () => {
    const { domain, fetch } = await testDomain()
    await domain.keys.rotate('portal', { now: true })
    const token = await launchToken(domain, { clientId: 'demo-app' })
    const jwks = createLocalJWKSet((await (await fetch('/portal/jwks')).json()) as never)
    const { payload } = await jwtVerify(token, jwks, { currentDate: new Date(domain.clock()) })
    expect(payload.iss).toBe('demo-portal')
  })
})
