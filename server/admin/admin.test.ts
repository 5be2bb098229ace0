// The console's API: access, and that changes take effect immediately (conformance SEC-08, SEC-17).
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import type {
  AdminApp,
  AdminFindings,
  AdminKeys,
  AdminRoles,
  AdminUsers,
  AssertionVerdict,
  KeyVerdict,
} from '#lib/api/admin.ts'
import { KEY_OWNERS } from '#lib/api/admin-words.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { clientAssertion, registerApp } from '../testing/app.ts'
import { eventsOf, nameOf } from '../testing/audit.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'
import { loseKey } from '../testing/lost-key.ts'
import { r4Problems } from '../testing/r4-validators.ts'

const SITE = 'http://localhost:3000'
const ADMIN = 'beheer@demo.test'
const PATIENT = 'marijke@demo.test'

interface Console extends TestDomain {
  /** Signs a person in, or out. */
  readonly signIn: (username: string | undefined) => void
  readonly call: <Body = unknown>(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly status: number; readonly body: Body }>
}

const DUTCH = { origin: SITE, cookie: '3000.slipway-language=nl' }

async function console(network?: Fetch): Promise<Console> {
  let username: string | undefined = ADMIN
  const viewer = async () => (username === undefined ? undefined : { username, name: undefined })
  const domain = await testDomain({}, { viewer, ...(network ? { network } : {}) })
  return {
    ...domain,
    signIn: (name) => {
      username = name
    },
    call: async (method, path, body, headers = { origin: SITE }) => {
      const answer = await domain.fetch(`/admin/api/${path}`, {
        method,
        headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      expect(answer.headers.get('cache-control')).toBe('no-store')
      return { status: answer.status, body: await answer.json() }
    },
  }
}

async function newApp(changes: object = {}) {
  const { publicKey } = await generateKeyPair('ES384', { extractable: true })
  return {
    clientId: 'my-app',
    name: 'My app',
    kind: 'module',
    redirectUris: ['https://app.example/callback'],
    launchUrl: 'https://app.example/launch',
    role: 'reader',
    keys: { jwks: JSON.stringify(await exportJWK(publicKey)) },
    ...changes,
  }
}

const PLACES = [
  ['GET', 'apps'],
  ['POST', 'apps'],
  ['GET', 'apps/demo-app'],
  ['PUT', 'apps/demo-app'],
  ['POST', 'apps/demo-app/status'],
  ['POST', 'apps/demo-app/delete'],
  ['GET', 'roles'],
  ['PUT', 'roles'],
  ['GET', 'users'],
  ['POST', 'users'],
  ['POST', 'users/role'],
  ['POST', 'users/delete'],
  ['POST', 'roles/delete'],
  ['GET', 'keys'],
  ['POST', 'keys/rotate'],
  ['POST', 'keys/revoke'],
  ['GET', 'doctor'],
  ['POST', 'doctor'],
  ['POST', 'test-key'],
  ['POST', 'test-assertion'],
  ['GET', 'nothing-here'],
] as const

describe('who gets into the console', () => {
  it.each(PLACES)('SEC-17 %s %s is for administrators only', async (method, path) => {
    const { signIn, call } = await console()
    const body = method === 'GET' ? undefined : {}
    signIn(undefined)
    expect(await call(method, path, body)).toMatchObject({ status: 401, body: { error: 'not_signed_in' } })
    signIn('nobody@demo.test')
    expect((await call(method, path, body)).status).toBe(401)
    signIn(PATIENT)
    expect(await call(method, path, body)).toMatchObject({ status: 403, body: { error: 'not_admin' } })
  })

  it.each(PLACES.filter(([method]) => method !== 'GET'))(
    'SEC-08 %s %s is accepted from pages of this site only',
    async (method, path) => {
      const { call } = await console()
      for (const headers of [{}, { origin: 'https://evil.example' }, { origin: SITE, 'sec-fetch-site': 'cross-site' }])
        expect(await call(method, path, {}, headers as Record<string, string>)).toMatchObject({
          status: 403,
          body: { error: 'cross_site' },
        })
    },
  )

  it('tells each caller the own name and rights', async () => {
    const { signIn, call } = await console()
    expect((await call('GET', 'me')).body).toEqual({
      signedIn: true,
      admin: true,
      auditor: false,
      name: 'Femke Smit',
      username: 'beheer@demo.test',
    })
    signIn(PATIENT)
    expect((await call('GET', 'me')).body).toEqual({
      signedIn: true,
      admin: false,
      auditor: false,
      name: 'Marijke Jansen',
      username: 'marijke@demo.test',
    })
    signIn(undefined)
    const nobody = { signedIn: false, admin: false, auditor: false, name: null, username: null }
    expect((await call('GET', 'me')).body).toEqual(nobody)
  })

  it('answers 404, 405 or 400 for an unknown path, method or body', async () => {
    const { call, fetch } = await console()
    expect((await call('GET', 'nothing-here')).status).toBe(404)
    expect((await call('DELETE', 'apps')).status).toBe(405)
    expect((await call('GET', 'apps/nobody')).status).toBe(404)
    expect((await call('POST', 'apps', { name: 1 })).status).toBe(400)
    const text = await fetch('/admin/api/roles', { method: 'PUT', headers: { origin: SITE }, body: '{}' })
    expect(text.status).toBe(400)
    const broken = { origin: SITE, 'content-type': 'application/json' }
    expect((await fetch('/admin/api/roles', { method: 'PUT', headers: broken, body: '{' })).status).toBe(400)
  })
})

describe('the registry of apps', () => {
  it('registers an app with a pasted key, and the Device that stands for it', async () => {
    const { call, domain } = await console()
    const { status, body } = await call<AdminApp>('POST', 'apps', await newApp())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      clientId: 'my-app',
      status: 'approved',
      role: 'reader',
      jwks: { keys: [{ kty: 'EC' }] },
    })
    expect((await call<AdminApp>('GET', 'apps/my-app')).body).toEqual(body)
    expect((await domain.resources.readCurrent('Device', 'my-app'))?.body).toContain('"My app"')
    expect((await call('POST', 'apps', await newApp())).status).toBe(409)
  })

  it('gives an app without a client_id a UUID', async () => {
    const { call } = await console()
    const { body } = await call<AdminApp>('POST', 'apps', await newApp({ clientId: '' }))
    expect(body.clientId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    ['AUZ-12', { redirectUris: ['https://app.example/callback#f'] }],
    ['AST-22', { keys: { jwksUrl: 'https://10.0.0.1/jwks' } }],
    ['AST-23', { keys: { jwks: '{"kty":"oct","k":"x"}' } }],
    ['', { keys: {} }],
    ['', { keys: { pem: 'x' } }],
    ['', { keys: { jwksUrl: 'https://app.example/jwks', pem: 'x' } }],
    ['', { name: ' ' }],
    ['', { role: 'nobody' }],
    ['', { clientId: 'a b' }],
  ])('%s refuses %j, with a sentence for each problem', async (_, changes) => {
    const { call } = await console()
    const { status, body } = await call<{ problems: readonly string[] }>('POST', 'apps', await newApp(changes))
    expect(status).toBe(422)
    expect(body.problems).not.toEqual([])
  })

  it('says that a pasted PEM is a private key, not that it is unreadable', async () => {
    const { call } = await console()
    const pem = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'
    const { body } = await call<{ problems: readonly string[] }>('POST', 'apps', await newApp({ keys: { pem } }))
    expect(body.problems).toEqual(['That is a private key. Make a new pair, and register the public key only.'])
  })

  it('changes an app and keeps its keys unless new ones are sent', async () => {
    const { call } = await console()
    const before = (await call<AdminApp>('POST', 'apps', await newApp())).body
    const changed = { ...(await newApp()), name: 'Other', role: '', redirectUris: [], keys: {} }
    const { body } = await call<AdminApp>('PUT', 'apps/my-app', changed)
    expect(body).toEqual({ ...before, name: 'Other', called: 'Other', role: null, redirectUris: [] })
    const moved = await call<AdminApp>('PUT', 'apps/my-app', {
      ...changed,
      keys: { jwksUrl: 'https://app.example/jwks' },
    })
    expect(moved.body).toMatchObject({ jwks: null, jwksUrl: 'https://app.example/jwks' })
  })

  it('refuses a disabled app at once, also its issued tokens, and accepts them after approval', async () => {
    const { call, fetch, bearer, domain } = await console()
    const app = await registerApp(domain)
    const headers = { authorization: `Bearer ${await bearer(app)}` }
    const read = async () => (await fetch('/fhir/DEFAULT/Patient/marijke-jansen', { headers })).status
    expect(await read()).toBe(200)
    expect((await call('POST', `apps/${app.clientId}/status`, { status: 'disabled' })).status).toBe(200)
    expect(await read()).toBe(401)
    await call('POST', `apps/${app.clientId}/status`, { status: 'approved' })
    expect(await read()).toBe(200)
    expect((await call('POST', 'apps/nobody/status', { status: 'disabled' })).status).toBe(404)
    expect((await call('POST', `apps/${app.clientId}/status`, { status: 'x' })).status).toBe(400)
  })

  it('deletes an app that is disabled, with its Device, and none by which the domain itself works', async () => {
    const { call, fetch, bearer, domain } = await console()
    const { body } = await call<AdminApp>('POST', 'apps', await newApp())
    const app = await registerApp(domain)
    const headers = { authorization: `Bearer ${await bearer(app)}` }
    const remove = async (clientId: string) => {
      const answer = await call<{ readonly error?: string }>('POST', `apps/${clientId}/delete`, {})
      return answer.body.error ?? answer.status
    }
    expect([await remove(body.clientId), await remove('nobody')]).toEqual(['app_approved', 'not_found'])
    for (const clientId of [body.clientId, app.clientId, 'demo-app', 'demo-console'])
      await call('POST', `apps/${clientId}/status`, { status: 'disabled' })
    expect([await remove('demo-app'), await remove('demo-console')]).toEqual(['own_app', 'own_app'])
    expect([await remove(body.clientId), await remove(app.clientId)]).toEqual([200, 200])
    expect([await domain.registry.find(body.clientId), await domain.registry.find(app.clientId)]).toEqual([
      undefined,
      undefined,
    ])
    expect((await domain.resources.readCurrent('Device', body.clientId))?.body).toBeUndefined()
    expect((await fetch('/fhir/DEFAULT/Patient/marijke-jansen', { headers })).status).toBe(401)
    expect((await call('POST', 'apps', await newApp())).status, 'its client_id is free again').toBe(200)
    await domain.audit.flush()
    const events = (await eventsOf(domain)).filter((event) => nameOf(event) === 'change' && event.action === 'D')
    expect(events.map(({ entity }) => entity?.[0]?.what?.reference)).toEqual([
      `Device/${body.clientId}`,
      `Device/${app.clientId}`,
    ])
  })

  it('approves an app as the administrator saw it: 409 when its developer has changed it since', async () => {
    const { call, domain } = await console()
    await call('POST', 'apps', await newApp())
    await domain.registry.setClientStatus('my-app', 'pending')
    const approve = async () => {
      const { launchUrl, redirectUris, jwksUrl, jwks } = seen
      const asked = { status: 'approved', seen: { launchUrl, redirectUris, jwksUrl, jwks } }
      return (await call<AdminApp & { error: string }>('POST', 'apps/my-app/status', asked)).body
    }
    let seen = (await call<AdminApp>('GET', 'apps/my-app')).body
    const app = await domain.registry.find('my-app')
    if (app) await domain.registry.saveClient({ ...app, launchUrl: 'https://other.example/launch' })
    expect(await approve()).toMatchObject({ error: 'app_changed' })
    expect((await domain.registry.find('my-app'))?.status).toBe('pending')
    seen = (await call<AdminApp>('GET', 'apps/my-app')).body
    expect(await approve()).toMatchObject({ status: 'approved', launchUrl: 'https://other.example/launch' })
  })
})

describe('roles', () => {
  it('removes a permission at once, also from issued tokens', async () => {
    const { call, fetch, bearer, domain } = await console()
    const headers = { authorization: `Bearer ${await bearer(await registerApp(domain))}` }
    const read = async () => (await fetch('/fhir/DEFAULT/Patient/marijke-jansen', { headers })).status
    expect(await read()).toBe(200)
    const permissions = [{ resourceType: 'Task', scope: 'own', operations: 'rs', grantedBy: [] }]
    expect((await call('PUT', 'roles', { name: 'reader', permissions })).status).toBe(200)
    expect(await read()).toBe(403)
    expect((await call<AdminRoles>('GET', 'roles')).body.items).toContainEqual({ name: 'reader', permissions })
  })

  it.each([
    [{ resourceType: 'Nonsense', scope: 'all', operations: 'rs', grantedBy: [] }],
    [{ resourceType: 'Task', scope: 'all', operations: 'sr', grantedBy: [] }],
    [{ resourceType: 'Task', scope: 'all', operations: '', grantedBy: [] }],
    [{ resourceType: 'Task', scope: 'granted', operations: 'r', grantedBy: [] }],
    [{ resourceType: 'Task', scope: 'all', operations: 'r', grantedBy: ['demo-app'] }],
    [{ resourceType: 'Task', scope: 'granted', operations: 'r', grantedBy: ['a,b'] }],
  ])('refuses %j', async (permission) => {
    const { call } = await console()
    expect((await call('PUT', 'roles', { name: 'new', permissions: [permission] })).status).toBe(422)
  })

  it('refuses the same permission twice', async () => {
    const { call } = await console()
    const permission = { resourceType: 'Task', scope: 'all', operations: 'r', grantedBy: [] }
    expect((await call('PUT', 'roles', { name: 'new', permissions: [permission, permission] })).status).toBe(422)
  })
})

describe('users', () => {
  const USER = { username: 'New@Demo.test', name: 'New', role: 'admin', password: 'a long password' }

  it('are added and listed without their password', async () => {
    const { call, signIn } = await console()
    expect((await call('POST', 'users', USER)).status).toBe(200)
    expect((await call('POST', 'users', USER)).status).toBe(409)
    expect((await call('POST', 'users', { ...USER, password: 'short' })).status).toBe(400)
    for (const username of ['new', 'new@demo', 'a b@demo.test', 'an\u200bna@demo.test'])
      expect((await call('POST', 'users', { ...USER, username })).status, username).toBe(400)
    expect((await call('POST', 'users', { ...USER, username: 'jos\u00e9@demo.test' })).status).toBe(200)
    expect((await call('POST', 'users', { ...USER, name: 'Eve \u001b[31mRed' })).status).toBe(400)
    const { items } = (await call<AdminUsers>('GET', 'users')).body
    expect(items.map(({ id: _, locked: _open, lastLoginAt: _never, ...user }) => user)).toContainEqual({
      username: 'new@demo.test',
      name: 'New',
      role: 'admin',
    })
    signIn('new@demo.test')
    expect((await call('GET', 'users')).status).toBe(200)
  })

  it('lose a role at the next request, and cannot change their own role', async () => {
    const { call, signIn } = await console()
    await call('POST', 'users', USER)
    signIn('new@demo.test')
    expect((await call('POST', 'users/role', { username: ADMIN, role: 'patient' })).status).toBe(200)
    expect((await call('POST', 'users/role', { username: 'new@demo.test', role: 'patient' })).status).toBe(409)
    expect((await call('POST', 'users/role', { username: 'nobody', role: 'patient' })).status).toBe(404)
    signIn(ADMIN)
    expect((await call('GET', 'users')).status).toBe(403)
  })
})

describe('deleting and finding accounts', () => {
  const USER = { username: 'new@demo.test', name: 'Zoë Nieuw', role: 'admin', password: 'a long password' }
  const remove = ({ call }: Console, username: string) =>
    call<{ readonly error: string }>('POST', 'users/delete', { username })

  it('is refused for the own account, and ends the console session of the deleted one', async () => {
    const here = await console()
    await here.call('POST', 'users', USER)
    expect((await remove(here, ADMIN)).body).toMatchObject({ error: 'own_account' })
    expect((await remove(here, 'nobody@demo.test')).status).toBe(404)
    here.signIn(USER.username)
    expect((await remove(here, ADMIN)).status).toBe(200)
    here.signIn(ADMIN)
    expect((await here.call('GET', 'users')).status).toBe(401)
  })

  it('never removes the last administrator', async () => {
    const { domain } = await console()
    const accounts = domain.storage.accounts
    expect(await accounts.remove(ADMIN)).toBe('last_admin')
    expect(await accounts.setRole(ADMIN, 'patient')).toEqual({ outcome: 'last_admin' })
    expect(await accounts.setRole(ADMIN, 'admin')).toEqual({ outcome: 'done', former: 'admin' })
    expect(await accounts.setRole(PATIENT, 'admin')).toEqual({ outcome: 'done', former: 'patient' })
    expect([await accounts.remove(PATIENT), await accounts.remove(ADMIN)]).toEqual(['done', 'last_admin'])
  })

  it('removes their sessions and codes at the identity provider', async () => {
    const { domain, call } = await console()
    const id = (await domain.storage.accounts.named(PATIENT))?.id ?? ''
    const { sql } = domain
    const [now, later] = [new Date(domain.clock()), new Date(domain.clock() + 60_000)]
    await sql.rows(
      'INSERT INTO idp_session (idHash, accountId, authTime, expiresAt) VALUES (?, ?, ?, ?)',
      'a-hash',
      id,
      now,
      later,
    )
    await sql.rows(
      'INSERT INTO idp_code VALUES (?, ?, ?, NULL, ?, ?, ?, ?, NULL, NULL)',
      'a-hash',
      'slipway-portal',
      'x',
      'x',
      id,
      now,
      later,
    )
    expect((await call('POST', 'users/delete', { username: PATIENT })).status).toBe(200)
    const count = (table: string) => sql.row(`SELECT count(*) AS n FROM ${table}`)
    expect([await count('idp_session'), await count('idp_code')]).toEqual([{ n: 0 }, { n: 0 }])
    expect((await domain.resources.readCurrent('Patient', 'marijke-jansen'))?.deleted).toBe(false)
  })

  it('finds them by name or address, in upper or lower case, and says when there are more than a page', async () => {
    const { call, domain } = await console()
    await call('POST', 'users', USER)
    const found = async (q: string) =>
      (await call<AdminUsers>('GET', `users?q=${encodeURIComponent(q)}`)).body.items.map(({ username }) => username)
    expect(await found('MARIJKE')).toEqual([PATIENT])
    expect(await found('zoë')).toEqual([USER.username])
    expect(await found('%')).toEqual([])
    expect(await found("' OR 1=1 --")).toEqual([])
    for (let n = 0; n < 101; n++)
      await domain.storage.idp.accounts.create({
        ...{ id: `many-${n}`, username: `many-${n}@demo.test`, name: 'Many' },
        ...{ role: 'patient', passwordHash: '', createdAt: domain.clock() },
      })
    expect((await call<AdminUsers>('GET', 'users?q=many')).body).toMatchObject({ more: true, items: { length: 100 } })
    expect((await call<AdminUsers>('GET', 'users?q=many-100')).body).toMatchObject({
      more: false,
      items: { length: 1 },
    })
  })
})

describe('deleting roles', () => {
  it('is refused while an app has the role', async () => {
    const { call } = await console()
    const remove = (name: string) => call('POST', 'roles/delete', { name })
    expect(await remove('demo-portal')).toMatchObject({ status: 409, body: { error: 'role_in_use' } })
    const permissions = [{ resourceType: 'Task', scope: 'own', operations: 'rs', grantedBy: [] }]
    await call('PUT', 'roles', { name: 'short-lived', permissions })
    expect((await remove('short-lived')).status).toBe(200)
    expect((await remove('short-lived')).status).toBe(404)
    const { items } = (await call<AdminRoles>('GET', 'roles')).body
    expect(items.map(({ name }) => name)).not.toContain('short-lived')
  })
})

describe('the sentences of the console', () => {
  it.each([
    ['POST', 'users/delete', { username: ADMIN }, /Je kunt je eigen rol niet wijzigen/],
    ['POST', 'roles/delete', { name: 'demo-portal' }, /Er zijn apps met deze rol/],
    ['GET', 'apps/nobody', undefined, /Dat is er niet/],
    [
      'POST',
      'users',
      { username: 'x', name: ' ', role: 'patient', password: 'short' },
      /e-mailadres in.*naam.*wachtwoord/,
    ],
    ['PUT', 'roles', { name: 'a b', permissions: [] }, /naam van een rol/],
    ['POST', 'test-key', { jwksUrl: 'https://10.0.0.1/' }, /privénetwerk/],
  ] as const)('are Dutch for a Dutch reader: %s %s %j', async (method, path, body, words) => {
    const { call } = await console()
    const answer = await call<Record<string, string>>(method, path, body, DUTCH)
    expect(answer.body['error_description'] ?? answer.body['problem']).toMatch(words)
    const english = await call<Record<string, string>>(method, path, body)
    expect(english.body['error_description'] ?? english.body['problem']).not.toMatch(words)
  })

  it('name every problem of a registration, in the language of the reader', async () => {
    const { call } = await console()
    const bad = await newApp({ name: ' ', redirectUris: ['https://a.example/#x'], launchUrl: 'ftp://x', keys: {} })
    const { problems } = (await call<{ problems: readonly string[] }>('POST', 'apps', bad, DUTCH)).body
    expect(problems).toHaveLength(4)
    expect(problems.join(' ')).toMatch(/naam.*publieke sleutel.*redirect_uri.*launch-URL/)
  })
})

describe('the doctor findings on the overview', () => {
  it('name what is wrong with settings, files and keys and what to do, without a network request', async () => {
    const asked: string[] = []
    const { call, domain } = await console(async (input) => {
      asked.push(String(input))
      return Response.json({})
    })
    const { kid } = await domain.keys.ring('oauth').active()
    await loseKey(domain, kid)
    const { items } = (await call<AdminFindings>('GET', 'doctor')).body
    expect(items).toContainEqual({
      check: 'keys',
      level: 'error',
      message: expect.stringContaining('cannot sign'),
      remedy: expect.stringContaining(`./bin/slipway keys revoke ${kid}`),
    })
    expect(items).toContainEqual(expect.objectContaining({ check: 'settings', level: 'warning' }))
    expect(items).toContainEqual(expect.objectContaining({ check: 'files', level: 'ok' }))
    expect(asked).toEqual([])
  })

  it('are in the language of the reader', async () => {
    const { call } = await console()
    const { items } = (await call<AdminFindings>('GET', 'doctor', undefined, DUTCH)).body
    expect(items.map(({ message }) => message).join(' ')).toMatch(/controlelijst voor productie.*eigenaar.*GiB vrij/)
    expect(items.map(({ message, remedy }) => `${message} ${remedy ?? ''}`).join(' ')).not.toMatch(/\b(the|is on)\b/i)
    const others = (await call<AdminFindings>('POST', 'doctor', {}, DUTCH)).body.items
    expect(others.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^demo-app publiceert/))
  })

  it('include the JWKS URL of each app when they are asked for by POST', async () => {
    const asked: string[] = []
    const { call, domain } = await console(async (input) => {
      asked.push(String(input))
      return String(input).includes('good')
        ? Response.json({ keys: [{ kty: 'RSA' }] })
        : new Response('', { status: 404 })
    })
    for (const name of ['good', 'bad']) {
      await registerApp(domain, `${name}-app`)
      const app = await domain.registry.find(`${name}-app`)
      if (app) await domain.registry.saveClient({ ...app, jwks: undefined, jwksUrl: `https://${name}.example/jwks` })
    }
    const { items } = (await call<AdminFindings>('POST', 'doctor', {})).body
    const about = (clientId: string) => items.find(({ message }) => message.includes(clientId))
    expect(about('good-app')).toMatchObject({ check: 'client_keys', level: 'ok' })
    expect(about('bad-app')).toMatchObject({
      level: 'error',
      message: expect.stringContaining('HTTP 404'),
      remedy: expect.stringContaining('/admin'),
    })
    expect(about('demo-app')).toMatchObject({ level: 'ok' }) // Its own address, answered inside the process.
    expect(asked.toSorted()).toEqual(['https://bad.example/jwks', 'https://good.example/jwks'])
  })

  it('AST-22 read at most 64 KB from the JWKS URL of an app', async () => {
    const { call, domain } = await console(async () => new Response(`{"keys":["${'x'.repeat(70_000)}"]}`))
    await registerApp(domain, 'long-app')
    const app = await domain.registry.find('long-app')
    if (app) await domain.registry.saveClient({ ...app, jwks: undefined, jwksUrl: 'https://long.example/jwks' })
    const { items } = (await call<AdminFindings>('POST', 'doctor', {})).body
    expect(items.find(({ message }) => message.includes('long-app'))?.message).toContain('longer than 65536 bytes')
  })
})

