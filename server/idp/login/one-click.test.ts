// One click on a demo person: a log-in without another question, and only in the browser in which it was clicked
// (RFC 9700 §4.7, conformance IDP-12).
import { describe, expect, it } from 'vitest'
import { cookieJar } from '#lib/cookies.ts'
import type { UserAgent } from '#lib/http/user-agent.ts'
import { oneClick } from '../../session/one-click.ts'
import { ANNA, answerAt, BRAM, PORTAL, SERVER, testProvider } from '../testing/provider.ts'

const SITE = 'http://localhost:3000'
const DEMO = [
  { ...ANNA, role: 'patient' as const },
  { ...BRAM, role: 'practitioner' as const },
]

/** A provider of a demo whose portal lets a person be chosen. */
async function chosenAt(changes: Parameters<typeof testProvider>[0] = {}) {
  const clicks = oneClick({
    cookies: cookieJar(SITE),
    secret: () => 'a secret of the test',
    usernames: [ANNA.username, BRAM.username, 'eve@example.org'],
  })
  const relyingParties = [{ ...PORTAL, chosen: clicks.chosen }, SERVER]
  const provider = await testProvider({ relyingParties, demoAccounts: DEMO, ...changes })
  /** The address to which a click in this browser leads. */
  const click = (browser: UserAgent, login_hint: string, more: Readonly<Record<string, string>> = {}) => {
    const url = provider.authorizeUrl({ login_hint, state: crypto.randomUUID(), ...more })
    browser.keep(SITE, clicks.begun(url) ?? 'nothing=')
    return url
  }
  return { ...provider, click }
}

describe('one click on a person of the demo', () => {
  it('logs the person in, on record, and uses the click up', async () => {
    const { browser, click, authorizeUrl, audited } = await chosenAt()
    const anna = browser()
    expect(answerAt(await anna.get(click(anna, ANNA.username)))).toHaveProperty('code')
    expect(anna.cookies(SITE)).not.toContain('one-click')
    expect(answerAt(await anna.get(authorizeUrl({ prompt: 'none' })))).toHaveProperty('code')
    expect((await audited()).map(({ outcomeDesc }) => outcomeDesc)).toEqual(['login: user name and password are right'])
  })

  it('ends the session of another person in this browser', async () => {
    const { browser, click, authorizeUrl, audited } = await chosenAt()
    const shared = browser()
    await shared.get(click(shared, ANNA.username))
    expect(answerAt(await shared.get(click(shared, BRAM.username)))).toHaveProperty('code')
    expect(answerAt(await shared.get(authorizeUrl({ login_hint: ANNA.username, prompt: 'none' })))).toMatchObject({
      error: 'login_required',
    })
    expect((await audited()).map(({ outcomeDesc }) => outcomeDesc)).toContain(
      'logout: another person signed in in the same browser',
    )
  })

  it('SEC-08 CSRF on one-click log-in: a link of another site leads to the login page', async () => {
    const { browser, click, authorizeUrl, sql } = await chosenAt()
    const [attacker, victim] = [browser(), browser()]
    const link = click(attacker, ANNA.username)
    const isAsked = async (url: string) => (await victim.get(url, undefined, 'https://evil.example/')).url
    expect(await isAsked(link), 'the transaction of the attacker').toContain('/idp/login')
    expect(await isAsked(authorizeUrl({ login_hint: ANNA.username }))).toContain('/idp/login')
    click(victim, BRAM.username)
    expect(await isAsked(link), 'a click on somebody else').toContain('/idp/login')
    expect(await sql.value('SELECT count(*) FROM idp_session')).toBe(0)
  })

  it.each([
    ['outside of a demo', { demoAccounts: [] }, ANNA.username, {}],
    ['on who is not of the demo', {}, 'eve@example.org', {}],
    [
      'on a person whose password is not the public one',
      { demoAccounts: [{ ...DEMO[0], password: 'x' }] },
      ANNA.username,
      {},
    ],
    [
      'for another relying party',
      {},
      ANNA.username,
      { client_id: SERVER.clientId, redirect_uri: SERVER.redirectUris[0] },
    ],
  ] as const)('%s logs nobody in: the login page asks', async (_, changes, username, more) => {
    const { browser, click } = await chosenAt(changes as Parameters<typeof testProvider>[0])
    const visitor = browser()
    expect((await visitor.get(click(visitor, username, more as Readonly<Record<string, string>>))).url).toContain(
      '/idp/login',
    )
  })

  it('answers prompt=none with login_required: nobody is logged in by a request that must not ask', async () => {
    const { browser, click } = await chosenAt()
    const visitor = browser()
    expect(answerAt(await visitor.get(click(visitor, ANNA.username, { prompt: 'none' })))).toMatchObject({
      error: 'login_required',
    })
  })
})
