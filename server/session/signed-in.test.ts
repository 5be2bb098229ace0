// The signed-in person of the portal and the console, by the cookie that next-auth seals and the session in the database.
import { encode } from 'next-auth/jwt'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#lib/clock.ts'
import { PERSON_HEADER } from '#lib/http/person-header.ts'
import { personMark } from '#lib/oauth/person-mark.ts'
import { MOST_OF_EACH } from '../storage/records/portal-sessions.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'
import { portalCookie } from '../testing/portal-cookie.ts'
import { sessionToken } from './signed-in.ts'

const ADMIN = 'beheer@demo.test'
const PATIENT = 'marijke@demo.test'

/** The headers of a signed-in person's browser. */
const signedIn = async ({ domain }: TestDomain, username: string, id: string) => ({
  cookie: await portalCookie(domain, { id, username }),
})

const idOf = async ({ domain }: TestDomain, username: string) =>
  (await domain.storage.accounts.named(username))?.id ?? ''

const me = async ({ fetch }: TestDomain, headers: Record<string, string>) =>
  (await (await fetch('/portal/api/me', { headers })).json()) as { readonly signedIn: boolean }

const users = async ({ fetch }: TestDomain, headers: Record<string, string>) =>
  (await fetch('/admin/api/users', { headers })).status

