// Attacks by and on people: privilege escalation, extra form fields, names with a meaning to JavaScript, and timing that reveals
// accounts.
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { formWith } from '#lib/http/user-agent.ts'
import { registerApp } from '../app.ts'
import { type TestDomain, testDomain } from '../domain.ts'
import { askToken, authorizeUrl, SITE, signedIn, TOKEN_ENDPOINT } from './launched.ts'
import { leavingNoTrace } from './state.ts'

const PATIENT = 'marijke@demo.test'
const OTHER = 'daan@demo.test'
const ADMIN = 'beheer@demo.test'

const call = async (
  here: TestDomain,
  method: string,
  path: string,
  who: Readonly<Record<string, string>>,
  body?: string,
) => {
  const answer = await here.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...who },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, text: await answer.text() }
}

const appForm = async (more: object = {}) => {
  const { publicKey } = await generateKeyPair('ES384', { extractable: true })
  return {
    name: 'Mine',
    launchUrl: 'https://mine.example/launch',
    redirectUris: ['https://mine.example/callback'],
    keys: { jwks: JSON.stringify(await exportJWK(publicKey)) },
    ...more,
  }
}

describe('fields that nobody offered', () => {
  const EXTRA = {
    clientId: 'demo-app',
    kind: 'platform',
    status: 'approved',
    role: 'admin',
    roleName: 'reader',
    ownerAccountId: 'somebody',
    __proto__x: 1,
  }

  it('SEC-17 give a developer’s app no other id, kind, status, role or owner', async () => {
    const here = await testDomain({ DEMO: 'false' })
    const developer = await signedIn(here, PATIENT)
    const text = JSON.stringify(await appForm(EXTRA)).replace('__proto__x', '__proto__')
    const made = await call(here, 'POST', '/connect/api/apps', developer, text)
    expect(made.status, made.text).toBe(200)
    const { clientId } = JSON.parse(made.text)
    const app = await here.domain.registry.find(clientId)
    expect(clientId).not.toBe('demo-app')
    expect(app).toMatchObject({ kind: 'module', status: 'pending', roleName: undefined })
    await call(here, 'PUT', `/connect/api/apps/${clientId}`, developer, text)
    expect(await here.domain.registry.find(clientId)).toMatchObject({
      kind: 'module',
      status: 'pending',
      roleName: undefined,
    })
  })

  it('HOC-03 names of the language are names: nothing gets a prototype, and nobody gets in by one', async () => {
    const here = await testDomain({ DEMO: 'false' })
    const bodies = [
      '{"__proto__":{"admin":true,"role":"admin","signedIn":true}}',
      '{"constructor":{"prototype":{"admin":true}}}',
    ]
    const paths = ['/admin/api/apps', '/connect/api/apps', '/api/launches', '/connect/api/test-key', '/tools/api/judge']
    for (const who of [{ origin: SITE }, await signedIn(here, PATIENT)])
      for (const path of paths)
        for (const body of bodies) {
          const { status } = await leavingNoTrace(here, () => call(here, 'POST', path, who, body))
          expect([400, 401, 403, 404, 422], `${path} ${body}`).toContain(status)
        }
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      for (const path of [
        `/fhir/${name}`,
        `/fhir/${name}/x`,
        `/admin/api/${name}`,
        `/connect/api/${name}`,
        `/traces/api/${name}`,
      ])
        expect([401, 403, 404], path).toContain((await here.fetch(path)).status)
      const form = new URLSearchParams({ [name]: 'x', grant_type: name, [`${name}[admin]`]: 'true' })
      expect((await here.fetch(TOKEN_ENDPOINT, { method: 'POST', body: form })).status).toBe(401)
    }
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })
})

describe('the name of a deleted account', () => {
  it('SEC-17 gives whoever signs up with it neither the traces that its developer saw, nor a link that was made to one', async () => {
    const here = await testDomain({ DEMO: 'false' })
    const app = await registerApp(here.domain)
    await here.domain.developers.add(app.clientId, OTHER)
    await here.fetch(await authorizeUrl(here, app))
    await here.domain.traces.flush()
    const developer = await signedIn(here, OTHER)
    const [trace] = JSON.parse((await call(here, 'GET', '/traces/api', developer)).text).items
    const shared = await call(here, 'POST', `/traces/api/${trace.id}/shares`, developer, '{"days":3}')
    const { url } = JSON.parse(shared.text)
    expect((await here.fetch(url)).status).toBe(200)

    await here.domain.storage.accounts.remove(OTHER)
    await here.domain.storage.idp.accounts.create({
      ...{ id: 'another', username: OTHER, name: 'Another', role: 'patient' },
      ...{ passwordHash: '', createdAt: here.now() },
    })
    expect((await call(here, 'GET', '/traces/api', await signedIn(here, OTHER))).status).toBe(403)
    expect((await here.fetch(url)).status).toBe(404)
  })
})

