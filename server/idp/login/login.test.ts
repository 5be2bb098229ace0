// The login page: CSRF protection, no session fixation, and no hint about which accounts exist.
import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { limitersInMemory } from '#lib/http/limiter.ts'
import { formsOf, formWith } from '#lib/http/user-agent.ts'
import { anotherConnection } from '../../storage/sqlite/testing/another-connection.ts'
import { ANNA, answerAt, BRAM, loginForm, PORTAL, testProvider } from '../testing/provider.ts'

const COOKIES = 'http://localhost:3000/'
const sessionOf = (cookies: string) => /slipway-idp-session=([^;]+)/.exec(cookies)?.[1]

describe('the login page', () => {
  it('APP-14 has a labelled field for each answer, in English and Dutch', async () => {
    const { browser, openLogin } = await testProvider()
    const someone = browser()
    const page = await openLogin(someone)
    expect(page.text).toMatch(/<html lang="en">/)
    expect(page.text).toContain('Test portal')
    for (const id of ['username', 'password']) {
      expect(page.text).toContain(`<label for="${id}">`)
      expect(page.text).toMatch(new RegExp(`<input id="${id}"[^>]* autocomplete="(username|current-password)"`))
    }
    const dutch = await someone.get(`${page.url}&language=nl`)
    expect(dutch.url).toBe(page.url)
    expect(dutch.text).toMatch(/<html lang="nl">/)
    expect(dutch.text).toContain('Inloggen')
  })

  it('APP-14 takes the language of the browser', async () => {
    const { browser, authorizeUrl } = await testProvider()
    const someone = browser()
    const { url } = await someone.get(authorizeUrl())
    expect((await someone.get(url, { 'accept-language': 'nl-NL,nl;q=0.9' })).text).toMatch(/<html lang="nl">/)
  })

  it('APP-14 says in the language of the page that a field is empty: the browser, which has its own, is told not to', async () => {
    const { browser, openLogin } = await testProvider()
    const someone = browser()
    const page = await openLogin(someone)
    expect(page.text).toMatch(/<form class="stack"[^>]* novalidate>/)
    const none = await someone.submit(loginForm(page), { username: '', password: '' })
    expect([none.status, none.text.includes('Enter your e-mail address and your password.')]).toEqual([422, true])
    const dutch = await someone.get(`${page.url}&language=nl`)
    const half = await someone.submit(loginForm(dutch), { username: ANNA.username, password: '' })
    expect(half.text).toContain('Vul je e-mailadres en je wachtwoord in.')
    expect(half.text).toContain(`value="${ANNA.username}" inputmode`)
  })

  it('SEC-02 SEC-04 has a policy without scripts, cannot be framed or kept, and sends no referrer', async () => {
    const { browser, openLogin } = await testProvider()
    const { headers, text } = await openLogin(browser())
    const policy = headers.get('content-security-policy') ?? ''
    for (const directive of [
      "default-src 'none'",
      "script-src 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(directive)
    expect(policy).not.toContain('form-action')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(text).not.toMatch(/<script|<style| style=| on\w+=/)
  })

  it('SEC-01 sets cookies that scripts and other sites cannot use', async () => {
    const { browser, openLogin, fetch, authorizeUrl } = await testProvider()
    const answer = await fetch(authorizeUrl())
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^3000\.slipway-idp-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600$/),
    ])
    expect((await openLogin(browser())).headers.getSetCookie()).toEqual([])
    const secure = await testProvider({ publicUrl: 'https://slipway.example' })
    const secured = await secure.fetch(secure.authorizeUrl())
    expect(secured.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-443\.slipway-idp-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=3600$/,
      ),
    ])
  })

  it('IDP-17 asks for a login when login_hint names another person than the one logged in, and answers for whoever then logs in', async () => {
    const { browser, logIn, authorizeUrl, openLogin, advance } = await testProvider()
    const anna = browser()
    await logIn(anna)
    advance(SECOND)
    expect(answerAt(await anna.get(authorizeUrl({ login_hint: ' ANNA@example.org' })))).toHaveProperty('code')
    expect(answerAt(await anna.get(authorizeUrl({ login_hint: BRAM.username, prompt: 'none' })))).toMatchObject({
      error: 'login_required',
    })
    const page = await openLogin(anna, { login_hint: BRAM.username })
    expect(page.url).toContain('/idp/login')
    const { interaction = '' } = loginForm(page).fields
    const skipped = await anna.get(authorizeUrl().replace(/\?.*/, `?interaction=${interaction}`))
    expect(skipped.url, 'nobody gets past the page without signing in').toContain('/idp/login')
    expect(answerAt(await logIn(anna, ANNA, { login_hint: BRAM.username }))).toHaveProperty('code')
  })

  it('names the task, the app and the expected person of a demo launch, and puts her button first', async () => {
    const demoAccounts = [
      { ...ANNA, role: 'patient' as const },
      { ...BRAM, role: 'practitioner' as const },
    ]
    const purposeOf = async (state: string) => (state === 'known' ? { app: 'Diary <b>', task: 'Week 1' } : undefined)
    const relyingParties = [{ ...PORTAL, purposeOf }]
    const { browser, openLogin } = await testProvider({ demoAccounts, relyingParties })
    const page = await openLogin(browser(), { state: 'known', login_hint: BRAM.username })
    expect(page.text).toContain(
      'to open <strong>Week 1</strong> in <strong>Diary &lt;b&gt;</strong> as <strong>Bram de Wit</strong>',
    )
    expect(page.text).toContain(`value="${BRAM.username}" inputmode`)
    expect(page.text.indexOf(`value="${BRAM.username}"><`)).toBeLessThan(
      page.text.indexOf(`value="${ANNA.username}"><`),
    )
    expect(page.text.match(/class="expected"/g)).toHaveLength(1)
    const unknown = await openLogin(browser(), { state: 'another' })
    expect(unknown.text).toContain('to continue to <strong>Test portal</strong></p>')
  })

  it('names the part of the relying party that the login leads to, in the language of the page', async () => {
    const places = { en: 'the console', nl: 'het beheer <b>' }
    const placeOf = ({ headers }: Request) => (headers.get('x-going') ? places : undefined)
    const { browser, openLogin } = await testProvider({ relyingParties: [{ ...PORTAL, placeOf }] })
    const someone = browser()
    const { url, text } = await openLogin(someone)
    expect(text).toContain('to continue to <strong>Test portal</strong></p>')
    expect((await someone.get(url, { 'x-going': 'in' })).text).toContain(
      'to continue to <strong>the console</strong></p>',
    )
    expect((await someone.get(url, { 'x-going': 'in', 'accept-language': 'nl' })).text).toContain(
      'om verder te gaan naar <strong>het beheer &lt;b&gt;</strong></p>',
    )
  })

  it('IDP-14 shows no name for a login_hint outside of the demo, so known and unknown user names read alike', async () => {
    const { browser, openLogin } = await testProvider()
    const said = async (login_hint: string) =>
      (await openLogin(browser(), { login_hint })).text
        .replaceAll(login_hint, 'WHO')
        .replace(/(value="|interaction=)[\w-]{20,}/g, '')
    expect(await said(BRAM.username)).toBe(await said('nobody@example.org'))
    expect(await said(BRAM.username)).not.toContain('Bram')
  })

  it('fills in the user name of who is logged in, and says when the request is for somebody else', async () => {
    const { browser, logIn, openLogin } = await testProvider()
    const anna = browser()
    await logIn(anna)
    const again = await openLogin(anna, { prompt: 'login' })
    expect(again.text, 'it is mostly somebody else who signs in').not.toContain(`value="${ANNA.username}"`)
    expect(again.text).toMatch(/<input id="username"[^>]* autofocus>/)
    expect(again.text).toContain('Sign in again to confirm that it is you')
    const other = await openLogin(anna, { login_hint: BRAM.username })
    expect(other.text).toContain(
      'You are signed in as <strong>Anna &lt;Bos&gt;</strong>. What you are opening is for bram@example.org',
    )
  })

  it('IDP-19 fills in the login_hint, escaped', async () => {
    const { browser, openLogin } = await testProvider()
    const page = await openLogin(browser(), { login_hint: '"><script>x' })
    expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;x"')
  })

  it('IDP-19 offers a one-click login for each demo account, and none outside of the demo', async () => {
    const demoAccounts = [
      { ...ANNA, role: 'patient' as const },
      { ...BRAM, role: 'practitioner' as const },
    ]
    const { browser, openLogin } = await testProvider({ demoAccounts })
    const someone = browser()
    const page = await openLogin(someone)
    const chips = page.text.match(/<button class="chip"/g)
    expect(chips).toHaveLength(2)
    const chip = formsOf(page).find(({ fields }) => fields['username'] === BRAM.username)
    if (!chip) throw new Error('No chip for Bram')
    expect(answerAt(await someone.submit(chip))).toHaveProperty('code')
    const elsewhere = await testProvider()
    expect((await elsewhere.openLogin(elsewhere.browser())).text).not.toContain('chip')
  })

  it.each([
    '?next=//evil.example',
    '?returnTo=https://evil.example',
    '?redirect_uri=https://evil.example',
    '?language=//evil.example',
  ])('SEC-07 goes nowhere for %s', async (query) => {
    const { fetch, issuer } = await testProvider()
    for (const page of ['login', 'signup', 'logout']) {
      const answer = await fetch(`${issuer}/${page}${query}`)
      expect(answer.headers.get('location')).toBeNull()
      expect(await answer.text()).not.toContain('evil.example')
    }
  })

  it('IDP-19 answers 400 and says where to start again when no interaction waits for a login', async () => {
    const { browser, openLogin, advance, issuer } = await testProvider()
    const someone = browser()
    const page = await openLogin(someone)
    advance(15 * MINUTE)
    for (const gone of [
      await someone.get(`${issuer}/login`),
      await someone.get(page.url),
      await someone.submit(loginForm(page), ANNA),
      await browser().get(page.url),
    ]) {
      expect(gone.status).toBe(400)
      expect(gone.text).toContain('Start again from the portal')
      expect(gone.text).toContain('href="http://localhost:3000/portal"')
    }
  })
})