describe('the signing keys in the console', () => {
  it('KEY-05 KEY-06 are listed without private halves, rotated and revoked', async () => {
    const { call, domain } = await console()
    const { kid } = await domain.keys.ring('oauth').active()
    const rotated = await call<AdminKeys>('POST', 'keys/rotate', { owner: 'oauth', now: false })
    expect(rotated.body.items).toContainEqual(
      expect.objectContaining({ owner: 'oauth', status: 'next', published: true }),
    )
    expect(JSON.stringify(rotated.body)).not.toMatch(/"d":/)
    const revoked = await call<AdminKeys>('POST', 'keys/revoke', { kid })
    expect(revoked.body.items).toContainEqual(expect.objectContaining({ kid, status: 'revoked', published: false }))
    expect((await call('POST', 'keys/revoke', { kid: 'nobody' })).status).toBe(404)
    expect((await call('POST', 'keys/rotate', { owner: 'nobody', now: true })).status).toBe(400)
  })

  it('KEY-05 can be rotated for each owner of keys', async () => {
    const { call } = await console()
    for (const owner of KEY_OWNERS) {
      const { status, body } = await call<AdminKeys>('POST', 'keys/rotate', { owner, now: false })
      expect(status, owner).toBe(200)
      expect(body.items).toContainEqual(
        expect.objectContaining({ owner, status: 'next', signsFrom: expect.any(String) }),
      )
    }
  })
})

