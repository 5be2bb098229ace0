import { createHash } from 'node:crypto'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import type { TraceList } from '#lib/api/traces.ts'
import { personMark } from '#lib/oauth/person-mark.ts'
import { type LaunchingPortal, launchingPortal, PORTAL, PORTAL_CLIENT_ID } from '#server/testing/launching-portal.ts'
import { testDomain } from '../testing/domain.ts'
import { demoCookie } from '../testing/portal-cookie.ts'

const SITE = 'http://localhost:3000'
const ANNA = { username: 'anna@example.org' }
const DORA = { username: 'dora@example.org' }
const ED = { username: 'ed@example.org' }

async function handOver({ portal, post }: LaunchingPortal, task: string, who: object) {
  const response = await post(portal.launch, { task }, who)
  const page = parse(await response.text())
  const form = page.querySelector('form')
  const field = (name: string) => form?.querySelector(`input[name=${name}]`)?.getAttribute('value') ?? ''
  return { response, page, form, launch: field('launch'), iss: field('iss') }
}

async function claimsOf({ keys, now }: LaunchingPortal, launch: string) {
  const jwks = createLocalJWKSet({ keys: [...(await keys.publicJwks()).keys] })
  return (await jwtVerify(launch, jwks, { algorithms: ['RS384'], currentDate: new Date(now()) })).payload
}

