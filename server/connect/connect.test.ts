// The API for developers: who gets in, that everybody reaches their own apps only, and how many there can be.
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import type { AdminApp } from '#lib/api/admin.ts'
import type { ConnectMe, OwnApp, OwnApps } from '#lib/api/connect.ts'
import { CLIENT_ADDRESS_HEADER } from '#lib/http/client-address.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { registerApp } from '../testing/app.ts'
import { eventsOf, nameOf, type ReadEvent } from '../testing/audit.ts'
import { testDomain } from '../testing/domain.ts'
import { r4Problems } from '../testing/r4-validators.ts'

const SITE = 'http://localhost:3000'
const [MARIJKE, BRAM, ADMIN] = ['marijke@demo.test', 'bram@demo.test', 'beheer@demo.test']
type Headers = Readonly<Record<string, string>>

async function developers(env: Headers = {}, network?: Fetch) {
  let username: string | undefined = MARIJKE
  const viewer = async () => (username === undefined ? undefined : { username, name: undefined })
  const domain = await testDomain(env, { viewer, ...(network ? { network } : {}) })
  const call = async <Body = unknown>(
    method: string,
    path: string,
    body?: object,
    headers: Headers = { origin: SITE },
  ) => {
    const answer = await domain.fetch(path.startsWith('/') ? path : `/connect/api/${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return { status: answer.status, body: (await answer.json()) as Body }
  }
  return {
    ...domain,
    call,
    signIn: (name: string | undefined) => {
      username = name
    },
    register: async (changes: object = {}) => (await call<OwnApp>('POST', 'apps', await newApp(changes))).body,
  }
}

async function newApp(changes: object = {}) {
  const { publicKey } = await generateKeyPair('ES384', { extractable: true })
  return {
    name: 'My app',
    launchUrl: 'https://app.example/launch',
    redirectUris: ['https://app.example/callback'],
    keys: { jwks: JSON.stringify(await exportJWK(publicKey)) },
    ...changes,
  }
}

const PLACES = [
  ['GET', 'apps'],
  ['POST', 'apps'],
  ['GET', 'apps/x'],
  ['PUT', 'apps/x'],
  ['POST', 'apps/x/remove'],
  ['GET', 'apps/x/seen'],
  ['POST', 'apps/x/reach'],
  ['POST', 'test-key'],
  ['GET', 'nothing-here'],
] as const

describe('who connects apps', () => {
  it.each(PLACES)('%s %s requires a signed-in account', async (method, path) => {
    const { call, signIn } = await developers()
    for (const name of [undefined, 'nobody@demo.test']) {
      signIn(name)
      expect(await call(method, path, method === 'GET' ? undefined : {})).toMatchObject({
        status: 401,
        body: { error: 'not_signed_in' },
      })
    }
  })

  it.each(PLACES.filter(([method]) => method !== 'GET'))(
    'SEC-08 %s %s is accepted from pages of this site only',
    async (method, path) => {
      const { call } = await developers()
      for (const headers of [{}, { origin: 'https://evil.example' }, { origin: SITE, 'sec-fetch-site': 'cross-site' }])
        expect((await call(method, path, {}, headers as Headers)).body).toMatchObject({ error: 'cross_site' })
    },
  )

  it('is the person who is signed in; the demo offers its people to visitors, another domain nobody', async () => {
    const demo = await developers()
    expect((await demo.call<ConnectMe>('GET', 'me')).body).toMatchObject({
      signedIn: true,
      name: 'Marijke Jansen',
      registersAs: 'approved',
    })
    demo.signIn(undefined)
    expect((await demo.call<ConnectMe>('GET', 'me')).body).toMatchObject({
      signedIn: false,
      name: null,
      demoPeople: expect.arrayContaining([{ name: 'Marijke Jansen', username: MARIJKE, role: 'patient' }]),
    })
    expect((await demo.call('GET', 'apps')).status).toBe(401)
    const real = await developers({ DEMO: 'false' })
    real.signIn(undefined)
    expect((await real.call<ConnectMe>('GET', 'me')).body).toMatchObject({ name: null, demoPeople: [] })
  })
})

describe('registering an app', () => {
  it('in the demo approves it at once, with the role reader and a generated client_id', async () => {
    const { register, domain, call } = await developers()
    const app = await register({ clientId: 'demo-app', status: 'approved', role: 'x', kind: 'platform' })
    expect(app).toMatchObject({ status: 'approved', role: 'reader', name: 'My app' })
    expect(app.clientId).toMatch(/^[0-9a-f-]{36}$/)
    expect(await domain.registry.find(app.clientId)).toMatchObject({ kind: 'module' })
    expect((await domain.registry.find('demo-app'))?.name).toBe('Sleep diary')
    expect((await domain.resources.readCurrent('Device', app.clientId))?.body).toContain('"My app"')
    expect((await call<OwnApps>('GET', 'apps')).body.items).toEqual([app])
  })

  it('in the demo gives it the role for what its developer chose, which can be chosen again', async () => {
    const { register, call, domain } = await developers()
    expect(await register()).toMatchObject({ role: 'reader', rights: [] })
    const app = await register({ rights: ['be_notified'] })
    expect(app).toMatchObject({ role: 'reader-notified', rights: ['be_notified'] })
    const change = async (rights?: readonly string[]) =>
      (await call<OwnApp>('PUT', `apps/${app.clientId}`, await newApp({ keys: {}, rights }))).body
    expect(await change(['complete_tasks', 'be_notified'])).toMatchObject({ role: 'reader-tasks-notified' })
    expect((await domain.registry.authority.find(app.clientId))?.permissions).toEqual([
      { type: '*', operations: 'rs' },
      { type: 'Subscription', operations: 'cruds', origins: [app.clientId] },
      { type: 'Task', operations: 'ru', origins: ['demo-portal'] },
    ])
    expect(await change()).toMatchObject({ role: 'reader-tasks-notified' })
    const registered = await domain.registry.find(app.clientId)
    await domain.registry.saveClient({ ...registered, roleName: 'auditor' } as never)
    expect(await change([])).toMatchObject({ role: 'auditor', rights: [] })
    expect((await call('PUT', `apps/${app.clientId}`, await newApp({ keys: {}, rights: ['*'] }))).status).toBe(400)
  })

  it('takes a portal, which has no addresses and manages people and tasks of its own', async () => {
    const { register, call, domain } = await developers()
    const portal = await register({ portal: true, launchUrl: '', redirectUris: [] })
    expect(portal).toMatchObject({ kind: 'platform', role: 'portal', launchUrl: null, redirectUris: [] })
    const { permissions = [] } = (await domain.registry.authority.find(portal.clientId)) ?? {}
    expect(permissions).toContainEqual({ type: 'Task', operations: 'cruds', origins: [portal.clientId] })
    const renamed = { name: 'Other', launchUrl: '', redirectUris: [], keys: {} }
    const { body } = await call<OwnApp>('PUT', `apps/${portal.clientId}`, renamed)
    expect(body).toEqual({ ...portal, name: 'Other' })
    const elsewhere = await developers({ DEMO: 'false' })
    expect(await elsewhere.register({ portal: true, launchUrl: '', redirectUris: [] })).toMatchObject({
      status: 'pending',
      role: null,
    })
  })

  it('outside of the demo tells an administrator what its developer asks for, and permits nothing by itself', async () => {
    const { register, call, signIn, domain } = await developers({ DEMO: 'false' })
    const app = await register({ rights: ['complete_tasks'] })
    expect(app).toMatchObject({ status: 'pending', role: null, rights: ['complete_tasks'] })
    signIn(ADMIN)
    const { body } = await call<AdminApp>('POST', `/admin/api/apps/${app.clientId}/status`, { status: 'approved' })
    expect(body).toMatchObject({ requestedRights: ['complete_tasks'], role: null })
    await domain.registry.editClient({ ...(await domain.registry.find(app.clientId)), roleName: 'reader' } as never)
    signIn(MARIJKE)
    const more = await newApp({ keys: {}, rights: ['complete_tasks', 'be_notified'] })
    expect((await call<OwnApp>('PUT', `apps/${app.clientId}`, more)).body).toMatchObject({
      status: 'approved',
      role: 'reader',
      rights: ['complete_tasks', 'be_notified'],
    })
  })

  it('outside of the demo leaves it pending, without role and Device, until an administrator approves it', async () => {
    const { register, domain, call, signIn } = await developers({ DEMO: 'false' })
    const app = await register()
    expect(app).toMatchObject({ status: 'pending', role: null })
    expect(await domain.resources.readCurrent('Device', app.clientId)).toBeUndefined()
    expect((await domain.registry.authority.find(app.clientId)) ?? null).toBeNull()
    signIn(ADMIN)
    const { body } = await call<AdminApp>('POST', `/admin/api/apps/${app.clientId}/status`, { status: 'approved' })
    expect(body).toMatchObject({ status: 'approved', owner: MARIJKE })
    expect(JSON.stringify(body)).not.toContain('ownerAccountId')
    expect((await domain.resources.readCurrent('Device', app.clientId))?.body).toContain('"My app"')
    signIn(MARIJKE)
    expect((await call<OwnApp>('GET', `apps/${app.clientId}`)).body.status).toBe('approved')
  })

  const OTHERS: readonly (readonly [what: string, change: () => Promise<object> | object])[] = [
    ['a launch URL', () => ({ launchUrl: 'https://other.example/launch' })],
    ['redirect URIs', () => ({ redirectUris: ['https://other.example/callback'] })],
    ['a key', async () => ({ keys: (await newApp()).keys })],
    ['an address of its keys', () => ({ keys: { jwksUrl: 'https://app.example/jwks' } })],
  ]
  it.each(OTHERS)('outside of the demo: an approved app is pending again when it gets %s', async (_what, change) => {
    const { register, domain, call } = await developers({ DEMO: 'false' })
    const { clientId } = await register()
    await domain.registry.setClientStatus(clientId, 'approved')
    const same = await newApp({ keys: {}, name: 'Another name' })
    expect((await call<OwnApp>('PUT', `apps/${clientId}`, same)).body.status).toBe('approved')
    const { body } = await call<OwnApp>('PUT', `apps/${clientId}`, { ...same, ...(await change()) })
    expect(body.status).toBe('pending')
    expect((await domain.registry.find(clientId))?.status).toBe('pending')
    await domain.registry.setClientStatus(clientId, 'disabled')
    const other = { ...same, launchUrl: 'https://third.example/launch' }
    expect((await call<OwnApp>('PUT', `apps/${clientId}`, other)).body.status).toBe('disabled')
  })

  it('outside of the demo: an app is pending again also when it was approved during the request that changes it', async () => {
    const { register, domain, fetch } = await developers({ DEMO: 'false' })
    const { clientId } = await register()
    const text = JSON.stringify({ ...(await newApp({ keys: {} })), redirectUris: ['https://other.example/callback'] })
    const body = new ReadableStream({
      start: (sent) => sent.enqueue(new TextEncoder().encode(text.slice(0, 9))),
      pull: async (sent) => {
        await domain.registry.setClientStatus(clientId, 'approved')
        sent.enqueue(new TextEncoder().encode(text.slice(9)))
        sent.close()
      },
    })
    const headers = { origin: SITE, 'content-type': 'application/json' }
    const asked = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit
    const answer = await fetch(`/connect/api/apps/${clientId}`, asked)
    expect(await answer.json()).toMatchObject({ status: 'pending', redirectUris: ['https://other.example/callback'] })
    expect((await domain.registry.find(clientId))?.status).toBe('pending')
  })

  it.each([
    ['AUZ-12', { redirectUris: ['https://app.example/callback#f'] }],
    ['AST-22', { keys: { jwksUrl: 'https://10.0.0.1/jwks' } }],
    ['AST-23', { keys: { jwks: '{"kty":"oct","k":"x"}' } }],
    ['', { keys: {} }],
    ['', { keys: { jwksUrl: 'https://app.example/jwks', pem: 'x' } }],
    ['', { name: ' ' }],
    ['', { name: 'My \u001b[31mapp' }],
    ['', { name: 'My\napp' }],
    ['', { name: 'My app\ud800' }],
    ['', { name: '\u202eppa yM' }],
    ['', { launchUrl: '' }],
    ['', { launchUrl: 'http://app.example/launch' }],
    ['', { redirectUris: [] }],
  ])('%s refuses %j, with sentences', async (_, changes) => {
    const { call } = await developers()
    const { status, body } = await call<{ problems: readonly string[] }>('POST', 'apps', await newApp(changes))
    expect(status).toBe(422)
    expect(body.problems).not.toEqual([])
  })

  it('refuses a private key, and does not repeat it', async () => {
    const { call } = await developers()
    const { privateKey } = await generateKeyPair('ES384', { extractable: true })
    const [pem, jwk] = [await exportPKCS8(privateKey), JSON.stringify(await exportJWK(privateKey))]
    for (const keys of [{ pem }, { jwks: jwk }]) {
      const { status, body } = await call('POST', 'apps', await newApp({ keys }))
      expect(status).toBe(422)
      expect(JSON.stringify(body)).toMatch(/private/)
      expect(JSON.stringify(body)).not.toContain(pem.split('\n')[1])
    }
  })

  it('is limited to a number of apps for each account, and possible again after one is removed', async () => {
    const { register, call, signIn } = await developers()
    const { most } = (await call<ConnectMe>('GET', 'me')).body
    const apps = await Promise.all(Array.from({ length: most }, () => register()))
    expect(await call('POST', 'apps', await newApp())).toMatchObject({ status: 409, body: { error: 'too_many_apps' } })
    signIn(BRAM)
    expect((await call('POST', 'apps', await newApp())).status).toBe(200)
    signIn(MARIJKE)
    expect((await call('POST', `apps/${apps[0]?.clientId}/remove`, {})).status).toBe(200)
    expect((await call('POST', 'apps', await newApp())).status).toBe(200)
  })

  it('LIM-01 answers 429 to the twenty-first change of one account in a row', async () => {
    const { call, signIn } = await developers({ RATE_LIMIT: 'on' })
    const answers = []
    for (let n = 0; n < 21; n++) answers.push((await call('POST', 'apps', {})).status)
    expect([answers[19], answers[20]]).toEqual([400, 429])
    signIn(BRAM)
    expect((await call('POST', 'apps', {})).status).toBe(400)
  })
})

describe('an app of somebody else', () => {
  it('is answered with 404 like an unknown one, and stays unchanged', async () => {
    const { register, call, signIn, domain } = await developers()
    const app = await register()
    const before = await domain.registry.find(app.clientId)
    signIn(BRAM)
    expect((await call<OwnApps>('GET', 'apps')).body.items).toEqual([])
    for (const clientId of [app.clientId, 'demo-app', 'nobody']) {
      for (const [method, path, body] of [
        ['GET', `apps/${clientId}`, undefined],
        ['PUT', `apps/${clientId}`, await newApp({ name: 'Stolen' })],
        ['POST', `apps/${clientId}/remove`, {}],
        ['GET', `apps/${clientId}/seen`, undefined],
      ] as const)
        expect(await call(method, path, body)).toMatchObject({ status: 404, body: { error: 'not_found' } })
    }
    expect(await domain.registry.find(app.clientId)).toEqual(before)
    expect(await domain.registry.find('demo-app')).toBeDefined()
  })

  it('is not launched for another account, nor before it is approved', async () => {
    const { register, fetch, signIn, domain } = await developers()
    const { clientId } = await register()
    const launch = async () => {
      const headers = { origin: SITE, 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams({ task: 'sleep-diary-week-1', app: clientId })
      const answer = await fetch('/portal/launch', { method: 'POST', headers, body })
      return { status: answer.status, text: await answer.text() }
    }
    expect((await launch()).text).toContain('https://app.example/launch')
    await domain.registry.setClientStatus(clientId, 'pending')
    expect((await launch()).status).toBe(409)
    await domain.registry.setClientStatus(clientId, 'approved')
    signIn(BRAM)
    expect((await launch()).text).not.toContain('https://app.example')
  })
})

describe('an app of one’s own', () => {
  it('can be changed except for role and status, and keeps its keys unless new ones are sent', async () => {
    const { register, call } = await developers()
    const app = await register()
    const asked = { ...(await newApp()), name: 'Other', redirectUris: ['https://app.example/other'], keys: {} }
    const { body } = await call<OwnApp>('PUT', `apps/${app.clientId}`, { ...asked, role: 'x', status: 'x' })
    expect(body).toEqual({ ...app, name: 'Other', redirectUris: ['https://app.example/other'] })
    expect((await call('PUT', `apps/${app.clientId}`, { ...asked, name: '' })).status).toBe(422)
  })

  it('is removed with its Device, and its issued tokens are refused', async () => {
    const { call, domain, fetch, bearer } = await developers()
    const account = (await call<OwnApp>('POST', 'apps', await newApp())).body
    const owner = (await domain.registry.find(account.clientId))?.ownerAccountId
    const app = await registerApp(domain, 'mine')
    const registered = await domain.registry.find('mine')
    await domain.sql.rows('UPDATE client SET ownerAccountId = ? WHERE clientId = ?', owner ?? null, 'mine')
    expect(registered).toBeDefined()
    const headers = { authorization: `Bearer ${await bearer(app)}` }
    const read = async () => (await fetch('/fhir/DEFAULT/Patient/marijke-jansen', { headers })).status
    expect(await read()).toBe(200)
    expect((await call('POST', 'apps/mine/remove', {})).status).toBe(200)
    expect(await read()).toBe(401)
    await call('POST', `apps/${account.clientId}/remove`, {})
    expect((await domain.resources.readCurrent('Device', account.clientId))?.body).toBeUndefined()
  })

  it('AST-22 has its JWKS URL tested, without a request to a private address', async () => {
    const fetched: string[] = []
    const { call } = await developers({}, async (input) => {
      fetched.push(String(input))
      return Response.json({ keys: [] })
    })
    for (const jwksUrl of [
      'https://10.0.0.1/',
      'http://app.example/',
      'file:///etc/passwd',
      'https://app.example/jwks',
    ])
      expect((await call('POST', 'test-key', { jwksUrl })).body).toMatchObject({ problem: expect.any(String) })
    expect(fetched).toEqual(['https://app.example/jwks'])
  })
})

describe('changes made at /connect, in the audit log', () => {
  const changesOf = async ({ domain }: Awaited<ReturnType<typeof developers>>) =>
    (await eventsOf(domain)).filter((event) => nameOf(event) === 'change' && event.source.site === `${SITE}/connect`)
  const details = ({ entity }: ReadEvent) =>
    entity?.[0]?.detail?.map(({ type, valueString }) => `${type}: ${valueString}`)
  const keyNamed = async (kid: string) => {
    const jwk = await exportJWK((await generateKeyPair('ES384', { extractable: true })).publicKey)
    return { jwks: JSON.stringify({ ...jwk, kid }), name: `${kid} (${await calculateJwkThumbprint(jwk)})` }
  }

  it('name who registered, changed and removed an app, with the values before and after', async () => {
    const running = await developers()
    const [first, second] = [await keyNamed('mine'), await keyNamed('mine')]
    const asked = await newApp({ keys: { jwks: first.jwks } })
    const { clientId } = await running.register(asked)
    await running.call('PUT', `apps/${clientId}`, { ...asked, name: 'Other', keys: {} })
    await running.call('PUT', `apps/${clientId}`, { ...asked, name: 'Other', keys: { jwks: second.jwks } })
    await running.call('PUT', `apps/${clientId}`, { ...asked, name: ' ' })
    await running.call('POST', `apps/${clientId}/remove`, {})
    const events = await changesOf(running)
    expect(events.map(({ action, outcome, outcomeDesc }) => [action, outcome, outcomeDesc])).toEqual([
      ['C', '0', 'change: app was added'],
      ['U', '0', 'change: app was changed'],
      ['U', '0', 'change: app was changed'],
      ['D', '0', 'change: app was removed'],
    ])
    for (const event of events) {
      expect(r4Problems(event)).toEqual([])
      expect(event.entity?.[0]).toMatchObject({ name: 'app', what: { reference: `Device/${clientId}` } })
      expect(event.agent[0]).toMatchObject({ requestor: true, who: { identifier: { value: MARIJKE } } })
    }
    const [added = [], renamed, rekeyed, removed = []] = events.map(details)
    expect(added).toEqual(
      expect.arrayContaining(['name after: My app', 'role after: reader', `owner after: ${MARIJKE}`]),
    )
    expect(added).toContain('redirectUris after: https://app.example/callback')
    expect(renamed).toEqual(['name before: My app', 'name after: Other'])
    expect(rekeyed).toEqual([`keys before: ${first.name}`, `keys after: ${second.name}`])
    expect(removed).toEqual(expect.arrayContaining(['name before: Other', `owner before: ${MARIJKE}`]))
    expect((await running.domain.audit.verify()).problems).toEqual([])
  })

  it('name the address, the person and the owner of the app', async () => {
    const running = await developers()
    const from = { origin: SITE, [CLIENT_ADDRESS_HEADER]: '192.0.2.7' }
    expect((await running.call('POST', 'apps', await newApp(), from)).status).toBe(200)
    const [event, ...others] = await changesOf(running)
    expect(others).toEqual([])
    expect(event?.agent).toEqual([
      expect.objectContaining({ requestor: true, network: { address: '192.0.2.7', type: '2' } }),
    ])
    expect(event?.agent[0]?.who?.identifier?.value).toBe(MARIJKE)
    expect(event && details(event)).toContain(`owner after: ${MARIJKE}`)
  })

  it.each([
    ['PUT', 'apps/demo-app', { origin: SITE }, 'not_found'],
    ['POST', 'apps/demo-app/remove', { origin: SITE }, 'not_found'],
    ['POST', 'apps', { origin: 'https://evil.example' }, 'cross_site'],
  ])('SEC-08 include a refused %s %s from %j (%s), once a minute', async (method, path, headers, why) => {
    const running = await developers()
    for (let n = 0; n < 3; n += 1) await running.call(method, path, await newApp(), headers)
    const events = await changesOf(running)
    expect(
      events.map(({ outcome, outcomeDesc, agent }) => [outcome, outcomeDesc, agent[0]?.who?.identifier?.value]),
    ).toEqual([['4', `change: ${why}`, MARIJKE]])
    expect(JSON.stringify(events)).not.toContain('demo-app')
  })

  it('LIM-01 include changes beyond the rate limit, once a minute', async () => {
    const running = await developers({ RATE_LIMIT: 'on' })
    for (let n = 0; n < 23; n += 1) await running.call('POST', 'apps', {})
    expect((await changesOf(running)).map(({ outcome, outcomeDesc }) => [outcome, outcomeDesc])).toEqual([
      ['4', 'change: too_many_requests'],
    ])
  })
})

describe('an account that is deleted', () => {
  it('leaves its apps disabled, and their tokens are refused', async () => {
    const { register, call, signIn, domain } = await developers()
    const { clientId } = await register()
    expect(await domain.registry.authority.find(clientId)).toBeDefined()
    signIn(ADMIN)
    expect((await call('POST', '/admin/api/users/delete', { username: MARIJKE })).status).toBe(200)
    expect(await domain.registry.authority.find(clientId)).toBeUndefined()
    const { body } = await call<AdminApp>('GET', `/admin/api/apps/${clientId}`)
    expect(body).toMatchObject({ status: 'disabled', owner: null })
  })
})

describe('the sample apps', () => {
  it.each(['app.mjs', 'app.py', 'App.java', 'Program.cs', 'App.csproj'])(
    '%s can be downloaded by everybody',
    async (name) => {
      const { fetch } = await testDomain()
      const answer = await fetch(`/connect/api/samples/${name}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
      expect(await answer.text()).toContain(name === 'App.csproj' ? 'net8.0' : 'client_assertion')
    },
  )

  // Without an iat a server that was restored from a backup refuses assertions for as long as they may live.
  it.each(['app.mjs', 'app.py', 'App.java', 'Program.cs'])('%s puts iat into its assertions', async (name) => {
    const { fetch } = await testDomain()
    const sample = await (await fetch(`/connect/api/samples/${name}`)).text()
    expect(sample).toMatch(/"?\biat\b"?\]?\s*(?:[:=,])\s*now\b/)
  })

  it.each([...['launch.mjs', 'launch.py', 'Launch.java', 'Launch.cs', 'Portal.csproj']])(
    '%s, of a portal, can be downloaded by everybody',
    async (name) => {
      const { fetch } = await testDomain({ DEMO: 'false' })
      const answer = await fetch(`/connect/api/samples/${name}`)
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/hti-version|net8\.0/)])
    },
  )

  it('no other file can be downloaded', async () => {
    const { fetch } = await testDomain()
    for (const name of ['package.json', '...', 'constructor', '__proto__', '..%2f..%2fpackage.json', 'app.mjs/..'])
      expect((await fetch(`/connect/api/samples/${name}`)).status, name).toBeGreaterThanOrEqual(400)
  })
})
