import { describe, expect, it } from 'vitest'
import { HOUR } from '#lib/clock.ts'
import { APP, launchOf, type ReceivingApp, receivingApp, type Tab } from '#server/testing/receiving-app.ts'
import { testStorage } from '#server/testing/test-storage.ts'

/** The newest session cookie: its name and its value. */
const sessionCookie = (tab: Tab) =>
  [...tab.cookies].filter(([name]) => name.startsWith('__Host-443.slipway-app-')).at(-1) ?? ['', '']

const count = (tab: Tab) => [...tab.cookies.keys()].filter((name) => name.startsWith('__Host-443.slipway-app-')).length

/** A launch token that says whom it is for; the other domain of these tests reads no more of it. */
const launchFor = (domain: Parameters<typeof launchOf>[0], sub: string, iss?: string) => ({
  ...launchOf(domain),
  launch: `e30.${Buffer.from(JSON.stringify({ sub, iss })).toString('base64url')}.c2ln`,
})

/** Opens a task for a person in a tab of its own; returns the id of the launch. */
async function opened({ app, domain }: ReceivingApp, tab: Tab, sub: string, task: string): Promise<string> {
  domain.idToken = { claims: { sub, fhirUser: `${domain.iss}/${sub}` } }
  domain.context['task'] = task
  const left = await tab.launch(launchFor(domain, sub))
  const arrived = await tab.send(app.callback, domain.logIn(left.href).href)
  return new URL(arrived.headers.get('location') ?? '').searchParams.get('session') ?? ''
}

const told = async ({ app }: ReceivingApp, tab: Tab, id: string) =>
  (await (await tab.send(app.session, `/launch/api/session?session=${id}`)).json()) as Record<string, unknown>

