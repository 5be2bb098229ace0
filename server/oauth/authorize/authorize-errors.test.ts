// AUTHORIZE_ERRORS: where errors go for a request whose launch is not signed by a platform (conformance AUZ-45).
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { launchToken, registerApp } from '#server/testing/app.ts'
import { testDomain } from '#server/testing/domain.ts'

async function answerTo(env: Readonly<Record<string, string>>, launch?: string) {
  const { domain, fetch } = await testDomain(env)
  const app = await registerApp(domain)
  const query = new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    state: 's',
    launch: launch ?? (await launchToken(domain, app)),
  })
  const { status, headers } = await fetch(`/oauth2/authorize?${query}`)
  return { status, isToApp: headers.get('location')?.startsWith(`${app.redirectUri}?error=invalid_request`) ?? false }
}

describe('AUTHORIZE_ERRORS', () => {
  it('AUZ-45 is redirect by default: the app receives the error', async () => {
    expect(readConfig({}).unprovenErrorsStay).toBe(false)
    expect(await answerTo({}, 'forged')).toEqual({ status: 302, isToApp: true })
    expect(await answerTo({})).toEqual({ status: 302, isToApp: true })
  })

  it('AUZ-45 page shows the error here until a platform has signed the launch', async () => {
    const page = { AUTHORIZE_ERRORS: 'page' }
    expect(await answerTo(page, 'forged')).toEqual({ status: 400, isToApp: false })
    expect(await answerTo(page)).toEqual({ status: 302, isToApp: true })
    expect(() => readConfig({ AUTHORIZE_ERRORS: 'nowhere' })).toThrow(ConfigError)
  })
})
