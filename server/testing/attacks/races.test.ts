// Replay and race: of fifty concurrent requests exactly one wins (RFC 6749 §10.5, RFC 7523 §3, HTI 2.0 jti).
import { describe, expect, it } from 'vitest'
import { CLIENT_ASSERTION_TYPE } from '#lib/oauth/client-assertion.ts'
import { clientAssertion, launchToken, registerApp } from '../app.ts'
import { testDomain } from '../domain.ts'
import { authorizeUrl, exchange, freshCode, logIn, SITE, TOKEN_ENDPOINT } from './launched.ts'
import { auditedBy } from './state.ts'

const MANY = 50
const atOnce = <T>(attempt: () => Promise<T>) => Promise.all(Array.from({ length: MANY }, attempt))
const post = (fields: Readonly<Record<string, string>>) => ({ method: 'POST', body: new URLSearchParams(fields) })

describe('fifty at once', () => {
  it('ACG-13 ACG-15 of one code: one gets tokens, and they are taken back; the audit log has the others', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    const code = await freshCode(here, app)
    let answers: readonly Response[] = []
    const events = await auditedBy(here, async () => {
      answers = await atOnce(() => exchange(here, app, code))
    })
    const won = answers.filter(({ ok }) => ok)
    expect(won).toHaveLength(1)
    for (const answer of answers.filter(({ ok }) => !ok))
      expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
    expect(events.filter((event) => event === 'token 0')).toHaveLength(1)
    expect(events.filter((event) => event.startsWith('code-misuse'))).toHaveLength(MANY - 1)
    expect(await here.domain.sql.value('SELECT count(*) FROM noop_token WHERE revokedAt IS NULL')).toBe(0)
  })

  it('AST-12 of one assertion: one gets a token', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    const client_assertion = await clientAssertion(app, TOKEN_ENDPOINT, here.now())
    const form = { grant_type: 'client_credentials', client_assertion_type: CLIENT_ASSERTION_TYPE, client_assertion }
    const answers = await atOnce(() => here.fetch(TOKEN_ENDPOINT, post(form)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('LTK-07 of one launch token: one goes on to log in', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    const url = await authorizeUrl(here, app)
    const answers = await atOnce(() => here.fetch(url))
    expect(answers.filter((answer) => answer.headers.get('location')?.startsWith(`${SITE}/idp/`))).toHaveLength(1)
    expect(await here.domain.sql.value('SELECT count(*) FROM authorize_transaction')).toBe(1)
  })

  it('AUZ-43 IDP-02 of one answer of the provider: one gets a code', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    const { browser, page } = await logIn(here, await authorizeUrl(here, app))
    const login = await here.fetch(await authorizeUrl(here, app))
    const cookie = login.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const answer = await here.fetch(login.headers.get('location') ?? '', { headers: { cookie: browser.cookies(SITE) } })
    const back = answer.headers.get('location') ?? ''
    expect(back).toContain('/oauth2/callback?')
    expect(page.visits.length).toBeGreaterThan(3)
    const answers = await atOnce(() => here.fetch(back, { headers: { cookie } }))
    const codes = answers.map((one) => new URL(one.headers.get('location') ?? SITE).searchParams.get('code'))
    expect(codes.filter((code) => code !== null)).toHaveLength(1)
  })
})

describe('a token shown again when it is about to end', () => {
  it('AST-12 an assertion whose exp has a fraction is remembered for as long as it is taken', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    here.advance(1000 - (here.now() % 1000)) // At the beginning of a second.
    const exp = here.now() / 1000 + 0.5
    const client_assertion = await clientAssertion(app, TOKEN_ENDPOINT, here.now(), { exp })
    const form = { grant_type: 'client_credentials', client_assertion_type: CLIENT_ASSERTION_TYPE, client_assertion }
    expect((await here.fetch(TOKEN_ENDPOINT, post(form))).status).toBe(200)
    for (const [wait, what] of [
      [30_400, 'within the tolerance'],
      [300, 'in the second in which it ends'],
      [1000, 'after it'],
    ] as const) {
      here.advance(wait)
      await here.domain.purge()
      expect((await here.fetch(TOKEN_ENDPOINT, post(form))).status, what).toBe(401)
    }
  })

  it('LTK-07 a launch token whose exp has a fraction is remembered for as long as it is taken', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    here.advance(1000 - (here.now() % 1000))
    const launch = await launchToken(here.domain, app, { exp: here.now() / 1000 + 0.5 })
    const goesOn = async () =>
      (await here.fetch(await authorizeUrl(here, app, { launch }))).headers.get('location')?.startsWith(`${SITE}/idp/`)
    expect(await goesOn()).toBe(true)
    for (const wait of [30_400, 300, 1000]) {
      here.advance(wait)
      await here.domain.purge()
      expect(await goesOn()).toBe(false)
    }
  })
})