describe('the session of the app', () => {
  it('does not exist before a launch, and the answer is not cached', async () => {
    const { app, newTab } = await receivingApp()
    const response = await newTab().send(app.session, '/launch/api/session')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ status: 'none' })
  })

  it('APP-07 is replaced by a new one at each launch', async () => {
    const { newTab } = await receivingApp()
    const tab = newTab()
    await tab.launchAndLogIn()
    const first = sessionCookie(tab)
    await tab.launchAndLogIn()
    expect(sessionCookie(tab)).not.toEqual(first)
    expect(sessionCookie(tab)[1]).not.toBe(first[1])
  })

  it('APP-07 has no data of the first user after the launch of another one', async () => {
    const { domain, newTab } = await receivingApp()
    const tab = newTab()
    await tab.launchAndLogIn()
    domain.idToken = { claims: { sub: 'Patient/2', fhirUser: `${domain.iss}/Patient/2` } }
    domain.context['task'] = 'Task/8'
    const session = await tab.launchAndLogIn()
    expect(session).toMatchObject({ user: 'Patient/2', task: 'Task/8' })
    expect(JSON.stringify(session)).not.toMatch(/Patient\/1|Task\/7|Marijke/)
  })

  it('APP-07 of the old user ends when the launch of another user fails', async () => {
    const { domain, newTab } = await receivingApp()
    const tab = newTab()
    await tab.launchAndLogIn()
    domain.idToken = { claims: { nonce: 'x' } }
    expect(await tab.launchAndLogIn()).toMatchObject({ status: 'failed' })
  })

  it('APP-04 keeps two launches of one browser apart, in whatever order they end', async () => {
    const { app, domain, newTab } = await receivingApp()
    const tab = newTab()
    const [first, second] = [await tab.launch(), await tab.launch()]
    await tab.send(app.callback, domain.logIn(second.href).href)
    expect(await tab.session()).toMatchObject({ status: 'open' })
    await tab.send(app.callback, domain.logIn(first.href).href)
    expect(await tab.session()).toMatchObject({ status: 'open' })
  })

  it('APP-08 holds no token, in the cookies, the JSON, the redirects and the log', async () => {
    const { app, domain, newTab, logged } = await receivingApp()
    const tab = newTab()
    const left = await tab.launch()
    const arrived = await tab.send(app.callback, domain.logIn(left.href).href)
    const read = await tab.send(app.fhir, '/launch/api/fhir?path=Patient/1')
    const seen = [
      ...tab.cookies.values(),
      JSON.stringify(await tab.session()),
      JSON.stringify([...arrived.headers]),
      await read.text(),
      JSON.stringify([...read.headers]),
      logged(),
    ].join('\n')
    expect(domain.secrets.length).toBeGreaterThan(4)
    for (const secret of domain.secrets) expect(seen).not.toContain(secret)
  })

  it('SEC-10 logs neither code, state nor launch token when a launch fails', async () => {
    const { app, domain, newTab, logged } = await receivingApp()
    const tab = newTab()
    const left = await tab.launch()
    domain.idToken = { claims: { nonce: 'x' } }
    await tab.send(app.callback, domain.logIn(left.href).href)
    expect(logged()).toContain('id_token_invalid')
    for (const secret of [...domain.secrets, left.searchParams.get('state') ?? '', launchOf(domain).launch])
      expect(logged()).not.toContain(secret)
  })

  it('SEC-01 is a cookie that no script reads, for one hour', async () => {
    const { app, domain, newTab } = await receivingApp()
    const tab = newTab()
    const response = await tab.send(app.callback, domain.logIn((await tab.launch()).href).href)
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-443\.slipway-app-[\w-]{12}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=3600$/,
    )
  })

  it('is opened by a secret of which the database has only the hash: the id alone opens nothing', async () => {
    const { storage, sql } = await testStorage(Date.now)
    const here = await receivingApp({ sessions: storage.appSessions })
    const tab = here.newTab()
    await tab.launchAndLogIn()
    const [name, secret] = sessionCookie(tab)
    expect(JSON.stringify(await sql.rows('SELECT * FROM app_session'))).not.toContain(secret)
    const id = name.slice('__Host-443.slipway-app-'.length)
    expect(await told(here, here.newTab(), id)).toEqual({ status: 'none' })
    expect(await told(here, tab, id)).toMatchObject({ status: 'open', id })
  })

  it('is not accepted when its cookie was changed, comes from another app, or is an hour old', async () => {
    const { newTab, advance } = await receivingApp()
    const tab = newTab()
    await tab.launchAndLogIn()
    const [name, good] = sessionCookie(tab)
    tab.cookies.set(name, `${good.slice(0, -2)}${good.endsWith('AA') ? 'BB' : 'AA'}`)
    expect(await tab.session()).toEqual({ status: 'none' })
    const elsewhere = (await receivingApp()).newTab()
    elsewhere.cookies.set(name, good)
    expect(await elsewhere.session()).toEqual({ status: 'none' })
    tab.cookies.set(name, good)
    expect(await tab.session()).toMatchObject({ status: 'open' })
    advance(HOUR)
    expect(await tab.session()).toEqual({ status: 'none' })
  })

  it('APP-04 is separate for each tab: one practitioner has two patients open at once', async () => {
    const here = await receivingApp()
    const tab = here.newTab()
    const first = await opened(here, tab, 'Practitioner/1', 'Task/7')
    const second = await opened(here, tab, 'Practitioner/1', 'Task/8')
    expect(await told(here, tab, first)).toMatchObject({ status: 'open', task: 'Task/7', id: first })
    expect(await told(here, tab, second)).toMatchObject({ status: 'open', task: 'Task/8', id: second })
    expect(await tab.session(), 'the newest where none is named').toMatchObject({ task: 'Task/8' })
    const read = await tab.send(here.app.fhir, `/launch/api/fhir?session=${first}&path=Patient/1`)
    expect(read.status).toBe(200)
    const headers = { origin: APP, 'content-type': 'application/x-www-form-urlencoded' }
    await tab.send(here.app.end, '/launch/api/end', { method: 'POST', headers, body: `session=${first}` })
    expect(await told(here, tab, first)).toEqual({ status: 'none' })
    expect(await told(here, tab, second)).toMatchObject({ status: 'open' })
  })

  it('APP-07 ends in every tab of the user when another person launches', async () => {
    const here = await receivingApp()
    const tab = here.newTab()
    const ids = [
      await opened(here, tab, 'Practitioner/1', 'Task/7'),
      await opened(here, tab, 'Practitioner/1', 'Task/8'),
    ]
    const cookies = new Map(tab.cookies)
    await opened(here, tab, 'Patient/2', 'Task/9')
    expect(count(tab)).toBe(1)
    for (const [name, value] of cookies) tab.cookies.set(name, value)
    for (const id of ids) expect(await told(here, tab, id), 'at the server, too').toEqual({ status: 'none' })
  })

  it('APP-07 stays open when a launch of the same person fails or somebody sends an invalid launch', async () => {
    const here = await receivingApp()
    const tab = here.newTab()
    const open = await opened(here, tab, 'Practitioner/1', 'Task/7')
    await tab.launch({ iss: 'https://evil.example', launch: 'x' })
    expect(await tab.session()).toMatchObject({ status: 'failed', failure: 'unknown_iss' })
    expect(await told(here, tab, open)).toMatchObject({ status: 'open' })
    here.domain.idToken = { claims: { nonce: 'x' } }
    await tab.send(
      here.app.callback,
      here.domain.logIn((await tab.launch(launchFor(here.domain, 'Practitioner/1'))).href).href,
    )
    expect(await told(here, tab, open)).toMatchObject({ status: 'open' })
    await tab.send(
      here.app.callback,
      here.domain.logIn((await tab.launch(launchFor(here.domain, 'Patient/2'))).href).href,
    )
    expect(await told(here, tab, open)).toEqual({ status: 'none' })
  })

  it('is one of at most ten in a browser: the oldest ends first', async () => {
    const here = await receivingApp()
    const tab = here.newTab()
    const ids: string[] = []
    for (let made = 0; made < 12; made += 1) ids.push(await opened(here, tab, 'Practitioner/1', `Task/${made}`))
    expect(count(tab)).toBe(10)
    expect(await told(here, tab, ids[1] ?? '')).toEqual({ status: 'none' })
    expect(await told(here, tab, ids[2] ?? '')).toMatchObject({ task: 'Task/2' })
  })

  it('is at most 8 KB, however long the answers of the server are', async () => {
    const { app, domain, newTab } = await receivingApp()
    domain.idToken = { claims: { acr: 'a'.repeat(9000), role: 'patient' } }
    const tab = newTab()
    expect(await tab.launchAndLogIn()).toMatchObject({ status: 'open', user: 'Patient/1', task: 'Task/7' })
    expect(JSON.stringify(await tab.session()).length).toBeLessThanOrEqual(8 * 1024 + 50)

    const back = domain.logIn((await tab.launch()).href)
    back.searchParams.set('error', 'e'.repeat(3000))
    back.searchParams.set('error_description', 'd'.repeat(9000))
    await tab.send(app.callback, back.href)
    expect(await tab.session()).toMatchObject({ status: 'failed', step: 'login', failure: 'refused' })
    expect(JSON.stringify(await tab.session()).length).toBeLessThanOrEqual(8 * 1024 + 50)
  })

  it('shows every detail of an ordinary launch', async () => {
    const { newTab } = await receivingApp()
    const tab = newTab()
    const session = await tab.launchAndLogIn()
    expect(session.status === 'open' && session.steps.every(({ detail }) => detail !== '')).toBe(true)
    expect(session).toMatchObject({ idToken: { sub: 'Patient/1' } })
  })

  it('APP-13 names the user, and the portal of another site by its Device, otherwise by its client_id', async () => {
    const { app, domain, newTab } = await receivingApp()
    const from = async (site: string, iss: string) => {
      const tab = newTab()
      const left = await tab.launch(launchFor(domain, 'Patient/1', iss), { headers: { 'sec-fetch-site': site } })
      await tab.send(app.callback, domain.logIn(left.href).href)
      return tab.session()
    }
    const deviceName = [{ name: 'Clinic portal', type: 'user-friendly-name' }]
    domain.resources.set('Device/clinic', { resourceType: 'Device', id: 'clinic', deviceName })
    const opened = { userName: 'Marijke Jansen', launchedFrom: 'cross-site' }
    expect(await from('cross-site', 'clinic')).toMatchObject({ ...opened, openedFrom: 'Clinic portal' })
    expect(await from('same-site', 'other')).toMatchObject({ openedFrom: 'other' })
    expect(await from('same-origin', 'clinic')).not.toHaveProperty('openedFrom')
    expect(await from('cross-site', 'https://no.client.example/')).not.toHaveProperty('openedFrom')
  })

  it('names the portal of another site of a launch that failed, from which to start again', async () => {
    const { app, domain, newTab } = await receivingApp()
    const deviceName = [{ name: 'Clinic portal', type: 'user-friendly-name' }]
    domain.resources.set('Device/clinic', { resourceType: 'Device', id: 'clinic', deviceName })
    const failedFrom = async (site: string) => {
      const tab = newTab()
      const sent = launchFor(domain, 'Patient/1', 'clinic')
      const back = domain.logIn((await tab.launch(sent, { headers: { 'sec-fetch-site': site } })).href)
      back.searchParams.set('error', 'access_denied')
      await tab.send(app.callback, back.href)
      return tab.session()
    }
    expect(await failedFrom('cross-site')).toMatchObject({ status: 'failed', openedFrom: 'Clinic portal' })
    expect(await failedFrom('same-origin')).not.toHaveProperty('openedFrom')
  })

  it('APP-13 opens without a name when the user cannot be read', async () => {
    const { domain, newTab } = await receivingApp()
    domain.resources.clear()
    const session = await newTab().launchAndLogIn()
    expect(session).toMatchObject({ status: 'open', user: 'Patient/1' })
    expect(session).not.toHaveProperty('userName')
  })
})