describe('the session of a signed-in person', () => {
  it('counts for nobody in what a page asks that was made for somebody else', async () => {
    const here = await testDomain()
    const headers = await signedIn(here, PATIENT, await idOf(here, PATIENT))
    const asked = (person: string) => me(here, { ...headers, [PERSON_HEADER]: personMark(person) })
    expect(await asked(PATIENT)).toMatchObject({ signedIn: true })
    expect(await asked(PATIENT.toUpperCase()), 'in any writing').toMatchObject({ signedIn: true })
    expect(await asked(ADMIN)).toMatchObject({ signedIn: false, person: null })
  })

  it('ends at once when the account is deleted, and does not return with a new account of that name', async () => {
    const here = await testDomain()
    const [patient, admin] = [await idOf(here, PATIENT), await idOf(here, ADMIN)]
    const create = (id: string, username: string) =>
      here.domain.storage.idp.accounts.create({ id, username, name: id, role: 'admin', passwordHash: '', createdAt: 0 })
    await create('other', 'other')
    const [patientHeaders, adminHeaders] = [await signedIn(here, PATIENT, patient), await signedIn(here, ADMIN, admin)]
    expect(await me(here, patientHeaders)).toMatchObject({ signedIn: true })
    expect(await users(here, adminHeaders)).toBe(200)
    const accounts = here.domain.storage.accounts
    for (const username of [ADMIN, PATIENT]) expect(await accounts.remove(username)).toBe('done')
    expect(await users(here, adminHeaders)).toBe(401)
    expect(await me(here, patientHeaders)).toMatchObject({ signedIn: false })

    await create('another', ADMIN)
    expect(await users(here, adminHeaders), 'same name, another account').toBe(401)
  })

  it('ASVS 3.3.3 ends at once, also at the identity provider, when the role or the password changes', async () => {
    const here = await testDomain()
    const id = await idOf(here, PATIENT)
    const { sql } = here.domain
    const atIdp = () => sql.value('SELECT count(*) FROM idp_session')
    const logIn = () =>
      sql.rows(
        'INSERT INTO idp_session (idHash, accountId, authTime, expiresAt) VALUES (?, ?, ?, ?)',
        crypto.randomUUID(),
        id,
        new Date(0),
        new Date(9e12),
      )
    const changes = [
      () => here.domain.storage.accounts.setRole(PATIENT, 'practitioner'),
      () => sql.rows("UPDATE account SET passwordHash = 'another' WHERE id = ?", id),
    ]
    for (const change of changes) {
      const headers = await signedIn(here, PATIENT, id)
      await logIn()
      await sql.rows("UPDATE account SET name = 'Marijke Jansen' WHERE id = ?", id)
      await here.domain.storage.accounts.setRole(
        PATIENT,
        (await sql.value<'patient'>('SELECT role FROM account WHERE id = ?', id)) ?? 'patient',
      )
      expect(await me(here, headers), 'nothing that matters changed').toMatchObject({ signedIn: true })
      await change()
      expect(await me(here, headers)).toMatchObject({ signedIn: false })
      expect(await atIdp()).toBe(0)
    }
  })

  it('lasts eight hours, however much it is used, and is deleted after that', async () => {
    const here = await testDomain()
    const headers = await signedIn(here, PATIENT, await idOf(here, PATIENT))
    here.advance(8 * HOUR - 1)
    expect(await me(here, headers)).toMatchObject({ signedIn: true })
    here.advance(1)
    expect(await me(here, headers)).toMatchObject({ signedIn: false })
    await here.domain.portalSessions.begin('somebody')
    expect(await here.domain.sql.value('SELECT count(*) FROM portal_session')).toBe(1)
  })

  it('is over when its cookie has expired, though that was read before, and is none under another secret', async () => {
    const here = await testDomain()
    const sid = await here.domain.portalSessions.begin('somebody')
    const token = { sid, sub: 'somebody', username: PATIENT, name: 'A name' }
    const secret = here.domain.keys.secret('portal-session')
    const cookie = `3000.next-auth.session-token=${await encode({ token, secret, maxAge: HOUR / SECOND })}`
    const asked = new Request(here.domain.config.publicUrl, { headers: { cookie } })
    const read = (under = secret) => sessionToken(asked, here.domain.config.publicUrl, under)
    expect([await read(), await read(), await read('another')]).toMatchObject([{ sid }, { sid }, null])
    vi.useFakeTimers({ toFake: ['Date'] }) // next-auth looks at the clock of the machine.
    onTestFinished(() => void vi.useRealTimers())
    vi.setSystemTime(Date.now() + HOUR + MINUTE)
    expect(await read()).toBe(null)
  })

  it('is one of at most 200 for a person: the oldest ends first', async () => {
    const here = await testDomain()
    const first = await here.domain.portalSessions.begin('somebody')
    here.advance(1) // The oldest by the time of their end.
    const other = await here.domain.portalSessions.begin('somebody else')
    for (let made = 1; made < MOST_OF_EACH; made += 1) await here.domain.portalSessions.begin('somebody')
    expect((await here.domain.portalSessions.find(first)) !== undefined).toBe(true)
    await here.domain.portalSessions.begin('somebody')
    expect([
      (await here.domain.portalSessions.find(first)) !== undefined,
      (await here.domain.portalSessions.find(other)) !== undefined,
    ]).toEqual([false, true])
  })

  it('is stored as a hash, and a cookie without a stored session signs nobody in', async () => {
    const here = await testDomain()
    const id = await here.domain.portalSessions.begin('somebody')
    expect(JSON.stringify(await here.domain.sql.rows('SELECT * FROM portal_session'))).not.toContain(id)
    const token = { sub: await idOf(here, PATIENT), username: PATIENT, name: 'A name' }
    for (const more of [{}, { sid: 'made up' }]) {
      const sealed = await encode({ token: { ...token, ...more }, secret: here.domain.keys.secret('portal-session') })
      expect(await me(here, { cookie: `3000.next-auth.session-token=${sealed}` })).toMatchObject({ signedIn: false })
    }
  })

  it('needs no account of ours when another identity provider has the accounts', async () => {
    const idp = { SHARED_IDP_ISSUER: 'https://idp.example', SHARED_IDP_CLIENT_ID: 'slipway' }
    const here = await testDomain(idp)
    expect(await me(here, await signedIn(here, 'somebody@idp.example', 'theirs'))).toMatchObject({ signedIn: true })
  })
})
