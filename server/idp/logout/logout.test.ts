// Log-out requests of relying parties (OpenID Connect RP-Initiated Logout 1.0).
import { decodeJwt, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { HOUR } from '#lib/clock.ts'
import { formWith } from '#lib/http/user-agent.ts'
import { answerAt, BRAM, PORTAL, SERVER, type TestProvider, testProvider, tokenRequest } from '../testing/provider.ts'

const SIGNED_OUT = 'https://portal.example/signed-out'

/** Logs a person in, as the portal sees it: the browser and the id_token. */
async function loggedIn(provider: TestProvider, who?: typeof BRAM) {
  const browser = provider.browser()
  const { code } = answerAt(await provider.logIn(browser, who))
  const answer = await provider.fetch(tokenRequest(provider.issuer, { code }))
  const { id_token: idToken } = (await answer.json()) as { readonly id_token: string }
  return { browser, idToken }
}

const address = ({ issuer }: TestProvider, params: Readonly<Record<string, string>>) =>
  `${issuer}/logout?${new URLSearchParams(params)}`

/** True when the browser is asked to log in. */
const isLoggedOut = async ({ authorizeUrl }: TestProvider, browser: ReturnType<TestProvider['browser']>) =>
  (await browser.get(authorizeUrl())).url.includes('/idp/login')

describe('a log-out asked for by a relying party', () => {
  it('is announced in the discovery document', async () => {
    const provider = await testProvider()
    const document = await (await provider.fetch(`${provider.issuer}/.well-known/openid-configuration`)).json()
    expect(document).toMatchObject({ end_session_endpoint: `${provider.issuer}/logout` })
  })

  it('§2 ends the session that the id_token names without a question, and redirects back with the state', async () => {
    const provider = await testProvider()
    const { browser, idToken } = await loggedIn(provider)
    provider.advance(2 * HOUR) // The id_token expired long ago: it says who it was, and that is all.
    const page = await browser.get(
      address(provider, { id_token_hint: idToken, post_logout_redirect_uri: SIGNED_OUT, state: '/admin?a=1&b' }),
    )
    expect(page.url).toBe(`${SIGNED_OUT}?${new URLSearchParams({ state: '/admin?a=1&b' })}`)
    expect(await isLoggedOut(provider, browser)).toBe(true)
    expect(JSON.stringify(await provider.audited())).toContain('logout: the person ended the session')
  })

  it('§2 takes the same request as a form post', async () => {
    const provider = await testProvider()
    const { browser, idToken } = await loggedIn(provider)
    const page = await browser.post(`${provider.issuer}/logout`, {
      id_token_hint: idToken,
      post_logout_redirect_uri: SIGNED_OUT,
    })
    expect(page.url).toBe(SIGNED_OUT)
    expect(await isLoggedOut(provider, browser)).toBe(true)
  })

  it('§2 asks for confirmation without an id_token, and redirects back after it', async () => {
    const provider = await testProvider()
    const { browser } = await loggedIn(provider)
    const page = await browser.get(
      address(provider, { client_id: PORTAL.clientId, post_logout_redirect_uri: SIGNED_OUT, state: 'x' }),
    )
    expect(page.text).toContain('Anna &lt;Bos&gt;')
    expect(await isLoggedOut(provider, browser)).toBe(false)
    const form = formWith(page, 'csrf')
    if (!form) throw new Error('No form')
    expect((await browser.submit(form)).url).toBe(`${SIGNED_OUT}?state=x`)
    expect(await isLoggedOut(provider, browser)).toBe(true)
  })

  it('asks for confirmation when the id_token is of another person, key, issuer or client', async () => {
    const provider = await testProvider()
    const { browser, idToken } = await loggedIn(provider)
    const other = await loggedIn(provider, BRAM)
    const { privateKey } = await generateKeyPair('RS256')
    const forged = (claims: object) =>
      new SignJWT({ ...decodeJwt(idToken), ...claims }).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
    const hints = [
      { id_token_hint: other.idToken },
      { id_token_hint: await forged({}) },
      { id_token_hint: await forged({ iss: 'https://evil.example' }) },
      { id_token_hint: idToken, client_id: SERVER.clientId },
      { id_token_hint: `${idToken.split('.').slice(0, 2).join('.')}.` },
      { id_token_hint: 'x' },
    ]
    for (const hint of hints) {
      const page = await browser.get(address(provider, { ...hint, post_logout_redirect_uri: SIGNED_OUT }))
      expect(page.text, JSON.stringify(hint)).toContain('Sign out of the identity provider?')
      expect(await isLoggedOut(provider, browser)).toBe(false)
    }
  })

  it.each([
    ['an address that nobody registered', 'https://evil.example/'],
    ['one that only looks like a registered one', `${SIGNED_OUT}/`],
    ['a redirect_uri', PORTAL.redirectUris[0] ?? ''],
  ])('§3 SEC-07 sends nobody to %s', async (_, uri) => {
    const provider = await testProvider()
    const { browser, idToken } = await loggedIn(provider)
    const page = await browser.get(address(provider, { id_token_hint: idToken, post_logout_redirect_uri: uri }))
    expect([page.status, page.url.startsWith(provider.issuer)]).toEqual([200, true])
    expect(page.text).toContain('You are signed out')
    const again = await browser.get(address(provider, { client_id: PORTAL.clientId, post_logout_redirect_uri: uri }))
    expect(again.text).toContain('Nobody is signed in')
  })

  it('redirects back at once when nobody is logged in', async () => {
    const provider = await testProvider()
    const asked = address(provider, { client_id: PORTAL.clientId, post_logout_redirect_uri: SIGNED_OUT })
    expect((await provider.browser().get(asked)).url).toBe(SIGNED_OUT)
  })
})
