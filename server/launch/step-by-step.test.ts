import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { formWith, type Page } from '#lib/http/user-agent.ts'
import { authorizationServer } from '../oauth/testing/authorization-server.ts'
import { handOverStep } from '../portal/hand-over.ts'
import { testDomain } from '../testing/domain.ts'
import { signInAs } from '../testing/portal-cookie.ts'

const SITE = 'http://localhost:3000'

/** A person of the demo, and the portal's page after a task was opened step by step. */
async function stepping(env: Readonly<Record<string, string>> = {}) {
  const one = await testDomain(env)
  const browser = one.browser()
  await signInAs(one.domain, browser, 'Patient/marijke-jansen')
  const hand = await browser.post(`${SITE}/portal/launch`, { task: 'sleep-diary-week-1', in: 'steps' })
  return { ...one, browser, hand }
}

const textOf = ({ text }: Page) => parse(text).querySelector('main')?.innerText ?? ''
const nextOf = ({ text }: Page) =>
  parse(text).querySelector('a.button')?.getAttribute('href')?.replaceAll('&amp;', '&') ?? ''

describe('a launch that goes step by step', () => {
  it('stops before it calls the app, the authorization server and the identity provider, and before the task opens', async () => {
    const { browser, hand } = await stepping()
    expect(hand.text).not.toContain('submit()')
    expect(textOf(hand)).toContain('Step 1 of 5')
    expect(textOf(hand)).toMatch(/launch\s*a token, decoded below/)
    expect(textOf(hand)).toMatch(/sub\s*Patient\/marijke-jansen/)
    const form = formWith(hand, 'launch', 'iss')
    const authorize = form ? await browser.submit(form) : hand
    expect([authorize.url, authorize.status]).toEqual([`${SITE}/launch`, 200])
    expect(textOf(authorize)).toContain('Step 2 of 5')
    expect(textOf(authorize)).toMatch(/code_challenge_method\s*S256/)
    const toIdp = await browser.get(nextOf(authorize))
    expect([new URL(toIdp.url).pathname, toIdp.status]).toEqual(['/oauth2/authorize', 200])
    expect(textOf(toIdp)).toContain('Step 3 of 5')
    expect(textOf(toIdp)).toContain(`GET ${SITE}/idp/`)
    const login = await browser.get(nextOf(toIdp))
    const credentials = formWith(login, 'username', 'password')
    const answer = credentials
      ? await browser.submit(credentials, { username: 'marijke@demo.test', password: 'demo' })
      : login
    expect(textOf(answer)).toContain('Steps 4 and 5 of 5')
    expect(textOf(answer)).toMatch(/id_token\s*a token, decoded below/)
    expect(textOf(answer)).toMatch(/fhirUser\s*\S*Patient\/marijke-jansen/)
    const session = await browser.get(`${SITE}/launch/api/session${new URL(nextOf(answer), SITE).search}`)
    expect(JSON.parse(session.text)).toMatchObject({ status: 'open', task: 'Task/sleep-diary-week-1' })
  })

  it('shows no secret: neither state nor code, verifier or token', async () => {
    const { browser, hand } = await stepping()
    const form = formWith(hand, 'launch', 'iss')
    expect(textOf(hand)).not.toContain(form?.fields['launch'])
    const authorize = form ? await browser.submit(form) : hand
    const { searchParams } = new URL(nextOf(authorize))
    for (const name of ['state', 'nonce', 'launch']) expect(textOf(authorize)).not.toContain(searchParams.get(name))
    const toIdp = await browser.get(nextOf(authorize))
    const asked = new URL(nextOf(toIdp)).searchParams
    for (const name of ['state', 'nonce']) expect(textOf(toIdp)).not.toContain(asked.get(name))
    const login = await browser.get(nextOf(toIdp))
    const credentials = formWith(login, 'username', 'password')
    const answer = credentials
      ? await browser.submit(credentials, { username: 'marijke@demo.test', password: 'demo' })
      : login
    const callback = new URL(answer.url).searchParams
    expect(callback.get('code')).toBeTruthy()
    for (const secret of [callback.get('code'), callback.get('state')]) expect(answer.text).not.toContain(secret)
    expect(answer.text).not.toMatch(/eyJ[\w-]+\.eyJ/)
  })

  it('can begin at the composer too', async () => {
    const { browser } = await stepping()
    const composition = {
      app: 'demo-app',
      claims: { sub: 'Patient/marijke-jansen', resource: 'Task/sleep-diary-week-1' },
    }
    const hand = await browser.post(`${SITE}/portal/compose/launch`, {
      composition: JSON.stringify(composition),
      in: 'steps',
    })
    expect(textOf(hand)).toContain('Step 1 of 5')
    expect(formWith(hand, 'launch', 'iss')?.fields).toMatchObject({ steps: 'on' })
  })

  it('exists only in the demo: elsewhere a launch with steps=on goes on without a stop', async () => {
    const { fetch } = await testDomain({ DEMO: 'false' })
    const answer = await fetch(`${SITE}/launch`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ iss: `${SITE}/fhir/DEFAULT`, launch: 'x.y.z', steps: 'on' }),
    })
    expect(answer.status).toBe(303)
    const as = await authorizationServer({ demo: false })
    expect((await as.authorize({ steps: 'on' })).headers.get('location')).toContain('state=')
  })

  it('counts no steps that it makes no stop at: those of an app that is not of the demo', async () => {
    const hand = { language: 'en', address: 'https://app.example/launch', fields: { iss: `${SITE}/fhir` } } as const
    const text = await handOverStep(SITE, { ...hand, now: 0 }).text()
    expect(text).toContain('A launch, step by step')
    expect(text).not.toMatch(/Step \d/)
  })

  it('tells times in UTC, for a script to write them in the zone of the reader', async () => {
    const { hand } = await stepping()
    expect(hand.text).toMatch(/<time datetime="[\d-]+T[\d:.]+Z">[\d-]+ [\d:]+ UTC<\/time> \(5 min/)
  })
})
