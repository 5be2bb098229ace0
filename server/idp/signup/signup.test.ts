// Creating an account from the login page (conformance IDP-10).
import { describe, expect, it } from 'vitest'
import { limitersInMemory } from '#lib/http/limiter.ts'
import { formWith, type Page } from '#lib/http/user-agent.ts'
import { ANNA, answerAt, BRAM, loginForm, type TestProvider, testProvider, tokenRequest } from '../testing/provider.ts'

const NEW = {
  name: 'Noor  el Amrani',
  birthDate: '1990-02-28',
  gender: 'female',
  email: ' Noor@Example.org ',
  password: 'acht tekens',
}

async function openSignup(
  provider: TestProvider,
  browser = provider.browser(),
  changed: Readonly<Record<string, string>> = {},
) {
  const login = await provider.openLogin(browser, changed)
  const [, href = ''] = /href="([^"]*\/signup\?interaction=[\w-]+)"/.exec(login.text) ?? []
  const page = await browser.get(href)
  return { browser, page, form: signupForm(page) }
}

function signupForm(page: Page) {
  const form = formWith(page, 'birthDate', 'password')
  if (!form) throw new Error(`No sign-up form at ${page.url} (${page.status})`)
  return form
}

const accountOf = ({ sql }: TestProvider, username: string) =>
  sql.row<{ readonly id: string; readonly passwordHash: string }>('SELECT * FROM account WHERE username = ?', username)

