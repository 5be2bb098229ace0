// The account in the header of a page.
import { describe, expect, it } from 'vitest'
import { testDomain } from '../testing/domain.ts'

const SITE = 'http://localhost:3000'

const signedIn = (username: string, name?: string) => ({ viewer: async () => ({ username, name }) })

describe('the header of a page', () => {
  it.each([
    ['beheer@demo.test', 'Femke Smit', 'admin'],
    ['daan@demo.test', 'Daan Visser', 'practitioner'],
  ] as const)('names %s with the role of the account', async (username, name, role) => {
    const { domain } = await testDomain({}, signedIn(username))
    expect(await domain.pageAccount(new Request(SITE))).toEqual({ name, role, acting: false })
  })

  it('names a person of another identity provider without a role', async () => {
    const { domain } = await testDomain({}, signedIn('nina@elsewhere.example', 'Nina Bakker'))
    const account = { name: 'Nina Bakker', role: undefined, acting: false }
    expect(await domain.pageAccount(new Request(SITE))).toEqual(account)
  })

  it('names the person a demo visitor acts as, and nobody after the acting ends', async () => {
    const { domain, browser: newBrowser } = await testDomain({}, { viewer: async () => undefined })
    const browser = newBrowser()
    const account = () => domain.pageAccount(new Request(SITE, { headers: { cookie: browser.cookies(SITE) } }))
    expect(await account()).toBeUndefined()
    await browser.post(`${SITE}/portal/act-as`, { person: 'Patient/marijke-jansen' })
    expect(await account()).toEqual({ name: 'Marijke Jansen', role: 'patient', acting: true })
    await browser.post(`${SITE}/portal/stop-acting`, {})
    expect(await account()).toBeUndefined()
  })

  it('ignores the acting cookie outside of the demo', async () => {
    const { domain } = await testDomain({ DEMO: 'false' }, { viewer: async () => undefined })
    const headers = { cookie: '3000.slipway-acting=Patient/marijke-jansen' }
    expect(await domain.pageAccount(new Request(SITE, { headers }))).toBeUndefined()
  })

  it('shows a changed role at the next request', async () => {
    const { domain } = await testDomain({}, signedIn('daan@demo.test'))
    domain.database.sql.prepare("UPDATE account SET role = 'auditor' WHERE username = 'daan@demo.test'").run()
    expect(await domain.pageAccount(new Request(SITE))).toMatchObject({ role: 'auditor' })
  })
})
