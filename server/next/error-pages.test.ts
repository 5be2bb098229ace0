import { describe, expect, it } from 'vitest'
import { findError } from '#components/docs/error-texts.ts'
import { CHECK_NAMES } from '#lib/checks/checks.ts'
import { LANGUAGES } from '#lib/i18n/language.ts'
import { OAUTH_ERROR_CODES } from '#lib/oauth/oauth-error.ts'
import { launchToken, registerApp } from '../testing/app.ts'
import { testDomain } from '../testing/domain.ts'

describe('the page that error_uri leads to', () => {
  it.each([...CHECK_NAMES, ...OAUTH_ERROR_CODES])('AUZ-41 explains %s in both languages', (id) => {
    const entry = findError(id)
    expect(entry, id).toBeDefined()
    for (const language of LANGUAGES) {
      expect(entry?.[language].meaning).toMatch(/\.$/)
      expect(entry?.[language].mend).toMatch(/\.$/)
    }
    expect(entry?.source).not.toBe('')
  })

  it('AUZ-41 is named by the redirect of a refused launch, under the public address', async () => {
    const { domain, fetch } = await testDomain({ PUBLIC_URL: 'https://care.test', AUTH_URL: 'https://as.test' })
    const app = await registerApp(domain)
    const query = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      response_type: 'code',
      scope: 'launch',
      state: 'a-state',
      launch: await launchToken(domain, app),
    })
    const { headers } = await fetch(`https://as.test/oauth2/authorize?${query}`)
    const { searchParams } = new URL(headers.get('location') ?? '')
    expect(searchParams.get('error_uri')).toBe('https://care.test/docs/errors/authorize.scope')
  })

  it('TOK-06 is named by the JSON of a refused token request', async () => {
    const { fetch } = await testDomain({ DEMO: 'false' })
    const answer = await fetch('/oauth2/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) })
    expect(await answer.json()).toMatchObject({
      error: 'invalid_client',
      error_uri: 'http://localhost:3000/docs/errors/token.client_assertion',
    })
  })
})