describe('more than one’s role', () => {
  it('SEC-17 a patient and a practitioner are nobody in the console, and change nothing there', async () => {
    const here = await testDomain({ DEMO: 'false' })
    const places = ['apps', 'roles', 'users', 'keys', 'apps/demo-app', 'keys/rotate', 'users/role', 'users/delete']
    const tricks = [{}, { 'x-http-method-override': 'GET' }, { 'x-original-url': '/admin/api/me' }]
    const asked = places.flatMap((place) =>
      ['GET', 'HEAD', 'POST', 'PUT'].flatMap((method) => tricks.map((trick) => ({ place, method, trick }))),
    )
    for (const username of [PATIENT, OTHER]) {
      const who = await signedIn(here, username)
      await leavingNoTrace(here, async () => {
        for (const { place, method, trick } of asked) {
          const body = method.startsWith('P') ? JSON.stringify({ username, role: 'admin', kid: 'x' }) : undefined
          const { status } = await call(here, method, `/admin/api/${place}`, { ...who, ...trick }, body)
          expect(status, `${method} ${place}`).toBe(403)
        }
      })
    }
  })

  it('SEC-17 a developer reads, changes and removes no app of somebody else, and sees no trace of it', async () => {
    const here = await testDomain({ DEMO: 'false' })
    const made = await call(
      here,
      'POST',
      '/connect/api/apps',
      await signedIn(here, OTHER),
      JSON.stringify(await appForm()),
    )
    const { clientId } = JSON.parse(made.text)
    const who = await signedIn(here, PATIENT)
    const body = JSON.stringify(await appForm({ name: 'Taken' }))
    for (const id of [clientId, 'demo-app', `${clientId}/../${clientId}`, encodeURIComponent(`../apps/${clientId}`)])
      for (const [method, path, sent] of [
        ['GET', `apps/${id}`],
        ['PUT', `apps/${id}`, body],
        ['POST', `apps/${id}/remove`, '{}'],
        ['GET', `apps/${id}/seen`],
      ] as const) {
        const { status } = await leavingNoTrace(here, () => call(here, method, `/connect/api/${path}`, who, sent))
        expect([404, 405], `${method} ${path}`).toContain(status)
      }
    await here.fetch(await authorizeUrl(here, { ...(await registerApp(here.domain)), clientId: 'demo-app' }))
    const { text } = await call(here, 'GET', '/traces/api?app=demo-app', who)
    expect(text).not.toContain('demo-app')
  })
})

/** Content types that a page of another site can send without a preflight (Fetch §2.2.1), and one that it cannot. */
const TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'application/json']

describe('a form of another site', () => {
  const STRANGERS: readonly Readonly<Record<string, string>>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${SITE}.evil.example` },
    { origin: 'http://localhost:3001' },
    { origin: SITE, 'sec-fetch-site': 'cross-site' },
    { origin: SITE, 'sec-fetch-site': 'same-site' },
    { referer: `${SITE}/admin` },
    { referer: `https://evil.example/?${SITE}` },
    {},
  ]

  it('SEC-08 IDP-12 changes nothing for who is signed in, whatever content type it hides behind', async () => {
    const here = await testDomain()
    const { cookie = '' } = await signedIn(here, ADMIN)
    const targets = ['/admin/api/keys/rotate', '/admin/api/users/role', '/connect/api/apps', '/portal/launch']
    const more = [
      '/portal/compose/launch',
      '/launch/api/end',
      '/launch/api/task',
      '/idp/logout',
      '/admin/api/apps/demo-app/status',
    ]
    const asked = [...targets, ...more].flatMap((path) =>
      STRANGERS.flatMap((from) => TYPES.map((type) => ({ path, from, type }))),
    )
    await leavingNoTrace(here, async () => {
      for (const { path, from, type } of asked) {
        const body =
          type === 'application/json' ? '{"status":"disabled"}' : 'status=disabled&person=Patient/marijke-jansen'
        const { status } = await call(here, 'POST', path, { cookie, 'content-type': type, ...from }, body)
        expect(status, `${path} ${JSON.stringify(from)} ${type}`).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
      }
    })
  })
})

describe('what an answer tells about who is known', () => {
  it('IDP-14 AUZ-07 AST-19 nothing: an unknown user name, client_id and code read like known ones', async () => {
    const here = await testDomain({ DEMO: 'false' }) // Without the list of demo people.
    const app = await registerApp(here.domain)
    const login = async (username: string) => {
      const agent = here.browser()
      const form = formWith(await agent.get(await authorizeUrl(here, app)), 'username', 'password')
      if (!form) throw new Error('No login form')
      const { status, text } = await agent.submit(form, { username, password: 'wrong' })
      return `${status} ${text
        .replaceAll(username, 'WHO')
        .replaceAll(PATIENT, 'WHO')
        .replace(/(value="|interaction=)[A-Za-z0-9_-]{20,}/g, '')}`
    }
    expect(await login('nobody@demo.test')).toBe(await login(PATIENT))
    const said = async (answer: Promise<Response>) => {
      const response = await answer
      return `${response.status} ${(await response.text()).replace(/[0-9a-f-]{36}|o-[A-Za-z0-9_-]{16,}/g, 'ID')}`
    }
    const code = (value: string) =>
      said(
        askToken(here, app, {
          grant_type: 'authorization_code',
          code: value,
          redirect_uri: app.redirectUri,
          code_verifier: 'v'.repeat(43),
        }),
      )
    expect(await code('unknown')).toBe(await code('a'.repeat(43)))
    const asked = async (clientId: string) =>
      said(here.fetch(await authorizeUrl(here, { ...app, clientId, redirectUri: 'https://x.example/' })))
    const unknown = await asked('nobody')
    expect(unknown).toMatch(/^400 /)
    for (const name of [
      "' OR 1=1 --",
      '\u0000test-app',
      'test-app\u0000',
      'TEST-APP',
      'test-app ',
      'ｔest-app',
      '__proto__',
    ])
      expect(await asked(name), name).toBe(unknown)
  })
})
