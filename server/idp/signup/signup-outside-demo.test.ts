// Sign-up outside of the demo: it verifies no e-mail address, so it never gives access to an existing person's record.
import { describe, expect, it } from 'vitest'
import { formWith, type UserAgent } from '#lib/http/user-agent.ts'
import { type TestDomain, testDomain } from '../../testing/domain.ts'

const OUTSIDE = { PUBLIC_URL: 'https://care.example', DEMO: 'false', IDP_SIGNUP: 'true' }

/** The sign-up page, reached from the login page of the console's sign-in. */
async function openSignup({ domain, browser }: TestDomain) {
  const agent = browser()
  const { publicUrl } = domain.config
  const query = new URLSearchParams({
    client_id: 'slipway-portal',
    redirect_uri: `${publicUrl}/api/auth/callback/shared-idp`,
    response_type: 'code',
    scope: 'openid profile',
    state: 'a-state',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  })
  const login = await agent.get(`${publicUrl}/idp/authorize?${query}`)
  const [, href = ''] = /href="([^"]*\/signup\?interaction=[\w-]+)"/.exec(login.text) ?? []
  return { agent, page: await agent.get(href) }
}

async function signUp(domain: TestDomain, email: string) {
  const { agent, page } = await openSignup(domain)
  const form = formWith(page, 'birthDate', 'password')
  if (!form) throw new Error('No sign-up form')
  return submitted(agent, form, email)
}

const submitted = async (agent: UserAgent, form: Parameters<UserAgent['submit']>[0], email: string) => {
  const values = { name: 'Noor el Amrani', birthDate: '1990-02-28', gender: 'female', password: 'acht tekens' }
  return (await agent.submit(form, { ...values, email })).visits[0]?.status
}

const accountOf = async ({ domain }: TestDomain, username: string) =>
  domain.sql.row('SELECT * FROM account WHERE username = ?', username)

const addPerson = async ({ domain }: TestDomain, value: string) => {
  const identifier = [{ system: domain.config.idpIdentifierSystem, value }]
  const parsed = { resourceType: 'Practitioner', id: 'iris', active: true, identifier }
  await domain.resources.write(
    [{ type: 'Practitioner', id: 'iris', text: JSON.stringify(parsed), parsed }],
    domain.clock(),
  )
}

describe('signing up with a user name that a person of the domain already has', () => {
  it.each(['iris@example.org', 'Iris@Example.org', 'IRIS@example.org'])(
    'IDP-10 is refused outside of the demo, however the resource writes the name (%s), and leaves no account',
    async (written) => {
      const domain = await testDomain(OUTSIDE)
      await addPerson(domain, written)
      expect(await signUp(domain, 'iris@example.org')).toBe(200)
      expect(await accountOf(domain, 'iris@example.org')).toBeUndefined()
    },
  )

  it('IDP-10 is possible with a name that no current resource has: a new one, and that of a deleted or changed resource', async () => {
    const domain = await testDomain(OUTSIDE)
    await addPerson(domain, 'iris@example.org')
    await addPerson(domain, 'iris@elsewhere.example')
    expect(await signUp(domain, 'iris@elsewhere.example')).toBe(200)
    expect(await signUp(domain, 'iris@example.org')).toBe(200)
    expect(await signUp(domain, 'noor@example.org')).toBe(200)
    expect(await accountOf(domain, 'noor@example.org')).toMatchObject({ role: 'patient' })
  })

  it('IDP-10 gives the account to that person in the demo, and makes no second person', async () => {
    const domain = await testDomain()
    await addPerson(domain, 'Iris@example.org')
    const { sql } = domain.domain
    const people = () => sql.value("SELECT count(*) FROM resource_version WHERE type IN ('Patient', 'Task')")
    const before = await people()
    expect(await signUp(domain, 'iris@example.org')).toBe(303) // Logged in at once.
    expect(await people()).toBe(before)
  })
})
