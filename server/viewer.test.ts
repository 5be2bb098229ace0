// Who is signed in to the portal and the console, by the cookie that next-auth seals.
import { encode } from 'next-auth/jwt'
import { describe, expect, it } from 'vitest'
import { accountList } from './db/account-list.ts'
import { type TestDomain, testDomain } from './testing/domain.ts'

const ADMIN = 'beheer@demo.test'
const PATIENT = 'marijke@demo.test'

/** What the browser of somebody who signed in sends. */
async function signedIn({ domain }: TestDomain, username: string, sub: string) {
  const secret = domain.keys.secret('portal-session')
  return { cookie: `next-auth.session-token=${await encode({ token: { sub, username, name: 'A name' }, secret })}` }
}

const idOf = async ({ domain }: TestDomain, username: string) =>
  (await domain.database.prisma.account.findUnique({ where: { username } }))?.id ?? ''

const me = async ({ fetch }: TestDomain, headers: Record<string, string>) =>
  (await (await fetch('/portal/api/me', { headers })).json()) as { readonly signedIn: boolean }

describe('the session of a signed-in person', () => {
  it('ends at once when the account is deleted, in the portal and in the console, and with it made anew stays over', async () => {
    const here = await testDomain()
    const [patient, admin] = [await idOf(here, PATIENT), await idOf(here, ADMIN)]
    const [patientHeaders, adminHeaders] = [await signedIn(here, PATIENT, patient), await signedIn(here, ADMIN, admin)]
    expect(await me(here, patientHeaders)).toMatchObject({ signedIn: true })
    expect((await here.fetch('/admin/api/users', { headers: adminHeaders })).status).toBe(200)
    const accounts = accountList(here.domain.database.sql)
    expect(accounts.setRole(PATIENT, 'admin')).toBe('done')
    for (const username of [ADMIN, PATIENT]) accounts.remove(username)
    expect((await here.fetch('/admin/api/users', { headers: adminHeaders })).status).toBe(401)

    expect(accounts.setRole(PATIENT, 'patient')).toBe('last_admin')
    const { passwordHash, name } = await here.domain.database.prisma.account.findFirstOrThrow()
    await here.domain.database.prisma.account.create({
      data: { id: 'another', username: ADMIN, name, role: 'admin', passwordHash, createdAt: new Date() },
    })
    expect(accounts.remove(PATIENT)).toBe('done')
    expect(await me(here, patientHeaders)).toMatchObject({ signedIn: false })
    expect((await here.fetch('/admin/api/users', { headers: adminHeaders })).status, 'same name, another account').toBe(
      401,
    )
  })

  it('is not held against our accounts where another identity provider has them', async () => {
    const idp = { SHARED_IDP_ISSUER: 'https://idp.example', SHARED_IDP_CLIENT_ID: 'slipway' }
    const here = await testDomain(idp)
    expect(await me(here, await signedIn(here, 'somebody@idp.example', 'theirs'))).toMatchObject({ signedIn: true })
  })
})
