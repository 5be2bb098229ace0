// Events of the identity provider in the audit log (conformance IDP-21).
import { describe, expect, it } from 'vitest'
import { limitersInMemory } from '#lib/http/limiter.ts'
import { formWith } from '#lib/http/user-agent.ts'
import type { ReadEvent } from '../testing/audit.ts'
import { r4Problems } from '../testing/r4-validators.ts'
import { ANNA, BRAM, type TestProvider, testProvider } from './testing/provider.ts'

const summaryOf = ({ subtype, outcome, outcomeDesc, agent }: ReadEvent) => [
  subtype[0]?.code,
  outcome,
  outcomeDesc,
  agent[0]?.who?.identifier?.value,
]

const summaries = async ({ audited }: TestProvider) => (await audited()).map(summaryOf)

describe('the audit log of the identity provider', () => {
  it('IDP-21 records a login and a logout, with the address it came from', async () => {
    const provider = await testProvider()
    const browser = provider.browser()
    await provider.logIn(browser)
    const form = formWith(await browser.get(`${provider.issuer}/logout`), 'csrf')
    if (!form) throw new Error('Nobody is signed in')
    await browser.submit(form)
    expect(await summaries(provider)).toEqual([
      ['110122', '0', 'login: user name and password are right', ANNA.username],
      ['110123', '0', 'logout: the person ended the session', ANNA.username],
    ])
    for (const event of await provider.audited()) {
      expect(r4Problems(event)).toEqual([])
      expect(event.source).toMatchObject({ site: provider.issuer, observer: { reference: 'Device/slipway' } })
      expect(event.agent).toMatchObject([{ requestor: true, network: { address: '192.0.2.1', type: '2' } }])
    }
  })

  it('IDP-21 records a wrong password with the account that it was tried on', async () => {
    const provider = await testProvider()
    await provider.logIn(provider.browser(), { ...ANNA, password: 'not the password' })
    expect(await summaries(provider)).toEqual([['110122', '4', 'login: the password is wrong', ANNA.username]])
    expect((await provider.audited()).flatMap(r4Problems)).toEqual([])
  })

  it('IDP-21 does not repeat an unknown user name: it may be a password', async () => {
    const provider = await testProvider()
    await provider.logIn(provider.browser(), { username: 'correct horse', password: 'x' })
    expect(await summaries(provider)).toEqual([['110122', '4', 'login: no account has that user name', undefined]])
    expect(JSON.stringify(await provider.audited())).not.toContain('horse')
    expect((await provider.audited()).flatMap(r4Problems)).toEqual([])
  })

  it('IDP-15 IDP-21 records one event a minute for a locked account', async () => {
    const provider = await testProvider({ limiters: limitersInMemory() })
    const browser = provider.browser()
    for (let n = 0; n < 9; n++) await provider.logIn(browser, { ...ANNA, password: 'not the password' })
    const outcomes = (await provider.audited()).map(({ outcomeDesc }) => outcomeDesc)
    expect(outcomes.filter((text) => text.includes('locked'))).toHaveLength(1)
    expect(outcomes.filter((text) => text.includes('wrong'))).toHaveLength(5)
  })

  it('IDP-21 records the end of a session when another person logs in in the same browser, not when the same person does', async () => {
    const provider = await testProvider()
    const browser = provider.browser()
    await provider.logIn(browser)
    await provider.logIn(browser, ANNA, { prompt: 'login' })
    expect((await summaries(provider)).map(([code]) => code)).toEqual(['110122', '110122'])
    await provider.logIn(browser, BRAM, { prompt: 'login' })
    expect((await summaries(provider)).slice(2)).toEqual([
      ['110123', '0', 'logout: another person signed in in the same browser', ANNA.username],
      ['110122', '0', 'login: user name and password are right', BRAM.username],
    ])
    expect((await provider.audited()).flatMap(r4Problems)).toEqual([])
  })

  it('LIM-03 IDP-21 records one event a minute for refused sign-ups of one address, without a name', async () => {
    const provider = await testProvider({ limiters: limitersInMemory() })
    const browser = provider.browser()
    const login = await provider.openLogin(browser)
    const [, href = ''] = /href="([^"]*\/signup\?interaction=[\w-]+)"/.exec(login.text) ?? []
    const form = formWith(await browser.get(href), 'birthDate', 'password')
    if (!form) throw new Error('There is no sign-up')
    const taken = {
      name: 'Noor',
      birthDate: '1990-02-28',
      gender: 'female',
      email: ANNA.username,
      password: 'acht tekens',
    }
    const statuses = []
    for (let n = 0; n < 33; n++) statuses.push((await browser.submit(form, taken)).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
    expect(await summaries(provider)).toEqual([
      ['110122', '4', 'login: no new account, after too many from the same address', undefined],
    ])
    provider.advance(60_000)
    await browser.submit(form, taken)
    expect(await provider.audited()).toHaveLength(2)
    expect((await provider.audited()).flatMap(r4Problems)).toEqual([])
  })

  it('IDP-21 records no second login when somebody is already logged in, and never a password', async () => {
    const provider = await testProvider()
    const browser = provider.browser()
    await provider.logIn(browser)
    await browser.get(provider.authorizeUrl())
    expect(await provider.audited()).toHaveLength(1)
    expect(JSON.stringify(await provider.audited())).not.toContain(ANNA.password)
  })
})