describe('the developer tests of the console', () => {
  it('AST-22 AST-23 judge each key behind a JWKS URL, and fetch nothing from a private address', async () => {
    const { publicKey } = await generateKeyPair('RS384')
    const good = { ...(await exportJWK(publicKey)), kid: 'good', alg: 'RS384' }
    const fetched: string[] = []
    const { call } = await console(async (input) => {
      fetched.push(String(input))
      return Response.json({ keys: [good, { kty: 'oct', k: 'x' }] })
    })
    const test = async (jwksUrl: string) => (await call<KeyVerdict>('POST', 'test-key', { jwksUrl })).body
    expect(await test('https://app.example/jwks')).toEqual({
      problem: null,
      keys: [
        { kid: 'good', kty: 'RSA', alg: 'RS384', problem: null },
        { kid: null, kty: 'oct', alg: null, problem: expect.stringContaining('private') },
      ],
    })
    for (const url of ['https://10.0.0.1/', 'http://app.example/', 'nonsense'])
      expect((await test(url)).problem).toMatch(/JWKS URL/)
    expect(fetched).toEqual(['https://app.example/jwks'])
  })

  it('AST-01 to AST-19 name the check that an assertion fails, and do not use up its jti', async () => {
    const { call, domain, fetch, now } = await console()
    const app = await registerApp(domain)
    const endpoint = `${domain.config.authUrl}/oauth2/token`
    const judged = async (assertion: string) =>
      (await call<AssertionVerdict>('POST', 'test-assertion', { assertion })).body.failed
    const made = (claims: object = {}, from = app) => clientAssertion(from, endpoint, now(), { ...claims })
    expect(await judged('x')).toBe('format')
    expect(await judged(await made({ aud: 'https://other.example' }))).toBe('claims')
    expect(await judged(await made({ iss: 'nobody', sub: 'nobody' }))).toBe('client')
    const { privateKey } = await generateKeyPair('RS384')
    expect(await judged(await made({}, { ...app, privateKey }))).toBe('signature')
    const good = await made()
    expect([await judged(good), await judged(good)]).toEqual([null, null])
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    const form = { grant_type: 'client_credentials', client_assertion_type: type, client_assertion: good }
    const body = new URLSearchParams({ ...form, scope: 'system/*.rs' })
    expect((await fetch(endpoint, { method: 'POST', body })).status).toBe(200)
    expect(await judged(good)).toBe('jti')
    await domain.registry.setClientStatus(app.clientId, 'disabled')
    expect(await judged(await made())).toBe('status')
  })
})