describe('ending the session', () => {
  const end = async (headers: Record<string, string>) => {
    const { app, newTab } = await receivingApp()
    const tab = newTab()
    await tab.launchAndLogIn()
    const before = new Map(tab.cookies)
    return { tab, before, response: await tab.send(app.end, '/launch/api/end', { method: 'POST', headers }) }
  }

  it('APP-13 ASVS 3.3.1 ends at the server: the old cookies open nothing any more', async () => {
    const { tab, before, response } = await end({ origin: APP })
    expect([response.status, response.headers.get('location')]).toEqual([303, `${APP}/launch`])
    expect(await tab.session()).toEqual({ status: 'none' })
    for (const [name, value] of before) tab.cookies.set(name, value)
    expect(await tab.session()).toEqual({ status: 'none' })
  })

  it.each([
    ['nothing that tells where it is from', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['another origin of the same site', { origin: APP, 'sec-fetch-site': 'same-site' }],
    ['a hidden origin', { origin: 'null' }],
  ])('SEC-08 answers 403 to a form with %s', async (_, headers) => {
    const { tab, response } = await end(headers)
    expect(response.status).toBe(403)
    expect(await tab.session()).toMatchObject({ status: 'open' })
  })

  it('answers GET with 405', async () => {
    const { app, newTab } = await receivingApp()
    expect((await newTab().send(app.end, '/launch/api/end')).status).toBe(405)
  })
})

describe('the keys of the app', () => {
  it('are public, cacheable and without private members', async () => {
    const { app, newTab } = await receivingApp()
    const response = await newTab().send(app.jwks, '/launch/jwks')
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const { keys } = (await response.json()) as { keys: Record<string, unknown>[] }
    expect(keys).toHaveLength(1)
    expect(keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS384', use: 'sig', kid: expect.any(String) })
    for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(keys[0]).not.toHaveProperty(member)
  })

  it('answers 304 to a matching If-None-Match', async () => {
    const { app, newTab } = await receivingApp()
    const etag = (await newTab().send(app.jwks, '/launch/jwks')).headers.get('etag') ?? ''
    const again = await newTab().send(app.jwks, '/launch/jwks', { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })
})