describe('logging in', () => {
  it('SEC-11 redirects with 303 and then 302, and ends the interaction', async () => {
    const { browser, openLogin } = await testProvider()
    const anna = browser()
    const page = await openLogin(anna)
    const answer = await anna.submit(loginForm(page), ANNA)
    expect(answer.visits.map(({ method, status }) => [method, status])).toEqual([
      ['POST', 303],
      ['GET', 302],
      ['GET', 200],
    ])
    expect((await anna.get(page.url)).status).toBe(400)
  })

  it('IDP-19 survives a double click: the second post of the form leads to the code as well', async () => {
    const { fetch, browser, openLogin } = await testProvider()
    const anna = browser()
    const form = loginForm(await openLogin(anna))
    const body = new URLSearchParams({ ...form.fields, ...ANNA }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: anna.cookies(COOKIES) }
    const first = await fetch(form.action, { method: 'POST', body, headers })
    expect(first.status).toBe(303)
    expect(answerAt(await anna.submit(form, ANNA))).toHaveProperty('code')
  })

  it('IDP-19 takes a user name in any case and composition', async () => {
    const { browser, logIn } = await testProvider()
    const answer = await logIn(browser(), { username: ' ANNA@Example.org ', password: ANNA.password })
    expect(answerAt(answer)).toHaveProperty('code')
  })

  it('IDP-12 refuses a form without our token, or with that of another log-in or browser', async () => {
    const { browser, openLogin } = await testProvider()
    const anna = browser()
    const form = loginForm(await openLogin(anna))
    const other = loginForm(await openLogin(anna))
    const stranger = loginForm(await openLogin(browser()))
    const { csrf: _, ...withoutToken } = form.fields
    for (const fields of [
      withoutToken,
      { ...form.fields, csrf: '' },
      { ...form.fields, csrf: other.fields['csrf'] ?? '' },
      { ...form.fields, csrf: stranger.fields['csrf'] ?? '' },
      stranger.fields,
    ]) {
      const refused = await anna.post(form.action, { ...fields, ...ANNA })
      expect(refused.status).toBe(403)
      expect(sessionOf(anna.cookies(COOKIES))).toBeUndefined()
    }
  })

  it.each([
    ['Origin of another site', { origin: 'https://evil.example' }, 403],
    ['Origin on another port', { origin: 'http://localhost:3001' }, 403],
    ['Sec-Fetch-Site cross-site', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }, 403],
    ['our own page, whose Origin is null by no-referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }, 303],
    ['our own Origin', { origin: 'http://localhost:3000' }, 303],
  ])('IDP-12 answers a form with %s', async (_, headers, status) => {
    const { fetch, browser, openLogin } = await testProvider()
    const anna = browser()
    const form = loginForm(await openLogin(anna))
    const answer = await fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams({ ...form.fields, ...ANNA }),
      headers: { ...headers, cookie: anna.cookies(COOKIES) },
    })
    expect(answer.status).toBe(status)
  })

  it('IDP-13 makes a new session id, whatever the browser brought', async () => {
    const { fetch, browser, openLogin, sql, logIn } = await testProvider()
    const anna = browser()
    const form = loginForm(await openLogin(anna))
    const answer = await fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams({ ...form.fields, ...ANNA }),
      headers: { cookie: `${anna.cookies(COOKIES)}; 3000.slipway-idp-session=chosen-by-somebody` },
    })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^3000\.slipway-idp-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=28800$/)
    const id = sessionOf(cookie) ?? ''
    expect(await sql.rows('SELECT idHash FROM idp_session')).toEqual([{ idHash: sha256(id) }])

    await logIn(anna)
    const before = sessionOf(anna.cookies(COOKIES))
    await logIn(anna, ANNA, { prompt: 'login' })
    expect(sessionOf(anna.cookies(COOKIES))).not.toBe(before)
    expect(await sql.row('SELECT 1 FROM idp_session WHERE idHash = ?', sha256(before ?? ''))).toBeUndefined()
  })

  it('IDP-14 answers an unknown user and a wrong password alike', async () => {
    const { browser, logIn } = await testProvider()
    const wrong = await logIn(browser(), { ...ANNA, password: 'wrong' })
    const unknown = await logIn(browser(), { username: 'nora@example.org', password: 'wrong' })
    expect(wrong.status).toBe(422)
    expect(unknown.status).toBe(422)
    const withoutTokens = (text: string) => text.replace(/(value="|interaction=)[\w-]{22,43}(?=["&])/g, '$1')
    expect(withoutTokens(unknown.text).replace('nora@', 'anna@')).toBe(withoutTokens(wrong.text))
    expect(wrong.text).toContain('role="alert"')
    expect(wrong.text).not.toContain('wrong"')
  })

  it('IDP-14 works as hard for an unknown user as for a wrong password', async () => {
    const { browser, logIn } = await testProvider()
    const took = async (username: string) => {
      const times: number[] = []
      for (let attempt = 0; attempt < 7; attempt++) {
        const begun = process.cpuUsage()
        await logIn(browser(), { username, password: 'wrong' })
        const { user, system } = process.cpuUsage(begun)
        times.push(user + system)
      }
      return times.sort((a, b) => a - b)[3] ?? 0
    }
    await took(ANNA.username)
    const [known, unknown] = [await took(ANNA.username), await took('nobody@example.org')]
    // Time on the processors, not on the clock: whatever else the machine does takes no part. Without the same work, one is ten times
    // the other.
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(2.5)
  })

  it('IDP-11 logs neither passwords nor codes', async () => {
    const { browser, logIn, logged } = await testProvider()
    await logIn(browser(), { ...ANNA, password: 'not the password' })
    const { code = '' } = answerAt(await logIn(browser()))
    expect(logged.length).toBeGreaterThan(1)
    for (const secret of ['not the password', ANNA.password, ANNA.username, code])
      expect(logged.join()).not.toContain(secret)
  })

  it('AUZ-35 tells the relying party that the person cancelled', async () => {
    const { browser, openLogin, issuer } = await testProvider()
    const anna = browser()
    const page = await openLogin(anna)
    const cancel = loginForm(page)
    const answer = await anna.post(cancel.action, { ...cancel.fields, cancel: 'yes' })
    expect(answer.visits[0]?.status).toBe(303)
    expect(answer.url.startsWith(`${PORTAL.redirectUris[0]}?`)).toBe(true)
    expect(answerAt(answer)).toMatchObject({ error: 'access_denied', state: 'a state & more = €', iss: issuer })
    expect((await anna.get(page.url)).status).toBe(400)
    expect(formWith(page, 'interaction', 'csrf')).toBeDefined()
  })

  it('LIM-07 refuses a form of more than 64 KB, and one of another type', async () => {
    const { fetch, issuer } = await testProvider()
    const post = (body: string, type: string) =>
      fetch(`${issuer}/login`, { method: 'POST', body, headers: { 'content-type': type } })
    expect((await post('x'.repeat(65 * 1024), 'application/x-www-form-urlencoded')).status).toBe(413)
    expect((await post('{}', 'application/json')).status).toBe(415)
  })
})