describe('the launch of a task (HTI 2.0)', () => {
  it('is a form that posts launch and iss to the address of the app', async () => {
    const one = await launchingPortal()
    const { response, form, launch, iss } = await handOver(one, 'anna-1', ANNA)
    expect(response.status).toBe(200)
    expect(form?.getAttribute('method')).toBe('post')
    expect(form?.getAttribute('action')).toBe('https://sleep.example/launch')
    expect(iss).toBe(one.domain.iss)
    expect(launch.split('.')).toHaveLength(3)
    expect(form?.querySelector('button')?.text).toBe('Continue')
  })

  it('carries the claims of HTI 2.0, signed by the portal for five minutes', async () => {
    const one = await launchingPortal()
    const { launch } = await handOver(one, 'anna-1', ANNA)
    const iat = Math.floor(one.now() / 1000)
    expect(await claimsOf(one, launch)).toEqual({
      iss: PORTAL_CLIENT_ID,
      aud: 'Device/sleep-app',
      sub: 'Patient/anna',
      resource: 'Task/anna-1',
      definition: 'ActivityDefinition/sleep',
      intent: 'order',
      jti: expect.stringMatching(/^[\da-f-]{36}$/),
      iat,
      exp: iat + 300,
      'hti-version': '2.0',
    })
    expect(decodeProtectedHeader(launch)).toEqual({ alg: 'RS384', kid: 'portal-1', typ: 'JWT' })
  })

  it('ORI-14 is refused for an address that is not registered for the app, without a launch token', async () => {
    const one = await launchingPortal()
    const endpoint = one.domain.resources.get('Endpoint/sleep')
    one.domain.resources.set('Endpoint/sleep', { ...endpoint, address: 'https://collector.example/launch' })
    const { response, form, launch } = await handOver(one, 'anna-1', ANNA)
    expect(response.status).toBe(409)
    expect([form, launch]).toEqual([null, ''])
  })

  it('is refused to a page that was made for somebody else, who has signed out since in another tab', async () => {
    const one = await launchingPortal()
    const launchFrom = (username: string) =>
      one.post(one.portal.launch, { task: 'anna-1', person: personMark(username) }, ANNA)
    expect((await launchFrom(ANNA.username)).status).toBe(200)
    const refused = await launchFrom(DORA.username)
    expect(refused.status).toBe(409)
    const text = await refused.text()
    expect(text, 'whoever is signed in may be named in the browser of that session').toContain(
      'Anna Bakker is signed in here now',
    )
    expect(text).not.toContain('name="launch"')
  })

  it('that is refused so is traced as a launch of whoever is signed in, and as no request of an app', async () => {
    const { domain, fetch } = await testDomain()
    const launched = await fetch(`${SITE}/portal/launch`, {
      method: 'POST',
      headers: { cookie: await demoCookie(domain, 'bram@demo.test'), origin: SITE },
      body: new URLSearchParams({ task: 'sleep-diary-week-1', person: personMark('marijke@demo.test') }),
    })
    expect([launched.status, await launched.text()]).toEqual([
      409,
      expect.stringContaining('Bram de Boer is signed in'),
    ])
    await domain.traces.flush()
    const traces = await fetch(`${SITE}/traces/api`, {
      headers: { cookie: await demoCookie(domain, 'beheer@demo.test') },
    })
    expect(((await traces.json()) as TraceList).items).toMatchObject([
      { outcome: 'refused', user: 'Patient/bram-de-boer', platform: 'demo-portal' },
    ])
  })

  it('has a jti of its own each time', async () => {
    const one = await launchingPortal()
    const [first, second] = [await handOver(one, 'anna-1', ANNA), await handOver(one, 'anna-1', ANNA)]
    expect((await claimsOf(one, first.launch)).jti).not.toBe((await claimsOf(one, second.launch)).jti)
  })

  it.each([
    [DORA, 'Practitioner/dora'],
    [ED, 'RelatedPerson/ed'],
  ])('names the patient when the user is somebody else: %o', async (who, sub) => {
    const one = await launchingPortal()
    const { launch } = await handOver(one, 'anna-1', who)
    expect(await claimsOf(one, launch)).toMatchObject({ sub, patient: 'Patient/anna' })
  })

  it('SEC-02 runs its one script by hash, cannot be framed, and lets the form follow the redirects of a login', async () => {
    const one = await launchingPortal()
    const { response, page } = await handOver(one, 'anna-1', ANNA)
    const script = page.querySelector('script')?.text ?? ''
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' https:;")
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('speaks Dutch to who prefers it', async () => {
    const { portal, post } = await launchingPortal()
    const headers = { origin: PORTAL, 'accept-language': 'nl-NL,nl;q=0.9' }
    expect(await (await post(portal.launch, { task: 'anna-1' }, ANNA, headers)).text()).toContain('Sleep wordt geopend')
  })

  it('escapes what comes from resources', async () => {
    const one = await launchingPortal()
    const device = one.domain.resources.get('Device/sleep-app')
    one.domain.resources.set('Device/sleep-app', { ...device, deviceName: [{ name: '<img src=x onerror=alert(1)>' }] })
    const text = await (await one.post(one.portal.launch, { task: 'anna-1' }, ANNA)).text()
    expect(text).not.toContain('<img src=x')
    expect(text).toContain('&lt;img')
  })
})

describe('the launch of a task is refused', () => {
  it.each<[string, string, object, number]>([
    ['of another patient', 'bram-1', ANNA, 404],
    ["of somebody who is not the relative's", 'bram-1', ED, 404],
    ['that does not exist', 'nothing', DORA, 404],
    ['that has ended', 'anna-2', ANNA, 409],
    ['by somebody whom the domain does not know', 'anna-1', { username: 'nobody@example.org' }, 401],
    ['without a usable id', '../Patient/anna', ANNA, 400],
  ])('%s', async (_, task, who, status) => {
    const one = await launchingPortal()
    const { response, form, page } = await handOver(one, task, who)
    expect(response.status).toBe(status)
    expect(form).toBeNull()
    expect(page.querySelector('[role=alert]')?.text).not.toBe('')
    expect(page.querySelector('main a')?.getAttribute('href')).toBe(`${PORTAL}/portal`)
  })

  it('with a sentence that names the address of the portal, when it was asked for from another address', async () => {
    const { portal, post } = await launchingPortal()
    const answer = await post(portal.launch, { task: 'anna-1' }, ANNA, { origin: 'http://127.0.0.1:3000' })
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain(`The portal is at ${PORTAL}/portal and at no other address`)
  })

  it('for another patient than the one of the task', async () => {
    const { portal, post } = await launchingPortal()
    expect((await post(portal.launch, { task: 'anna-1', patient: 'bram' }, DORA)).status).toBe(404)
    expect((await post(portal.launch, { task: 'anna-1', patient: 'anna' }, DORA)).status).toBe(200)
  })

  it.each([
    ['nothing that tells where it is from', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['a hidden origin', { origin: 'null' }],
    ['another site', { origin: PORTAL, 'sec-fetch-site': 'cross-site' }],
  ])('SEC-08 by a form with %s', async (_, headers) => {
    const { portal, post, domain } = await launchingPortal()
    expect((await post(portal.launch, { task: 'anna-1' }, ANNA, headers)).status).toBe(403)
    expect(domain.requests).toEqual([])
  })

  it('by GET', async () => {
    const { portal, read } = await launchingPortal()
    expect((await read(portal.launch, '/portal/launch?task=anna-1', ANNA)).status).toBe(405)
  })

  it('by GET, where a browser that opens the address of a form is redirected to the page with that form', async () => {
    const { portal, domain } = await launchingPortal()
    const pages = [
      [portal.launch, '/portal/launch?task=anna-1', '/portal'],
      [portal.composeLaunch, '/portal/compose/launch', '/portal/compose'],
    ] as const
    for (const [handler, path, page] of pages) {
      const opening = (method: string) =>
        handler(new Request(PORTAL + path, { method, headers: { accept: 'text/html,*/*;q=0.8' } }))
      const opened = await opening('GET')
      expect([opened.status, opened.headers.get('location')], path).toEqual([302, PORTAL + page])
      expect((await opening('DELETE')).status, path).toBe(405)
    }
    expect(domain.requests).toEqual([])
  })

  it('SEC-10 and neither the token nor a name is logged', async () => {
    const one = await launchingPortal()
    const { launch } = await handOver(one, 'anna-1', ANNA)
    await handOver(one, 'bram-1', ANNA)
    expect(one.logged()).toContain('Task/anna-1')
    for (const secret of [launch, ...one.domain.secrets, 'Anna', 'anna@example.org'])
      expect(one.logged()).not.toContain(secret)
  })
})

describe('a task that is opened after the session has ended', () => {
  /** Presses Open without a session; returns the cookie that remembers the task. */
  async function pressed(
    one: LaunchingPortal,
    form: Readonly<Record<string, string>> = { task: 'anna-1', patient: 'anna' },
  ) {
    const answer = await one.post(one.portal.launch, form)
    return { answer, cookie: answer.headers.getSetCookie().join().replace(/;.*/, '') }
  }

  const goOn = async ({ portal }: LaunchingPortal, who: { readonly username?: string }, cookie: string, query = '') => {
    const headers = { cookie, ...(who.username ? { 'x-test-user': who.username } : {}) }
    return portal.goOn(new Request(`${PORTAL}/portal/go-on${query}`, { headers }))
  }

  it('is remembered while the person signs in, and opened once after that', async () => {
    const one = await launchingPortal()
    const { answer, cookie } = await pressed(one)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${PORTAL}/portal?go-on`])
    expect(cookie).not.toBe('')
    const opened = await goOn(one, ANNA, cookie)
    expect(opened.status).toBe(200)
    const form = parse(await opened.text()).querySelector('form')
    expect(form?.getAttribute('action')).toBe('https://sleep.example/launch')
    expect(opened.headers.getSetCookie().join()).toMatch(/slipway-portal-task=; .*Max-Age=0/)
  })

  it('is refused to another person, as before', async () => {
    const one = await launchingPortal()
    const { cookie } = await pressed(one, { task: 'bram-1' })
    expect((await goOn(one, ANNA, cookie)).status).toBe(404)
  })

  it('SEC-08 is opened only when the portal was asked for it: an address that names a task opens nothing', async () => {
    const one = await launchingPortal()
    for (const cookie of ['', '__Host-443.slipway-portal-task=../x~']) {
      const answer = await goOn(one, ANNA, cookie, '?task=anna-1')
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `${PORTAL}/portal`])
    }
    const { cookie } = await pressed(one)
    const nobody = await goOn(one, {}, cookie)
    expect(nobody.headers.get('location')).toBe(`${PORTAL}/portal`)
  })

  it('SEC-12 is not remembered when the form names no valid task or patient, or an app of a developer', async () => {
    const one = await launchingPortal()
    const others = ['anna; Domain=example.org', '\ufffd', '\r\nx: y', 'anna~x'].map((patient) => ({
      task: 'anna-1',
      patient,
    }))
    for (const form of [{ task: '../x' }, ...others]) {
      const { answer, cookie } = await pressed(one, form)
      expect([answer.headers.get('location'), cookie], JSON.stringify(form)).toEqual([`${PORTAL}/portal?sign-in`, ''])
    }
    expect((await pressed(one, { task: 'anna-1', app: 'mine' })).answer.status).toBe(401)
  })
})