describe('changes made in the console, in the audit log', () => {
  it('name who changed what, with the value before and after, no password, and of a key its id only', async () => {
    const { call, domain } = await console()
    await call('POST', 'apps', await newApp())
    await call('PUT', 'apps/my-app', { ...(await newApp({ keys: {} })), clientId: undefined, role: 'auditor' })
    await call('POST', 'apps/my-app/status', { status: 'disabled' })
    const permissions = [{ resourceType: 'Task', operations: 'r', scope: 'all', grantedBy: [] }]
    await call('PUT', 'roles', { name: 'narrow', permissions })
    await call('POST', 'roles/delete', { name: 'narrow' })
    const user = { username: 'nieuw@demo.test', name: 'Nieuw', role: 'patient', password: 'acht tekens' }
    await call('POST', 'users', user)
    await call('POST', 'users/role', { username: user.username, role: 'practitioner' })
    await call('POST', 'users/delete', { username: user.username })
    await domain.audit.flush()
    const events = (await eventsOf(domain)).filter((event) => nameOf(event) === 'change')
    expect(events.flatMap((event) => r4Problems(event as never))).toEqual([])
    const told = events.map(({ action, agent, entity, subtype }) => {
      const details = entity?.[0]?.detail?.map(({ type, valueString }) => `${type}: ${valueString}`) ?? []
      return [action, agent[0]?.who?.identifier?.value, subtype[0]?.code, entity?.[0]?.name, ...details].join(' | ')
    })
    expect(told.slice(1)).toEqual([
      `U | ${ADMIN} | 110135 | app | role before: reader | role after: auditor`,
      `U | ${ADMIN} | 110135 | app | status before: approved | status after: disabled`,
      `C | ${ADMIN} | 110136 | role | permissions after: Task:r:all`,
      `D | ${ADMIN} | 110136 | role | permissions before: Task:r:all`,
      `C | ${ADMIN} | 110137 | account | role after: patient`,
      `U | ${ADMIN} | 110137 | account | role before: patient | role after: practitioner`,
      `D | ${ADMIN} | 110137 | account`,
    ])
    expect(told[0]).toContain(`C | ${ADMIN} | 110135 | app | name after: My app`)
    expect(JSON.stringify(events)).not.toContain(user.password)
    expect((await domain.audit.verify()).problems).toEqual([])
  })

  it('SEC-17 include refused callers, once a minute', async () => {
    const { call, signIn, domain } = await console()
    signIn(PATIENT)
    for (let n = 0; n < 3; n += 1) expect((await call('GET', 'users')).status).toBe(403)
    await domain.audit.flush()
    const events = (await eventsOf(domain)).filter((event) => nameOf(event) === 'change')
    expect(events.map(({ outcome, agent }) => [outcome, agent[0]?.who?.identifier?.value])).toEqual([['4', PATIENT]])
  })
})