describe('guessing passwords (conformance IDP-15)', () => {
  const guessed = async (provider: Awaited<ReturnType<typeof testProvider>>, username: string, address: string) => {
    const browser = provider.browser()
    const form = loginForm(await provider.openLogin(browser))
    return provider.fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams({ ...form.fields, username, password: 'guess' }),
      headers: { cookie: browser.cookies(COOKIES), 'x-test-address': address },
    })
  }

  it('IDP-15 locks an account for 15 minutes after 5 failures, wherever they came from', async () => {
    const provider = await testProvider({ limiters: limitersInMemory() })
    for (let failure = 1; failure <= 5; failure++)
      expect((await guessed(provider, ANNA.username, `192.0.2.${failure}`)).status).toBe(422)
    const sixth = await guessed(provider, ANNA.username.toUpperCase(), '192.0.2.6')
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    expect(await sixth.text()).toContain('15 minutes')
    expect((await provider.logIn(provider.browser())).status).toBe(429)
    expect(answerAt(await provider.logIn(provider.browser(), BRAM))).toHaveProperty('code')
  })

  it('IDP-15 locks an address after 5 failures, and LIM-04 no other address', async () => {
    const provider = await testProvider({ limiters: limitersInMemory() })
    for (let failure = 1; failure <= 5; failure++) await guessed(provider, `user-${failure}@example.org`, '192.0.2.66')
    expect((await guessed(provider, BRAM.username, '192.0.2.66')).status).toBe(429)
    expect(answerAt(await provider.logIn(provider.browser(), BRAM))).toHaveProperty('code')
  })

  it('IDP-15 lets others in where one person mistypes a password again and again, and says whom it stops', async () => {
    const provider = await testProvider({ limiters: limitersInMemory() })
    const statuses: number[] = []
    for (let failure = 1; failure <= 12; failure++)
      statuses.push((await guessed(provider, 'kim@example.org', '192.0.2.1')).status)
    expect(statuses).toEqual([...Array(5).fill(422), ...Array(7).fill(429)])
    expect(await (await guessed(provider, 'kim@example.org', '192.0.2.1')).text()).toContain('with this e-mail address')
    expect(answerAt(await provider.logIn(provider.browser(), BRAM))).toHaveProperty('code')
    expect((await guessed(provider, 'lot@example.org', '192.0.2.1')).status, 'guesses at others still count').toBe(422)
    const stopped = await guessed(provider, BRAM.username, '192.0.2.1')
    expect([stopped.status, (await stopped.text()).includes('from this network')]).toEqual([429, true])
  })

  it('IDP-15 IDP-14 lets the people of a demo in by what the page shows, where guesses locked the network, and nobody else', async () => {
    const demoAccounts = [{ ...ANNA, role: 'patient' as const }]
    const provider = await testProvider({ limiters: limitersInMemory(), demoAccounts })
    for (let failure = 1; failure <= 6; failure++) await guessed(provider, `user-${failure}@example.org`, '192.0.2.66')
    const tried = async (person: { readonly username: string; readonly password: string }) => {
      const browser = provider.browser()
      const form = loginForm(await provider.openLogin(browser))
      return provider.fetch(form.action, {
        method: 'POST',
        body: new URLSearchParams({ ...form.fields, ...person }),
        headers: { cookie: browser.cookies(COOKIES), 'x-test-address': '192.0.2.66' },
      })
    }
    expect((await tried(ANNA)).status).toBe(303)
    expect((await tried({ ...ANNA, password: 'a guess' })).status, 'and forgets no guess by it').toBe(429)
    expect((await tried(BRAM)).status).toBe(429)
  })

  it('IDP-15 LIM-04 locks an account only when failures come from two networks: one attacker alone cannot do it', async () => {
    const provider = await testProvider({ limiters: limitersInMemory() })
    for (let failure = 1; failure <= 8; failure++) await guessed(provider, ANNA.username, '192.0.2.66')
    expect((await guessed(provider, ANNA.username, '192.0.2.66')).status).toBe(429)
    expect((await guessed(provider, ANNA.username, '192.0.2.67')).status).toBe(422)
    expect((await guessed(provider, ANNA.username, '192.0.2.68')).status).toBe(429)
  })

  it('IDP-15 lets the owner log in from elsewhere after guesses from a single network', async () => {
    const provider = await testProvider({ limiters: limitersInMemory() })
    for (let failure = 1; failure <= 8; failure++) await guessed(provider, ANNA.username, '192.0.2.66')
    expect(answerAt(await provider.logIn(provider.browser()))).toHaveProperty('code')
  })

  it('IDP-15 leaves a locked account open for the network from which its owner last logged in', async () => {
    const provider = await testProvider({ limiters: limitersInMemory() })
    expect(answerAt(await provider.logIn(provider.browser()))).toHaveProperty('code')
    for (const address of ['192.0.2.66', '192.0.2.67'])
      for (let failure = 1; failure <= 4; failure++) await guessed(provider, ANNA.username, address)
    expect((await guessed(provider, ANNA.username, '192.0.2.68')).status).toBe(429)
    expect(answerAt(await provider.logIn(provider.browser()))).toHaveProperty('code')
  })

  it('IDP-15 counts an IPv6 /48 as one network: it cannot lock an account alone, nor go on guessing from one /64 after the other', async () => {
    const provider = await testProvider({ limiters: limitersInMemory() })
    const at = (site: number, subscriber: number) => `2001:db8:1:${(site * 256 + subscriber).toString(16)}::1`
    for (let failure = 1; failure <= 12; failure++) await guessed(provider, ANNA.username, at(failure, 0))
    expect((await guessed(provider, ANNA.username, '192.0.2.67')).status).toBe(422)
    const statuses = new Set<number>()
    for (let failure = 1; failure <= 21; failure++)
      statuses.add((await guessed(provider, `user-${failure}@example.org`, at(200, failure))).status)
    expect([...statuses]).toEqual([422, 429])
    expect((await guessed(provider, BRAM.username, at(201, 1))).status).toBe(422)
  })

  it('IDP-15 counts guesses made at once', async () => {
    const provider = await testProvider({ limiters: limitersInMemory() })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => guessed(provider, ANNA.username, `192.0.2.${index}`)),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  })

  it('IDP-15 forgets failures after a successful login, and never locks somebody for logging in often', async () => {
    const provider = await testProvider({ limiters: limitersInMemory() })
    for (let round = 0; round < 3; round++) {
      for (let failure = 1; failure <= 2; failure++) await guessed(provider, ANNA.username, `198.51.100.${round}`)
      expect(answerAt(await provider.logIn(provider.browser()))).toHaveProperty('code')
    }
    for (let round = 0; round < 8; round++)
      expect(answerAt(await provider.logIn(provider.browser()))).toHaveProperty('code')
  })
})

