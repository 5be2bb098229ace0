// Launches and the console with an external OpenID provider (oidc-provider, over sockets): claims at userinfo, the default, or in
// the id_token; and rights bound to the provider's subject (OpenID Connect Core §5.3, §5.4, §5.7).
import { describe, expect, it } from 'vitest'
import { SIGN_IN_FAILED } from '#lib/api/account.ts'
import type { AdminMe } from '#lib/api/admin.ts'
import type { LaunchSession } from '#lib/api/launch-session.ts'
import { createUserAgent, formWith } from '#lib/http/user-agent.ts'
import { withoutTrailingSlash } from '#lib/http/web-url.ts'
import { MARIJKE } from '../demo/people.ts'
import { shareDomain } from '../domain/shared-domain.ts'
import { realIdp } from '../oauth/testing/real-idp.ts'
import { testDomain } from '../testing/domain.ts'
import { inNextScope } from '../testing/next-scope.ts'
import { signInAs } from '../testing/portal-cookie.ts'

const { nextAuth } = await import('../next/sign-in.ts') // After what Next puts into the process.
const SITE = 'http://localhost:3000'
const ADMIN = 'beheer@demo.test'

type Provider = Parameters<typeof realIdp>[0]

/** A visitor of a domain with another provider, and that visitor there. */
async function visitor(provider: Provider, env: Readonly<Record<string, string>> = {}) {
  const idp = await realIdp({ redirectUris: [`${SITE}/api/auth/callback/shared-idp`], ...provider })
  const lines: string[] = []
  const note = (facts: object, message: string) => void lines.push(JSON.stringify({ ...facts, message }))
  const here = await testDomain(
    {
      SHARED_IDP_ISSUER: idp.issuer,
      SHARED_IDP_CLIENT_ID: 'slipway-as',
      SHARED_IDP_CLIENT_SECRET: 'a secret of the test',
      SHARED_IDP_IDENTIFIER_SYSTEM: `${SITE}/idp`,
      ...env,
    },
    { log: { info: note, warn: note, error: note } },
  )
  shareDomain(here.domain)
  process.env['NEXTAUTH_URL'] = SITE
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/api/auth/')) return here.fetch(request)
    const params = Promise.resolve({ nextauth: pathname.split('/').slice(3) })
    return inNextScope(request, () => nextAuth(request, { params }))
  }
  const agent = createUserAgent(
    (input, init) => answer(new Request(input, init)),
    (location) => location.startsWith(idp.issuer),
  )
  const person = idp.browser()
  const json = async <T>(path: string) => JSON.parse((await agent.get(SITE + path)).text) as T
  /** Begins a sign-in that is to lead to a page; where the browser is sent. */
  const beginning = async (page: string): Promise<string> => {
    const { csrfToken } = await json<{ readonly csrfToken: string }>('/api/auth/csrf')
    const asked = await agent.post(`${SITE}/api/auth/signin/shared-idp`, { csrfToken, callbackUrl: SITE + page })
    return asked.visits.at(-1)?.location ?? ''
  }
  return {
    ...here,
    idp,
    lines,
    /** Opens a task in the portal and logs in; what the app makes of it. */
    launch: async () => {
      await signInAs(here.domain, agent, MARIJKE.username)
      const handOver = formWith(
        await agent.post(`${SITE}/portal/launch`, { task: 'sleep-diary-week-1' }),
        'launch',
        'iss',
      )
      if (!handOver) throw new Error('The portal did not hand over')
      const asked = (await agent.submit(handOver)).visits.at(-1)?.location ?? ''
      await agent.get((await person.visit(asked, MARIJKE.username)).callback)
      return json<LaunchSession>('/launch/api/session')
    },
    /** Signs in, to the console unless another page is named; where the browser ends. */
    signIn: async (username: string, page = '/admin') => {
      const login = await person.visit(await beginning(page), username)
      return (await agent.get(login.callback)).url
    },
    /** Begins a sign-in, which the provider then refuses; where the browser ends. */
    refused: async (page: string) => {
      await beginning(page)
      return (await agent.get(`${SITE}/api/auth/callback/shared-idp?error=access_denied`)).url
    },
    console: () => json<AdminMe>('/admin/api/me'),
  }
}