describe('signing up', () => {
  it('IDP-10 says first what account it makes, and offers no role', async () => {
    const { page } = await openSignup(await testProvider())
    expect(page.text).toContain('<p class="lead">This makes an account of a patient.')
    expect(page.text).not.toMatch(/name="role"|Role|administrator/)
  })

  it('IDP-10 makes a patient, who logs in and returns to the request that led to the sign-up', async () => {
    const provider = await testProvider()
    const { browser, form } = await openSignup(provider)
    const signedUp = await browser.submit(form, NEW)
    const login = loginForm(signedUp)
    expect(signedUp.text).toContain('value="noor@example.org"')
    const answer = await browser.submit(login, { username: 'noor@example.org', password: NEW.password })
    expect(answer.visits[0]?.status).toBe(303)
    const { code = '', state } = answerAt(answer)
    expect(state).toBe('a state & more = €')
    const { id_token } = await (await provider.fetch(tokenRequest(provider.issuer, { code }))).json()
    expect(JSON.parse(Buffer.from(id_token.split('.')[1], 'base64url').toString())).toMatchObject({
      preferred_username: 'noor@example.org',
      name: 'Noor el Amrani',
      role: 'patient',
    })
    expect(provider.welcomed).toEqual([
      { username: 'noor@example.org', name: 'Noor el Amrani', birthDate: '1990-02-28', gender: 'female' },
    ])
    expect(answerAt(await browser.get(provider.authorizeUrl()))).toHaveProperty('code')
    expect(browser.cookies('http://localhost:3000/')).toMatch(/slipway-idp-session=[\w-]{43}/)
  })

  it('IDP-10 IDP-13 logs a new account of a demo in at once, and continues the request that led to the sign-up', async () => {
    const demoAccounts = [{ ...ANNA, role: 'patient' as const }]
    const provider = await testProvider({ demoAccounts })
    const { browser, form } = await openSignup(provider)
    const answer = await browser.submit(form, NEW)
    expect(answerAt(answer)).toMatchObject({ code: expect.any(String), state: 'a state & more = €' })
    expect(answerAt(await browser.get(provider.authorizeUrl({ prompt: 'none' })))).toHaveProperty('code')
    const taken = await openSignup(provider)
    const again = await taken.browser.submit(taken.form, { ...NEW, password: 'another one' })
    expect(loginForm(again).names, 'an existing account still asks for its password').toContain('password')
  })

  it('IDP-10 continues a launch of a demo for its own person only', async () => {
    const provider = await testProvider({ demoAccounts: [{ ...ANNA, role: 'patient' as const }] })
    const own = await openSignup(provider, provider.browser(), { login_hint: 'noor@example.org' })
    expect(answerAt(await own.browser.submit(own.form, NEW))).toHaveProperty('code')
    const other = await openSignup(provider, provider.browser(), { login_hint: ANNA.username })
    expect(other.page.text, 'said before, too').toContain('The task you were opening is for <strong>Anna &lt;Bos&gt;')
    expect(other.page.text).not.toContain('continue where you were')
    expect(other.page.text, 'the address of somebody else is not filled in').not.toContain(`value="${ANNA.username}"`)
    const page = await other.browser.submit(other.form, { ...NEW, name: 'Saar Vos', email: 'saar@example.org' })
    expect(page.text).toContain('Your account is ready, Saar Vos')
    expect(page.text, 'the person of the launch has a name').toContain(
      'The task you were opening is for <strong>Anna &lt;Bos&gt;',
    )
    expect(page.text).toContain('href="http://localhost:3000/portal?sign-in=here"')
    expect(
      answerAt(await other.browser.get(provider.authorizeUrl())),
      'and no password is asked for again',
    ).toHaveProperty('code')
  })

  it('shows the page after a sign-up within a launch in the other language, too', async () => {
    const provider = await testProvider({ demoAccounts: [{ ...ANNA, role: 'patient' as const }] })
    const { browser, form } = await openSignup(provider, provider.browser(), { login_hint: ANNA.username })
    const page = await browser.submit(form, { ...NEW, name: 'Saar Vos' })
    const [, link = ''] = /href="([^"]*language=nl)"/.exec(page.text) ?? []
    const dutch = await browser.get(link.replaceAll('&amp;', '&'))
    expect(dutch.text).toContain('Je account is klaar, Saar Vos')
  })

  it('IDP-10 gives the role patient, whatever the form posts', async () => {
    const provider = await testProvider()
    const { browser, form } = await openSignup(provider)
    await browser.submit(form, { ...NEW, role: 'practitioner', isAdmin: 'true', id: 'account-1', passwordHash: 'x' })
    const account = await accountOf(provider, 'noor@example.org')
    expect(account).toMatchObject({ role: 'patient', name: 'Noor el Amrani' })
    expect(account?.id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('IDP-11 keeps the password as argon2id only', async () => {
    const provider = await testProvider()
    const { browser, form } = await openSignup(provider)
    await browser.submit(form, NEW)
    const account = await accountOf(provider, 'noor@example.org')
    expect(account?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(provider.logged.join()).not.toContain(NEW.password)
    expect(provider.logged.join()).not.toContain('noor@')
  })

  it.each([
    ['name', '   ', 'Enter your name.'],
    ['name', 'x'.repeat(101), 'The name is longer'],
    ['name', 'Eve \u001b[31mRed', 'The name has a character that cannot be shown'],
    ['name', 'Eve \u009b31mRed', 'The name has a character that cannot be shown'],
    ['name', '\u202eevE', 'The name has a character that cannot be shown'],
    ['name', 'An\u200bna', 'The name has a character that cannot be shown'],
    ['name', '\u3164', 'The name has a character that cannot be shown'],
    ['email', 'eve\u001b[31m@example.org', 'Enter an e-mail address'],
    ['email', 'an\u200bna@example.org', 'Enter an e-mail address'],
    ['email', '\uff41nna@example.org', 'Enter an e-mail address'],
    ['birthDate', '', 'Enter your date of birth'],
    ['birthDate', '2026-11-22', 'Enter your date of birth'],
    ['birthDate', '1899-12-31', 'Enter your date of birth'],
    ['birthDate', '1990-02-30', 'Enter your date of birth'],
    ['gender', '', 'Choose one of the answers.'],
    ['gender', 'king', 'Choose one of the answers.'],
    ['email', 'noor', 'Enter an e-mail address'],
    ['email', 'a b@example.org', 'Enter an e-mail address'],
    ['password', '1234567', 'at least 8 characters'],
    ['password', 'x'.repeat(201), 'The password is longer'],
    ['password', 'password', 'guessed first'],
    ['password', 'Welkom01', 'guessed first'],
  ])(
    'APP-14 says next to the field %s what is wrong with "%s", and keeps the other answers',
    async (field, value, message) => {
      const provider = await testProvider()
      const { browser, form } = await openSignup(provider)
      const page = await browser.submit(form, { ...NEW, [field]: value })
      expect(page.status).toBe(422)
      expect(page.text).toContain('role="alert"')
      expect(page.text).toContain(`<a href="#${field}">`)
      expect(page.text).toMatch(new RegExp(`id="${field}-problem">[^<]*${message}`))
      expect(page.text).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`))
      if (field !== 'birthDate') expect(page.text).toContain('value="1990-02-28"')
      expect(page.text).not.toContain(NEW.password)
      expect(provider.welcomed).toEqual([])
      expect((await browser.submit(signupForm(page), { ...NEW, email: 'good@example.org' })).status).toBe(200)
    },
  )

  it('IDP-10 makes one account when two sign-ups with the same address arrive at once', async () => {
    const provider = await testProvider()
    const [one, two] = [await openSignup(provider), await openSignup(provider)]
    const pages = await Promise.all([one, two].map(({ browser, form }) => browser.submit(form, NEW)))
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    expect(await provider.sql.value('SELECT count(*) FROM account WHERE username = ?', 'noor@example.org')).toBe(1)
    expect(provider.welcomed).toHaveLength(1)
  })

  it('SEC-08 refuses a form without our token', async () => {
    const provider = await testProvider()
    const { browser, form } = await openSignup(provider)
    expect((await browser.post(form.action, { ...form.fields, ...NEW, csrf: '' })).status).toBe(403)
    expect(provider.welcomed).toEqual([])
  })

  it('IDP-13 ends the session of whoever was logged in, and begins none before somebody logs in', async () => {
    const provider = await testProvider()
    const someone = provider.browser()
    await provider.logIn(someone)
    const { form } = await openSignup(provider, someone, { prompt: 'login' })
    const page = await someone.submit(form, NEW)
    expect(someone.cookies('http://localhost:3000/')).not.toContain('slipway-idp-session')
    expect(page.text).not.toContain('You are signed in as')
    expect(await provider.sql.value('SELECT count(*) FROM idp_session')).toBe(0)
  })

  it.each<readonly [string, { readonly login_hint?: string }]>([
    ['nobody', {}],
    ['somebody else', { login_hint: BRAM.username }],
    ['that person', { login_hint: ANNA.username }],
  ])('IDP-14 does not tell who has an account, where the request expects %s', async (_, expected) => {
    const provider = await testProvider()
    const said = async (email: string) => {
      const { browser, form } = await openSignup(provider, provider.browser(), expected)
      const { status, text, headers } = await browser.submit(form, { ...NEW, email })
      const cookies = headers.getSetCookie().map((cookie) => cookie.replace(/=[\w-]{20,}/, '='))
      const names = [email, expected.login_hint ?? email]
      const nameless = names.reduce((said, name) => said.replaceAll(name, 'WHO'), text)
      return { status, cookies, text: nameless.replace(/(value="|interaction=)[\w-]{20,}/g, '') }
    }
    const free = await said('nobody@example.org')
    expect(await said(ANNA.username)).toEqual(free)
    expect(await said('anybody@example.org'), 'as of any other free one').toEqual(free)
    const passwordHash = (await accountOf(provider, ANNA.username))?.passwordHash
    await said(ANNA.username)
    expect(await accountOf(provider, ANNA.username)).toMatchObject({
      passwordHash,
      name: ANNA.name,
    })
    expect(answerAt(await provider.logIn(provider.browser(), ANNA))).toHaveProperty('code')
  })

  it('offers a first task of her own to who signs up inside the launch of somebody else, and continues a launch of her own', async () => {
    const provider = await testProvider()
    const other = await openSignup(provider, provider.browser(), { login_hint: BRAM.username })
    const page = await other.browser.submit(other.form, NEW)
    expect(page.text).toContain('If there already was one, it has not changed')
    expect(page.text).toContain('href="http://localhost:3000/portal?sign-in"')
    expect(page.text).toContain('Open a task of your own')
    expect(provider.welcomed).toHaveLength(1)
    const own = await openSignup(provider, provider.browser(), { login_hint: 'Vera@Example.org' })
    const made = await own.browser.submit(own.form, { ...NEW, email: 'vera@example.org' })
    expect(made.text).toContain('Sign in as Vera@Example.org')
    const [, link = ''] = /href="([^"]*\/idp\/login[^"]*)"/.exec(made.text) ?? []
    const login = loginForm(await own.browser.get(link.replaceAll('&amp;', '&')))
    const answer = await own.browser.submit(login, { username: 'vera@example.org', password: NEW.password })
    expect(answerAt(answer)).toHaveProperty('code')
  })

  it('is the page that prompt=create leads to, whoever is logged in (Initiating User Registration via OpenID Connect 1.0)', async () => {
    const provider = await testProvider()
    const someone = provider.browser()
    await provider.logIn(someone)
    const page = await someone.get(provider.authorizeUrl({ prompt: 'create' }))
    expect(page.url).toContain('/idp/signup?interaction=')
    const login = loginForm(await someone.submit(signupForm(page), NEW))
    const answer = await someone.submit(login, { username: 'noor@example.org', password: NEW.password })
    expect(answerAt(answer)).toHaveProperty('code')
    const closed = await testProvider({ signup: false })
    expect((await closed.browser().get(closed.authorizeUrl({ prompt: 'create' }))).url).toContain('/idp/login')
  })

  it('LIM-03 limits sign-ups from one address', async () => {
    const provider = await testProvider({ limiters: limitersInMemory() })
    const { browser, form } = await openSignup(provider)
    const taken = { ...NEW, email: 'anna@example.org' }
    let page = await browser.submit(form, taken)
    for (let more = 0; more < 30; more++) page = await browser.submit(form, taken)
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it.each(['GET', 'POST'])('IDP-10 has no page where the domain does not let people sign up (%s)', async (method) => {
    const provider = await testProvider({ signup: false })
    const answer = await provider.fetch(`${provider.issuer}/signup`, { method })
    expect(answer.status).toBe(404)
    expect((await provider.openLogin(provider.browser())).text).not.toContain('signup')
  })
})
