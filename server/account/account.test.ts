// A person's own account, what an administrator does with it, and the link for a new password: what each ends, and for whom.
import { describe, expect, it } from 'vitest'
import type { AddedUser, AdminUserPage, AdminUsers, PasswordLink } from '#lib/api/admin.ts'
import type { LaunchSession } from '#lib/api/launch-session.ts'
import type { LinkOwner, OwnAccount } from '#lib/api/own-account.ts'
import type { PortalTasks } from '#lib/api/portal.ts'
import { HOUR, MINUTE } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { profileProblems } from '#lib/fhir/validation/koppeltaal.ts'
import { formWith, type UserAgent } from '#lib/http/user-agent.ts'
import { passwordHash } from '../idp/login/password.ts'
import { eventsOf } from '../testing/audit.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'
import { demoLaunch } from '../testing/launches.ts'
import { demoCookie, portalCookie } from '../testing/portal-cookie.ts'

const SITE = 'http://localhost:3000'
const ADMIN = 'beheer@demo.test'
const MARIJKE = 'marijke@demo.test'
const KIM = { id: 'kim', username: 'kim@example.org', name: 'Kim Mol', password: 'correct horse' }

interface Answer<Body> {
  readonly status: number
  readonly body: Body & { readonly error?: string; readonly error_description?: string }
}

/** A domain with an account of Kim, who is nobody of the demo. */
async function domainWithKim(env: Readonly<Record<string, string>> = {}) {
  const here = await testDomain(env)
  const { id, username, name, password } = KIM
  const account = { id, username, name, role: 'patient', passwordHash: await passwordHash(password) } as const
  await here.domain.storage.idp.accounts.create({ ...account, createdAt: here.now() })
  return here
}

const kimsCookie = ({ domain }: Pick<TestDomain, 'domain'>, atIdp = 'sid-1') => portalCookie(domain, { ...KIM, atIdp })

/** Sends JSON as a page of this site does, unless the headers say otherwise. */
async function send<Body = unknown>(
  { fetch }: Pick<TestDomain, 'fetch'>,
  path: string,
  { cookie = '', body, headers = {} }: { cookie?: string; body?: object; headers?: Record<string, string> } = {},
): Promise<Answer<Body>> {
  const answer = await fetch(path, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, origin: SITE, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as Answer<Body>['body'] }
}

const me = (here: TestDomain, cookie: string) => send<OwnAccount>(here, '/account/api/me', { cookie })
const change = (here: TestDomain, cookie: string, present: string, next = 'another password') =>
  send(here, '/account/api/password', { cookie, body: { present, next } })

