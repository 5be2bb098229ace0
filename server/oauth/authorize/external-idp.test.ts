// The whole demo domain with another OpenID provider (oidc-provider, over sockets) in place of its own, by its settings alone:
// portal, app, authorization server, and back (conformance IDP-19).
import { describe, expect, it } from 'vitest'
import type { LaunchSession } from '#lib/api/launch-session.ts'
import { createUserAgent, formWith } from '#lib/http/user-agent.ts'
import { BRAM, DAAN, type DemoPerson, MARIJKE } from '#server/demo/people.ts'
import { testDomain } from '#server/testing/domain.ts'
import { signInAs } from '#server/testing/portal-cookie.ts'
import { realIdp } from '../testing/real-idp.ts'

async function visitor(env: Readonly<Record<string, string>> = {}) {
  const idp = await realIdp()
  const here = await testDomain({
    SHARED_IDP_ISSUER: idp.issuer,
    SHARED_IDP_CLIENT_ID: 'slipway-as',
    SHARED_IDP_CLIENT_SECRET: 'a secret of the test',
    SHARED_IDP_IDENTIFIER_SYSTEM: 'http://localhost:3000/idp',
    ...env,
  })
  const agent = createUserAgent(
    (input, init) => here.fetch(new Request(input, init)),
    (location) => location.startsWith(idp.issuer),
  )
  const person = idp.browser()
  const at = (path: string) => `${here.domain.config.publicUrl}${path}`
  return {
    ...here,
    signIn: ({ username }: DemoPerson) => signInAs(here.domain, agent, username),
    /** Opens a task in the portal, and logs in as the person if the provider asks. */
    open: async (task: string, { username }: DemoPerson) => {
      const handOver = formWith(await agent.post(at('/portal/launch'), { task }), 'launch', 'iss')
      if (!handOver) throw new Error('The portal did not hand over')
      const asked = new URL((await agent.submit(handOver)).visits.at(-1)?.location ?? '')
      const login = await person.visit(asked.href, username)
      const page = await agent.get(login.callback)
      const again = page.visits.at(-1)?.location
      if (!again?.startsWith(idp.issuer)) return { asked: asked.searchParams, wasAsked: login.asked, page }
      const second = await person.visit(again, username)
      return { asked: new URL(again).searchParams, wasAsked: second.asked, page: await agent.get(second.callback) }
    },
    session: async () => JSON.parse((await agent.get(at('/launch/api/session'))).text) as LaunchSession,
  }
}

describe('a domain with an external identity provider', () => {
  it('IDP-19 launches from the portal to the app, with one login for two launches', async () => {
    const { signIn, open, session } = await visitor()
    await signIn(MARIJKE)
    const first = await open('sleep-diary-week-1', MARIJKE)
    expect(first.page.url).toMatch(/^http:\/\/localhost:3000\/launch\/app\?session=[\w-]{12}$/)
    expect([first.wasAsked, first.asked.get('client_id')]).toEqual([true, 'slipway-as'])
    expect(await session()).toMatchObject({ status: 'open', user: MARIJKE.reference, role: 'patient' })
    expect((await open('sleep-diary-week-1', MARIJKE)).wasAsked, 'IDP-16').toBe(false)
    expect(await session()).toMatchObject({ status: 'open', user: MARIJKE.reference })
  })

  it('AUZ-36 IDP-17 refuses another account, and the next launch sends prompt=login', async () => {
    const { signIn, open, session, domain } = await visitor()
    await signIn(MARIJKE)
    const first = await open('sleep-diary-week-1', BRAM)
    // Its id_token has no auth_time of Bram's log-in, so it is asked once more, with prompt=login.
    expect([first.asked.get('prompt'), first.wasAsked]).toEqual(['login', true])
    expect(await session()).toMatchObject({ status: 'failed', failure: 'wrong_user', error: 'access_denied' })
    expect(await domain.sql.rows('SELECT * FROM authorization_code')).toEqual([])
    const again = await open('sleep-diary-week-1', MARIJKE)
    expect([again.asked.get('prompt'), again.wasAsked]).toEqual(['login', true])
    expect(await session()).toMatchObject({ status: 'open', user: MARIJKE.reference })
  })

  it('IDP-17 sends prompt=login at each change of role, because the provider has a session of the previous person', async () => {
    const { signIn, open, session } = await visitor()
    for (const [person, task] of [
      [MARIJKE, 'sleep-diary-week-1'],
      [DAAN, 'review-sleep-diary'],
    ] as const) {
      await signIn(person)
      const { asked } = await open(task, person)
      expect(asked.get('login_hint')).toBe(person.username)
      expect(await session()).toMatchObject({ status: 'open', user: person.reference })
    }
  })

  it('IDP-08 matches by a verified e-mail address if SHARED_IDP_CLAIM is email, and refuses an unverified one', async () => {
    const { signIn, open, session } = await visitor({ SHARED_IDP_CLAIM: 'email' })
    await signIn(MARIJKE)
    const { asked } = await open('sleep-diary-week-1', MARIJKE)
    expect(asked.get('scope')).toBe('openid email')
    expect(await session()).toMatchObject({ status: 'failed', failure: 'wrong_user' })
  })

  it('accepts no login of the embedded provider for a launch', async () => {
    const { fetch } = await visitor()
    const callback = await fetch('/oauth2/callback?code=x&state=y&iss=http%3A%2F%2Flocalhost%3A3000%2Fidp')
    expect(callback.status).toBe(400)
  })
})
