// The account in the header of a page.
import { describe, expect, it } from 'vitest'
import { personMark } from '#lib/oauth/person-mark.ts'
import { testDomain } from '../testing/domain.ts'

const SITE = 'http://localhost:3000'

const signedIn = (username: string, name?: string) => ({ viewer: async () => ({ username, name }) })

describe('the header of a page', () => {
  it.each([
    ['beheer@demo.test', 'Femke Smit', 'admin'],
    ['daan@demo.test', 'Daan Visser', 'practitioner'],
  ] as const)('names %s with the role of the account', async (username, name, role) => {
    const { domain } = await testDomain({}, signedIn(username))
    expect(await domain.pageAccount(new Request(SITE))).toEqual({ name, role, person: personMark(username) })
  })

  it('names a person of another identity provider without a role', async () => {
    const { domain } = await testDomain({}, signedIn('nina@elsewhere.example', 'Nina Bakker'))
    const account = { name: 'Nina Bakker', role: undefined, person: personMark('nina@elsewhere.example') }
    expect(await domain.pageAccount(new Request(SITE))).toEqual(account)
  })

  it('names nobody to a visitor', async () => {
    const { domain } = await testDomain()
    expect(await domain.pageAccount(new Request(SITE))).toBeUndefined()
  })

  it('shows a changed role at the next request', async () => {
    const { domain } = await testDomain({}, signedIn('daan@demo.test'))
    await domain.sql.rows("UPDATE account SET role = 'auditor' WHERE username = 'daan@demo.test'")
    expect(await domain.pageAccount(new Request(SITE))).toMatchObject({ role: 'auditor' })
  })
})