/** The login page's answer to a user name and a password. */
async function logIn(browser: UserAgent, here: TestDomain, password: string, username = KIM.username) {
  const authorize = await here.domain.idp.authorizationEndpoint()
  const asked = new URLSearchParams({
    ...{ client_id: 'slipway-portal', redirect_uri: `${SITE}/api/auth/callback/shared-idp`, response_type: 'code' },
    ...{ scope: 'openid', state: 's', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  })
  const form = formWith(await browser.get(`${authorize}?${asked}`), 'username', 'password')
  if (!form) throw new Error('There is no login page')
  return browser.submit(form, { username, password })
}

const isIn = (page: { readonly url: string }): boolean => page.url.includes('/api/auth/callback/')

/** The console, for its administrator. */
async function consoleOf(here: TestDomain, who = ADMIN) {
  const cookie = await demoCookie(here.domain, who)
  const call = <Body = unknown>(path: string, body?: object, headers?: Record<string, string>) =>
    send<Body>(here, `/admin/api/${path}`, { cookie, ...(body ? { body } : {}), ...(headers ? { headers } : {}) })
  const link = async (id = KIM.id) => (await call<PasswordLink>(`users/${id}/password-link`, {})).body
  return { call, link, secret: async (id?: string) => new URL((await link(id)).url).hash.slice(1) }
}

/** The same data folder, served by another process. */
const anotherProcess = (here: TestDomain) =>
  testDomain({}, {}, { directory: here.domain.config.dataDir, now: here.now() })

const described = async ({ domain }: TestDomain) => JSON.stringify(await eventsOf(domain))

describe('the own account', () => {
  it('is of whoever is signed in, with their record, and of nobody else', async () => {
    const here = await testDomain()
    expect((await me(here, '')).body).toMatchObject({ signedIn: false, name: null, sessions: [] })
    const cookie = await demoCookie(here.domain, MARIJKE)
    expect((await me(here, cookie)).body).toMatchObject({
      ...{ signedIn: true, name: 'Marijke Jansen', username: MARIJKE, role: 'patient', shared: true, provider: null },
      record: { reference: 'Patient/marijke-jansen', name: 'Marijke Jansen' },
    })
    const refused = await send(here, '/account/api/password', { body: { present: 'demo', next: 'another password' } })
    expect(refused).toMatchObject({ status: 401, body: { error: 'not_signed_in' } })
  })

  it('lists the sessions: when begun, last used, from which network and browser, and which one is here', async () => {
    const here = await domainWithKim()
    const cookie = await kimsCookie(here)
    await here.domain.portalSessions.begin(KIM.id, 'sid-2', { network: '192.0.2.7', browser: 'Firefox, Linux' })
    const begun = new Date(here.now()).toISOString()
    here.advance(5 * MINUTE)
    const { body } = await me(here, cookie)
    expect(body).toMatchObject({ here: 'sid-1', username: KIM.username, shared: false, record: null })
    // The use is noted behind the answer.
    await expect
      .poll(async () => (await me(here, cookie)).body.sessions)
      .toEqual([
        { sid: 'sid-1', beganAt: begun, lastUsedAt: new Date(here.now()).toISOString(), network: null, browser: null },
        { sid: 'sid-2', beganAt: begun, lastUsedAt: begun, network: '192.0.2.7', browser: 'Firefox, Linux' },
      ])
    here.advance(8 * HOUR)
    expect((await me(here, cookie)).body.signedIn).toBe(false)
  })

  it('has a new password after the present one, and every other session ends', async () => {
    const here = await domainWithKim()
    const [cookie, other] = [await kimsCookie(here), await kimsCookie(here, 'sid-2')]
    expect(await change(here, cookie, KIM.password)).toMatchObject({ status: 200 })
    expect((await me(here, cookie)).body.sessions.map(({ sid }) => sid)).toEqual(['sid-1'])
    expect((await me(here, other)).body.signedIn).toBe(false)
    expect(isIn(await logIn(here.browser(), here, KIM.password))).toBe(false)
    expect(isIn(await logIn(here.browser(), here, 'another password'))).toBe(true)
    expect(await described(here)).toContain('new password by')
    expect(await described(here)).not.toContain('another password')
  })

  it.each([
    ['a wrong present password', 'not it', 'another password', 422, 'wrong_password'],
    ['a short one', KIM.password, 'short', 400, 'bad_request'],
    ['one that is too long', KIM.password, 'x'.repeat(201), 400, 'bad_request'],
    ['one that is guessed first', KIM.password, 'Password1', 422, 'guessable_password'],
    ['the own address', KIM.password, KIM.username, 422, 'guessable_password'],
  ])('refuses %s, and nothing ends', async (_, present, next, status, error) => {
    const here = await domainWithKim()
    const [cookie, other] = [await kimsCookie(here), await kimsCookie(here, 'sid-2')]
    expect(await change(here, cookie, present, next)).toMatchObject({ status, body: { error } })
    expect((await me(here, other)).body.signedIn).toBe(true)
    expect(isIn(await logIn(here.browser(), here, KIM.password))).toBe(true)
  })

  it('IDP-15 counts wrong present passwords as guesses', async () => {
    const here = await domainWithKim({ RATE_LIMIT: 'on' })
    const cookie = await kimsCookie(here)
    const errors: (string | undefined)[] = []
    for (let guess = 0; guess < 6; guess += 1) errors.push((await change(here, cookie, `guess ${guess}`)).body.error)
    expect(errors.at(-1)).toBe('too_many_requests')
    expect((await change(here, cookie, KIM.password)).status).toBe(429)
  })

  it('of a person of the demo keeps its password and its other sessions', async () => {
    const here = await testDomain()
    const [cookie, other] = [await demoCookie(here.domain, MARIJKE), await demoCookie(here.domain, MARIJKE)]
    expect((await change(here, cookie, 'demo')).body.error).toBe('shared')
    const { sessions, here: own } = (await me(here, cookie)).body
    expect(sessions.map(({ sid }) => sid)).toEqual([own])
    const { here: theirs } = (await me(here, other)).body
    expect((await send(here, '/account/api/sessions/end', { cookie, body: { sid: theirs } })).body.error).toBe('shared')
    expect((await me(here, other)).body.signedIn).toBe(true)
  })

  it.each(['password', 'sessions/end', 'link', 'link/owner'])('SEC-08 refuses %s from another site', async (path) => {
    const here = await domainWithKim()
    const cookie = await kimsCookie(here)
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const body = { present: KIM.password, next: 'another password', sid: 'sid-1', secret: 'x', password: 'long enough' }
    expect(await send(here, `/account/api/${path}`, { cookie, body, headers })).toMatchObject({
      ...{ status: 403, body: { error: 'cross_site' } },
    })
    expect((await me(here, cookie)).body.signedIn).toBe(true)
  })

  it('ends one session: at the identity provider, in portal and console, and in the app', async () => {
    const here = await testDomain()
    const { browser } = await demoLaunch(here)
    const { sql } = here.domain
    const sid = (await sql.value<string>('SELECT sid FROM idp_session')) ?? ''
    const id = (await sql.value<string>('SELECT accountId FROM idp_session')) ?? ''
    const cookie = await portalCookie(here.domain, { id, username: MARIJKE, atIdp: sid })
    expect((await send(here, '/account/api/sessions/end', { cookie, body: { sid } })).status).toBe(200)
    expect((await me(here, cookie)).body.signedIn).toBe(false)
    const app = JSON.parse((await browser.get(`${SITE}/launch/api/session`)).text) as LaunchSession
    expect(app.status).toBe('none')
    expect((await browser.get(`${SITE}/idp/logout`)).text).toContain('Nobody is signed in')
  })

  it('ends no session of another person, and none twice', async () => {
    const here = await domainWithKim()
    const cookie = await kimsCookie(here)
    await kimsCookie(here, 'sid-2')
    const theirs = await portalCookie(here.domain, { id: 'x', username: MARIJKE, atIdp: 'sid-of-marijke' })
    const end = (sid: string) => send(here, '/account/api/sessions/end', { cookie, body: { sid } })
    expect((await end('sid-of-marijke')).body.error).toBe('not_found')
    expect((await me(here, theirs)).body.signedIn).toBe(true)
    expect([(await end('sid-2')).status, (await end('sid-2')).status]).toEqual([200, 404])
  })
})

describe('an administrator at the page of a user', () => {
  it('sees the last log-in, the sessions, the record and the apps, and no password hash', async () => {
    const here = await domainWithKim()
    await logIn(here.browser(), here, KIM.password)
    const { call } = await consoleOf(here)
    const listed = (await call<AdminUsers>('users?q=kim')).body.items
    const at = new Date(here.now()).toISOString()
    const { id, username, name } = KIM
    expect(listed).toEqual([{ id, username, name, role: 'patient', locked: false, lastLoginAt: at }])
    const { body } = await call<AdminUserPage>(`users/${KIM.id}`)
    expect(body).toMatchObject({
      lastLoginAt: at,
      createdAt: at,
      locked: false,
      linkUntil: null,
      record: null,
      apps: [],
    })
    expect(body.sessions).toMatchObject([{ beganAt: at, lastUsedAt: at, network: 'unknown' }])
    expect(JSON.stringify(body)).not.toContain('argon2')
    expect((await call('users/nobody')).status).toBe(404)
  })

  it('locks an account: its next request is refused in each process, and it cannot log in until it is unlocked', async () => {
    const here = await domainWithKim()
    const elsewhere = await anotherProcess(here)
    const cookie = await kimsCookie(here)
    const isThere = async () => Promise.all([here, elsewhere].map(async (one) => (await me(one, cookie)).body.signedIn))
    expect(await isThere()).toEqual([true, true])
    const { call } = await consoleOf(here)
    expect((await call(`users/${KIM.id}/lock`, {})).status).toBe(200)
    expect(await isThere()).toEqual([false, false])
    for (const one of [here, elsewhere]) {
      const page = await logIn(one.browser(), one, KIM.password)
      expect(page.text).toContain('This account is locked')
      expect((await logIn(one.browser(), one, 'not it')).text).toContain('password is wrong')
    }
    expect((await call<AdminUserPage>(`users/${KIM.id}`)).body).toMatchObject({ locked: true, sessions: [] })
    expect((await call(`users/${KIM.id}/unlock`, {})).status).toBe(200)
    expect(await isThere()).toEqual([false, false])
    expect(isIn(await logIn(elsewhere.browser(), elsewhere, KIM.password))).toBe(true)
    expect(await described(here)).toContain('locked')
    expect(await described(here)).toContain('login: the account is locked')
  })

  it('locks it also for a log-in that was under way, for its tokens, and for the app of an open launch', async () => {
    const here = await testDomain()
    const { browser } = await demoLaunch(here)
    const { storage, sql, tokens } = here.domain
    const { call } = await consoleOf(here)
    const id = (await storage.accounts.named(MARIJKE))?.id ?? ''
    await call('users/role', { username: MARIJKE, role: 'admin' })
    const made = await tokens.make({ username: MARIJKE, name: 'CI', scopes: ['apps:read'], days: 1 })
    const bearer = { authorization: `Bearer ${typeof made === 'string' ? '' : made.secret}` }
    expect((await here.fetch('/admin/api/apps', { headers: bearer })).status).toBe(200)
    expect((await call(`users/${id}/lock`, {})).status).toBe(200)
    expect((await here.fetch('/admin/api/apps', { headers: bearer })).status).toBe(401)
    const late = { accountId: id, authTime: here.now(), expiresAt: here.now() + HOUR, sid: 'late' }
    await storage.idp.sessions.create('late', late, here.now())
    const cookie = await portalCookie(here.domain, { id, username: MARIJKE })
    expect(await storage.idp.sessions.find('late', here.now())).toBeUndefined()
    expect((await me(here, cookie)).body.signedIn).toBe(false)
    expect(await sql.value('SELECT count(*) FROM app_session')).toBe(0)
    expect(JSON.parse((await browser.get(`${SITE}/launch/api/session`)).text)).toEqual({ status: 'none' })
  })

  it('cannot lock the own account, nor the last administrator who can log in', async () => {
    const here = await domainWithKim()
    const { call } = await consoleOf(here)
    const { accounts, idp } = here.domain.storage
    const admin = (await accounts.named(ADMIN))?.id ?? ''
    expect((await call(`users/${admin}/lock`, {})).body.error).toBe('own_account')
    expect(await idp.records.lock(admin)).toBe('last_admin')
    await accounts.setRole(KIM.username, 'admin')
    await idp.records.lock(KIM.id)
    expect(await idp.records.lock(admin)).toBe('last_admin')
    expect((await accounts.setRole(ADMIN, 'patient')).outcome).toBe('last_admin')
    expect(await accounts.remove(ADMIN)).toBe('last_admin')
    await idp.records.unlock(KIM.id)
    expect(await Promise.all([idp.records.lock(admin), idp.records.lock(KIM.id)])).toEqual(['done', 'last_admin'])
  })

  it('ends one session or all of them', async () => {
    const here = await domainWithKim()
    const [one, other] = [await kimsCookie(here), await kimsCookie(here, 'sid-2')]
    const { call } = await consoleOf(here)
    expect((await call(`users/${KIM.id}/sign-out`, { sid: 'sid-1' })).body).toEqual({ ended: 1 })
    expect([(await me(here, one)).body.signedIn, (await me(here, other)).body.signedIn]).toEqual([false, true])
    expect((await call(`users/${KIM.id}/sign-out`, { sid: 'sid-1' })).status).toBe(404)
    expect((await call(`users/${KIM.id}/sign-out`, { sid: null })).body).toEqual({ ended: 1 })
    expect((await me(here, other)).body.signedIn).toBe(false)
  })

  it('makes the record of a patient who has none, who then has a place and a first task in the portal', async () => {
    const here = await domainWithKim()
    const { call } = await consoleOf(here)
    const form = { birthDate: '1990-05-17', gender: 'female' }
    const system = here.domain.config.idpIdentifierSystem
    expect((await call<AdminUserPage>(`users/${KIM.id}`)).body).toMatchObject({
      ...{ record: null, identifier: { system, value: KIM.username } },
    })
    expect((await call(`users/${KIM.id}/record`, { ...form, birthDate: '' })).status).toBe(400)
    expect((await call(`users/${KIM.id}/record`, form)).status).toBe(200)
    expect((await call<AdminUserPage>(`users/${KIM.id}`)).body.record).toMatchObject({ name: KIM.name })
    expect((await call(`users/${KIM.id}/record`, form)).body.error).toBe('has_record')
    const tasks = await send<PortalTasks>(here, '/portal/api/tasks', { cookie: await kimsCookie(here) })
    expect(tasks.body.items.map(({ title }) => title)).toEqual(['Sleep diary: your first week'])
    const daan = (await here.domain.storage.accounts.named('daan@demo.test'))?.id ?? ''
    expect((await call(`users/${daan}/record`, form)).body.error).toBe('has_record')
    expect(await described(here)).toContain('record')
  })

  it('adds an account with its record: a patient, a practitioner, or a relative of a patient, as a sign-up does', async () => {
    const here = await testDomain()
    const { call } = await consoleOf(here)
    const add = (role: string, username: string, record?: object) =>
      call<AddedUser>('users', { username, name: 'Piet Leeg', role, password: KIM.password, ...(record && { record }) })
    const [birthDate, gender] = ['1990-05-17', 'male']
    expect((await add('patient', 'piet@example.org')).body.record, 'nobody asked for one').toBe(null)
    expect((await add('patient', ' Pia@Example.org ', { birthDate, gender })).body).toMatchObject({
      ...{ username: 'pia@example.org', record: { name: 'Piet Leeg', reference: expect.stringMatching(/^Patient\//) } },
    })
    const pia = await portalCookie(here.domain, { id: 'pia', username: 'pia@example.org', name: 'Pia' })
    expect((await send<PortalTasks>(here, '/portal/api/tasks', { cookie: pia })).body.items).toHaveLength(1)
    const vera = (await add('practitioner', 'vera@example.org', { gender })).body.record?.reference
    expect(vera).toMatch(/^Practitioner\//)
    const { record, id } = (await add('related_person', 'rik@example.org', { birthDate, gender, patient: MARIJKE }))
      .body
    expect((await call<AdminUserPage>(`users/${id}`)).body.record).toEqual(record)
    const made = await here.domain.resources.readCurrent('RelatedPerson', record?.reference.split('/')[1] ?? '')
    const relative = JSON.parse(made?.body ?? '{}')
    expect(relative).toMatchObject({ patient: { reference: 'Patient/marijke-jansen' }, name: [{ text: 'Piet Leeg' }] })
    const claims = { meta: { profile: ['http://koppeltaal.nl/fhir/StructureDefinition/KT2RelatedPerson'] } }
    expect(profileProblems({ ...relative, ...claims }, { profiles: 'koppeltaal', lookup: () => undefined })).toEqual([])
    const tasks = await send<PortalTasks>(here, '/portal/api/tasks', {
      cookie: await portalCookie(here.domain, { id: 'rik', username: 'rik@example.org', name: 'Rik' }),
    })
    expect(tasks.body.patientName).toBe('Marijke Jansen')
    expect((await described(here)).match(/"made"|record/g)?.length).toBeGreaterThanOrEqual(3)
  })

  it('makes neither account nor record when the record lacks something, and no second record for a user name', async () => {
    const here = await testDomain()
    const { call } = await consoleOf(here)
    const add = (role: string, username: string, record: object) =>
      call<AddedUser>('users', { username, name: 'Piet Leeg', role, password: KIM.password, record })
    const refused = [
      await add('patient', 'piet@example.org', { gender: 'male' }),
      await add('related_person', 'piet@example.org', { gender: 'male', birthDate: '1990-05-17', patient: 'x@y.nl' }),
      await add('admin', 'piet@example.org', { gender: 'male', birthDate: '1990-05-17' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 409])
    expect(await here.domain.storage.accounts.named('piet@example.org')).toBeUndefined()
    await add('practitioner', 'vera@example.org', { gender: 'female' })
    await call('users/delete', { username: 'vera@example.org' })
    const again = await add('practitioner', 'vera@example.org', { gender: 'female' })
    expect(again.body.record?.name, 'that of before is theirs').toBe('Piet Leeg')
    const { matches } = await here.domain.resources.search({
      ...{
        search: { type: 'Practitioner', conditions: [], visibility: 'all', sort: '-_lastUpdated' },
        limit: 9,
        mostCounted: 9,
      },
    })
    expect(matches.filter(({ body }) => body?.includes('vera@example.org'))).toHaveLength(1)
  })

  it('makes the record of a practitioner without a date of birth, and once', async () => {
    const here = await domainWithKim()
    const { call } = await consoleOf(here)
    expect((await call(`users/${KIM.id}/record`, { gender: 'female' })).status).toBe(400)
    expect((await call('users/role', { username: KIM.username, role: 'practitioner' })).status).toBe(200)
    expect((await call(`users/${KIM.id}/record`, { gender: 'female' })).status).toBe(200)
    const { record } = (await call<AdminUserPage>(`users/${KIM.id}`)).body
    expect(record).toMatchObject({ name: KIM.name, reference: expect.stringMatching(/^Practitioner\//) })
    const made = await here.domain.resources.readCurrent('Practitioner', record?.reference.split('/')[1] ?? '')
    expect(JSON.parse(made?.body ?? '{}')).toMatchObject({
      ...{ active: true, gender: 'female', telecom: [{ system: 'email', value: KIM.username }] },
      name: [{ use: 'official', text: KIM.name }],
    })
    expect((await call(`users/${KIM.id}/record`, { gender: 'female' })).body.error).toBe('has_record')
    expect(await described(here)).toContain('record')
  })

  it('marks the session in which an administrator looks', async () => {
    const here = await testDomain()
    const id = (await here.domain.storage.accounts.named(ADMIN))?.id ?? ''
    const { call } = await consoleOf(here)
    const { here: own, sessions } = (await call<AdminUserPage>(`users/${id}`)).body
    expect(sessions.map(({ sid }) => sid)).toContain(own)
    expect(
      (await call<AdminUserPage>(`users/${(await here.domain.storage.accounts.named(MARIJKE))?.id}`)).body.here,
    ).toBeNull()
  })

  it.each(['lock', 'unlock', 'sign-out', 'password-link', 'record'])(
    'SEC-08 SEC-17 is the only one for %s, and from a page of this site',
    async (action) => {
      const here = await domainWithKim()
      const [{ call }, asPatient] = [await consoleOf(here), await consoleOf(here, MARIJKE)]
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      const path = `users/${KIM.id}/${action}`
      expect((await call(path, { sid: null }, foreign)).body.error).toBe('cross_site')
      expect((await asPatient.call(path, { sid: null })).body.error).toBe('not_admin')
      expect((await send(here, `/admin/api/${path}`, { body: { sid: null } })).status).toBe(401)
      expect(await here.domain.storage.idp.records.read(KIM.id)).toMatchObject({
        lockedAt: undefined,
        linkUntil: undefined,
      })
    },
  )
})

describe('the own name', () => {
  const rename = (here: TestDomain, cookie: string, name: string, headers: Record<string, string> = {}) =>
    send(here, '/account/api/name', { cookie, body: { name }, headers })

  it('is changed by its owner: the pages and the next log-in have it, the sessions go on, and the log has both names', async () => {
    const here = await domainWithKim()
    const cookie = await kimsCookie(here)
    expect((await rename(here, cookie, ' Kim de Mol ')).status).toBe(200)
    expect((await me(here, cookie)).body).toMatchObject({ signedIn: true, name: 'Kim de Mol', username: KIM.username })
    expect(isIn(await logIn(here.browser(), here, KIM.password))).toBe(true)
    expect(await here.domain.storage.idp.accounts.findByUsername(KIM.username)).toMatchObject({ name: 'Kim de Mol' })
    expect(await described(here)).toMatch(
      /"name before","valueString":"Kim Mol".*"name after","valueString":"Kim de Mol"/,
    )
  })

  it('is not that of the record, which keeps its own', async () => {
    const here = await domainWithKim()
    const { call } = await consoleOf(here)
    await call(`users/${KIM.id}/record`, { birthDate: '1990-05-17', gender: 'female' })
    const cookie = await kimsCookie(here)
    await rename(here, cookie, 'Kim de Mol')
    expect((await me(here, cookie)).body).toMatchObject({ name: 'Kim de Mol', record: { name: KIM.name } })
  })

  it('that stays the same is no change', async () => {
    const here = await domainWithKim()
    expect((await rename(here, await kimsCookie(here), KIM.name)).status).toBe(200)
    expect(await described(here)).not.toContain('name after')
  })

  it.each(['', '   ', 'x'.repeat(201), 'a\nb', 'a\u202eb', '\u200d'])(
    'is one line that can be read, not %j',
    async (name) => {
      const here = await domainWithKim()
      const cookie = await kimsCookie(here)
      expect((await rename(here, cookie, name)).body.error).toBe('bad_request')
      expect((await me(here, cookie)).body.name).toBe(KIM.name)
    },
  )

  it('SEC-08 is changed by nobody else: not without a session, from another site, for a demo person, or by another provider', async () => {
    const here = await domainWithKim()
    const cookie = await kimsCookie(here)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await rename(here, '', 'Evil')).status).toBe(401)
    expect((await rename(here, cookie, 'Evil', foreign)).body.error).toBe('cross_site')
    const marijke = await demoCookie(here.domain, MARIJKE)
    expect((await rename(here, marijke, 'Evil')).body.error).toBe('shared')
    await (await consoleOf(here)).call(`users/${KIM.id}/lock`, {})
    expect((await rename(here, cookie, 'Evil')).status).toBe(401)
    expect(await here.domain.storage.idp.records.read(KIM.id)).toMatchObject({ name: KIM.name })
  })
})

describe('a link for a new password', () => {
  const use = (here: Pick<TestDomain, 'fetch'>, secret: string, password = 'a new password') =>
    send<{ username: string }>(here, '/account/api/link', { body: { secret, password } })

  it('is shown once, stored as a hash, in a fragment, and used once; then all sessions have ended', async () => {
    const here = await domainWithKim()
    const cookie = await kimsCookie(here)
    const { link } = await consoleOf(here)
    const { url, expiresAt } = await link()
    const { hash, origin, pathname, search } = new URL(url)
    expect([origin, pathname, search]).toEqual([SITE, '/account/password', ''])
    expect(Date.parse(expiresAt)).toBe(here.now() + 8 * HOUR)
    const secret = hash.slice(1)
    const rows = JSON.stringify(await here.domain.sql.rows('SELECT * FROM password_link'))
    expect([rows.includes(secret), rows.includes(sha256(secret))]).toEqual([false, true])
    const owner = await send<LinkOwner>(here, '/account/api/link/owner', { body: { secret } })
    expect(owner.body).toEqual({ name: KIM.name, username: KIM.username })
    expect((await use(here, secret)).body).toEqual({ username: KIM.username })
    expect((await me(here, cookie)).body.signedIn).toBe(false)
    expect(isIn(await logIn(here.browser(), here, 'a new password'))).toBe(true)
    expect(isIn(await logIn(here.browser(), here, KIM.password))).toBe(false)
    expect(await use(here, secret, 'a third password')).toMatchObject({ status: 410, body: { error: 'link_used' } })
    expect((await send(here, '/account/api/link/owner', { body: { secret } })).status).toBe(410)
    expect(await described(here)).toContain('password link until')
    expect(await described(here)).not.toContain(secret)
  })

  it('cannot be used when it has expired, was replaced, is made up, or its account is locked or has chosen a password', async () => {
    const here = await domainWithKim()
    const { secret } = await consoleOf(here)
    const [replaced, current] = [await secret(), await secret()]
    for (const bad of [replaced, 'made-up', '', `${current}x`, sha256(current)])
      expect((await use(here, bad)).body.error, bad).toBe('link_used')
    const cookie = await kimsCookie(here)
    await change(here, cookie, KIM.password)
    expect((await use(here, current)).status).toBe(410)
    const old = await secret()
    here.advance(8 * HOUR)
    expect((await use(here, old)).status).toBe(410)
    const ofLocked = await (await consoleOf(here)).secret()
    await (await consoleOf(here)).call(`users/${KIM.id}/lock`, {})
    expect((await use(here, ofLocked)).status).toBe(410)
    expect((await (await consoleOf(here)).call(`users/${KIM.id}/password-link`, {})).body.error).toBe('locked')
    await (await consoleOf(here)).call(`users/${KIM.id}/unlock`, {})
    expect((await use(here, ofLocked)).status).toBe(410)
    expect(isIn(await logIn(here.browser(), here, 'another password'))).toBe(true)
  })

  it('changes the password of its own account alone', async () => {
    const here = await domainWithKim()
    const { secret } = await consoleOf(here)
    expect((await use(here, await secret())).status).toBe(200)
    expect(isIn(await logIn(here.browser(), here, 'demo', MARIJKE))).toBe(true)
    expect(isIn(await logIn(here.browser(), here, 'a new password', MARIJKE))).toBe(false)
  })

  it('that two processes use at once is used by one of them', async () => {
    const here = await domainWithKim()
    const elsewhere = await anotherProcess(here)
    const { secret } = await consoleOf(here)
    const once = await secret()
    const answers = await Promise.all([use(here, once, 'password of one'), use(elsewhere, once, 'password of two')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const winner = answers[0]?.status === 200 ? 'password of one' : 'password of two'
    expect(isIn(await logIn(here.browser(), here, winner))).toBe(true)
  })

  it('takes only a password of the length that every other has, and stays usable', async () => {
    const here = await domainWithKim()
    const once = await (await consoleOf(here)).secret()
    expect((await use(here, once, 'short')).body.error).toBe('bad_request')
    for (const guessable of ['12345678', KIM.username])
      expect((await use(here, once, guessable)).body.error).toBe('guessable_password')
    expect((await use(here, once)).status).toBe(200)
  })
})