describe('logging out', () => {
  it('SEC-08 asks for confirmation, and ends the session only by its own form', async () => {
    const { browser, logIn, issuer, authorizeUrl, advance } = await testProvider()
    const anna = browser()
    await logIn(anna)
    advance(SECOND)
    const page = await anna.get(`${issuer}/logout`)
    expect(page.text).toContain('Anna &lt;Bos&gt;')
    expect((await anna.post(`${issuer}/logout`, {})).status).toBe(403)
    expect((await anna.post(`${issuer}/logout`, { csrf: 'x' })).status).toBe(403)
    expect(answerAt(await anna.get(authorizeUrl()))).toHaveProperty('code')
    const form = formWith(page, 'csrf')
    if (!form) throw new Error('No form to sign out with')
    const done = await anna.submit(form)
    expect(done.status).toBe(200)
    expect(done.text).toContain('You are signed out')
    expect(done.text).toContain('href="http://localhost:3000/"')
    expect(sessionOf(anna.cookies(COOKIES))).toBeUndefined()
    expect((await anna.get(authorizeUrl())).url).toContain('/idp/login')
    expect((await anna.get(`${issuer}/logout`)).text).toContain('Nobody is signed in')
  })
})

describe('when something breaks', () => {
  it('SEC-12 shows a reference to the log, and no detail of the fault', async () => {
    const { idp, authorizeUrl, sql, logged } = await testProvider()
    await sql.rows('DROP TABLE idp_interaction')
    const answer = await idp.authorize(new Request(authorizeUrl()))
    expect(answer.status).toBe(500)
    const text = await answer.text()
    expect(text).not.toMatch(/sql|table|interaction|\.ts/i)
    const [, reference = ''] = /Reference<\/dt><dd><code>([\w-]+)</.exec(text) ?? []
    expect(logged.join()).toContain(reference)
    expect(logged.join()).toMatch(/no such table|relation .* does not exist/)
  })

  it('ERR-07 answers 503 while the database is locked', async () => {
    const { idp, authorizeUrl, database } = await testProvider()
    const another = anotherConnection(database.sql)
    another.exec('BEGIN IMMEDIATE')
    database.sql.pragma('busy_timeout = 50')
    const answer = await idp.authorize(new Request(authorizeUrl()))
    another.exec('ROLLBACK')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
  })

  it('ERR-07 answers 503 and says so when the disk is full', async () => {
    const { idp, authorizeUrl, database } = await testProvider()
    database.sql.pragma('max_page_count = 1') // SQLite takes it for the pages that there are: none can be added.
    let answer = await idp.authorize(new Request(authorizeUrl()))
    for (let n = 0; n < 400 && answer.status < 500; n += 1) answer = await idp.authorize(new Request(authorizeUrl()))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.text()).toContain('The disk of the server is full: nothing was stored.')
  })
})