const PROVIDERS = [
  ['as it comes, with claims at userinfo', { conformIdTokenClaims: true }, {}],
  ['with claims in the id_token', { conformIdTokenClaims: false }, {}],
  ['whose issuer ends with a slash', { conformIdTokenClaims: false, slash: true }, {}],
  ['of which the id_token is not asked', { conformIdTokenClaims: false }, { SHARED_IDP_CLAIMS_FROM: 'userinfo' }],
] as const

describe.each(PROVIDERS)('another identity provider, %s', (_, provider, env) => {
  it('IDP-08 IDP-19 completes a launch', async () => {
    const { launch } = await visitor(provider, env)
    expect(await launch()).toMatchObject({ status: 'open', user: MARIJKE.reference })
  })

  it('signs a person in to the console whom an operator linked with an account', async () => {
    const { signIn, console, domain, idp } = await visitor(provider, env)
    const subject = 'anna-1@idp.example'
    await domain.storage.accountLinks.add(ADMIN, { issuer: withoutTrailingSlash(idp.issuer), subject }, 1)
    expect(await signIn(subject)).toBe(`${SITE}/admin`)
    expect(await console()).toMatchObject({ signedIn: true, admin: true, name: 'Femke Smit' })
  })
})

describe('console rights of a person of another provider', () => {
  it('come from the link with an account, never from an equal user name', async () => {
    const { signIn, console, fetch, idp, domain } = await visitor({ conformIdTokenClaims: true })
    await signIn(ADMIN)
    expect(await console()).toEqual({
      ...{ signedIn: true, admin: false, auditor: false, name: `The person of ${ADMIN}` },
      username: null,
      login: { issuer: idp.issuer, subject: ADMIN },
    })
    expect((await fetch('/admin/api/users')).status).toBe(401)
    const links = domain.storage.accountLinks
    await links.add(ADMIN, { issuer: 'https://another.example', subject: ADMIN }, 1)
    expect(await console()).toMatchObject({ admin: false })
    await links.add(ADMIN, { issuer: idp.issuer, subject: ADMIN }, 1)
    expect(await console()).toMatchObject({ admin: true })
    await links.remove(ADMIN, { issuer: idp.issuer, subject: ADMIN })
    expect(await console()).toMatchObject({ admin: false })
  })
})

describe('an identity provider that sends no preferred_username', () => {
  const SILENT = { conformIdTokenClaims: true, profile: ['name'] }

  it('IDP-08 ends a launch at idp.claim, and the app, the trace and the log name the missing claim', async () => {
    const { launch, lines, domain } = await visitor(SILENT)
    const session = await launch()
    expect(session).toMatchObject({ status: 'failed', error: 'access_denied' })
    expect(JSON.stringify(session)).toContain('must send the claim preferred_username')
    expect(lines.join('\n')).toMatch(/"check":"idp\.claim".*claims that came: /)
    await domain.traces.flush()
    expect(await domain.sql.rows("SELECT failed FROM trace WHERE failed = 'idp.claim'")).toHaveLength(1)
  })

  it('ends a sign-in at a page that says so, and the log names the missing claim', async () => {
    const { signIn, console, lines } = await visitor(SILENT)
    expect(await signIn(ADMIN)).toBe(`${SITE}/portal?error=MissingClaim`)
    expect(await console()).toMatchObject({ signedIn: false })
    expect(lines.join('\n')).toMatch(/"reason":"MISSING_CLAIM","claim":"preferred_username"/)
    expect(await signIn(ADMIN, '/portal?patient=anna')).toBe(`${SITE}/portal?patient=anna&error=MissingClaim`)
  })

  it('that refuses the sign-in leads back to the page where it began, with an error', async () => {
    const { refused } = await visitor(SILENT)
    expect(await refused('/portal?patient=anna')).toBe(`${SITE}/portal?patient=anna&error=Callback`)
    expect(await refused('/connect?app=mine')).toBe(
      `${SITE}/connect?app=mine&${SIGN_IN_FAILED.name}=${SIGN_IN_FAILED.value}`,
    )
  })
})
