import { describe, expect, it } from 'vitest'
import { limitersInMemory } from '#lib/http/limiter.ts'
import { networkOf } from '#lib/http/network-of.ts'
import { formWith } from '#lib/http/user-agent.ts'
import { clientAssertion, launchToken, registerApp, signedForm, type TestApp } from '../testing/app.ts'
import { eventsOf } from '../testing/audit.ts'
import { signInAs } from '../testing/portal-cookie.ts'
import { type RunningDomain, runningDomain } from '../testing/running.ts'
import { createLimits } from './rate-limits.ts'

/** Small quotas, so that a test reaches them soon; what is counted is the same. */
const TIGHT = {
  RATE_LIMIT: 'on',
  RATE_LIMIT_TOKEN: '3',
  RATE_LIMIT_TOKEN_ADDRESS: '4',
  RATE_LIMIT_AUTHORIZE: '3',
  RATE_LIMIT_FHIR: '5',
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const postToken = ({ url }: RunningDomain, form: Readonly<Record<string, string>>, headers = {}) =>
  fetch(`${url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form), headers })

const credentials = async ({ url, now }: RunningDomain, app: TestApp) =>
  fetch(`${url}/oauth2/token`, { method: 'POST', body: await signedForm(app, `${url}/oauth2/token`, now()) })

const forgery = async (running: RunningDomain, victim: TestApp) => {
  const claimed = await clientAssertion(victim, `${running.url}/oauth2/token`, running.now())
  return { client_id: victim.clientId, assertion: `${claimed.slice(0, claimed.lastIndexOf('.'))}.AAAA` }
}

const flood = async (running: RunningDomain, victim: TestApp, times: number, headers = {}) => {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) {
    const { client_id, assertion } = await forgery(running, victim)
    const answer = await postToken(
      running,
      {
        grant_type: 'client_credentials',
        client_id,
        client_assertion_type: ASSERTION_TYPE,
        client_assertion: assertion,
      },
      headers,
    )
    statuses.push(answer.status)
  }
  return statuses
}

const repeat = async (times: number, call: () => Promise<Response>) => {
  const answers: Response[] = []
  for (let n = 0; n < times; n++) answers.push(await call())
  return answers
}

describe('rate limits of the running server', () => {
  it('LIM-01 LIM-04 serves B while A is told to wait', async () => {
    const running = await runningDomain(TIGHT)
    const [a, b] = [await registerApp(running.domain, 'app-a'), await registerApp(running.domain, 'app-b')]
    const answers = await repeat(4, () => credentials(running, a))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    const refused = answers[3] as Response
    expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect((await credentials(running, b)).status).toBe(200)
  })

  it('LIM-04 does not let a flood that names B, from the address of B, lock B out', async () => {
    const running = await runningDomain(TIGHT)
    const victim = await registerApp(running.domain)
    expect(await flood(running, victim, 6)).toEqual([401, 401, 401, 401, 429, 429])
    expect((await postToken(running, {})).status).toBe(429)
    expect((await credentials(running, victim)).status).toBe(200)
  })

  it('LIM-01 has the quotas of a minute that are documented, unless told', async () => {
    const running = await runningDomain({ RATE_LIMIT: 'on' })
    const statuses = await repeat(121, () => postToken(running, {}))
    expect(statuses.map(({ status }) => status).indexOf(429)).toBe(120)
    expect(running.domain.config.quotas).toEqual({
      tokenPerClient: 60,
      tokenPerAddress: 120,
      authorizePerAddress: 30,
      pagesPerAddress: 120,
      apiPerAddress: 600,
      fhir: 600,
    })
  })

  it('LIM-03 answers authorize with a page in the language of the person, whatever was asked', async () => {
    const running = await runningDomain(TIGHT)
    const target = `${running.url}/oauth2/authorize?redirect_uri=https://evil.example/`
    const answers = await repeat(4, () => fetch(target, { redirect: 'manual', headers: { 'accept-language': 'nl' } }))
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 429])
    const page = answers[3] as Response
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(page.headers.get('location')).toBeNull()
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(page.headers.get('cache-control')).toBe('no-store')
    const text = await page.text()
    expect(text).toContain('Wacht een minuut')
    expect(text).not.toContain('evil.example')
  })

  it('LIM-02 LIM-04 throttles a FHIR client with RateLimit headers, and neither another client nor a public document', async () => {
    const running = await runningDomain(TIGHT)
    const [a, b] = [await registerApp(running.domain, 'app-a'), await registerApp(running.domain, 'app-b')]
    const [ofA, ofB] = [await running.bearer(a), await running.bearer(b)]
    const read = (token: string) =>
      fetch(`${running.url}/fhir/Patient/marijke-jansen`, { headers: { authorization: `Bearer ${token}` } })
    const answers = await repeat(6, () => read(ofA))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    const refused = answers[5] as Response
    expect(refused.headers.get('content-type')).toMatch(/^application\/fhir\+json/)
    expect(await refused.json()).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code: 'throttled' }] })
    const wait = refused.headers.get('retry-after')
    expect(refused.headers.get('ratelimit')).toBe(`"default";r=0;t=${wait}`)
    expect(refused.headers.get('ratelimit-policy')).toBe('"default";q=5;w=60')
    expect((await read(ofB)).status).toBe(200)
    expect((await read('garbage')).status).toBe(401)
    for (const answer of await repeat(8, () => fetch(`${running.url}/fhir/metadata`))) expect(answer.status).toBe(200)
  })

  it('LIM-02 counts FHIR requests without a good token by address, which leaves the clients alone', async () => {
    const running = await runningDomain(TIGHT)
    const token = await running.bearer(await registerApp(running.domain))
    const answers = await repeat(6, () => fetch(`${running.url}/fhir/Patient`))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
    const read = await fetch(`${running.url}/fhir/Patient`, { headers: { authorization: `Bearer ${token}` } })
    expect(read.status).toBe(200)
  })

  it('SEC-13 does not believe X-Forwarded-For, nor its own header, unless a proxy is trusted', async () => {
    const [direct, proxied] = [await runningDomain(TIGHT), await runningDomain({ ...TIGHT, TRUST_PROXY: 'true' })]
    const claim = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}`, 'x-slipway-address': `203.0.113.${n}` })
    const statuses = async (running: RunningDomain) => {
      const seen: number[] = []
      for (let n = 0; n < 6; n++) seen.push((await postToken(running, {}, claim(n))).status)
      return seen
    }
    expect(await statuses(direct)).toEqual([400, 400, 400, 400, 429, 429])
    expect(await statuses(proxied)).toEqual([400, 400, 400, 400, 400, 400])
  })

  it('P2 counts the address alone that a proxy writes with a port, in brackets or as IPv6', async () => {
    const running = await runningDomain({ ...TIGHT, TRUST_PROXY: 'true' })
    const statuses = async (written: (n: number) => string) => {
      const seen: number[] = []
      for (let n = 0; n < 6; n++)
        seen.push((await postToken(running, {}, { 'x-forwarded-for': `198.51.100.1, ${written(n)}` })).status)
      return seen
    }
    expect(await statuses((n) => `203.0.113.8:${40_000 + n}`)).toEqual([400, 400, 400, 400, 429, 429])
    expect(await statuses((n) => `[::ffff:203.0.113.8]:${n}`)).toEqual(Array(6).fill(429))
    expect(await statuses((n) => `[2001:db8::8]:${40_000 + n}`)).toEqual([400, 400, 400, 400, 429, 429])
    expect(await statuses((n) => `2001:DB8:0:0:${n}::9 `)).toEqual(Array(6).fill(429))
    const addresses = (await eventsOf(running.domain)).flatMap(({ agent }) =>
      agent.flatMap(({ network }) => network?.address ?? []),
    )
    expect(addresses).toContain('203.0.113.8')
    expect(addresses.filter((one) => /^\[|\d:\d+$|ffff/.test(one) && !one.includes('::'))).toEqual([])
  })

  it('LIM-02 leaves the portal standing when its own server throttles it', async () => {
    const running = await runningDomain({ ...TIGHT, RATE_LIMIT_FHIR: '2' })
    const browser = running.browser()
    await signInAs(running.domain, browser, 'Practitioner/daan-visser')
    const answers: { status: number; body: unknown }[] = []
    for (let n = 0; n < 4; n++) {
      const { status, text } = await browser.get(`${running.url}/portal/api/patients`)
      answers.push({ status, body: JSON.parse(text) })
    }
    expect(answers[0]).toMatchObject({ status: 200 })
    expect(answers[3]).toMatchObject({ status: 502, body: { error: 'fhir_unavailable' } })
    expect((await running.browser().get(`${running.url}/portal/api/me`)).status).toBe(200)
  })

  it('LIM-01 lets the receiving app say that it cannot read, and that a launch failed, when it is told to wait', async () => {
    const running = await runningDomain({ ...TIGHT, RATE_LIMIT_TOKEN: '1' })
    const browser = running.browser()
    const session = async () => JSON.parse((await browser.get(`${running.url}/launch/api/session`)).text)
    const launch = async () => {
      const token = await launchToken(running.domain, { clientId: 'demo-app' })
      const query = new URLSearchParams({ iss: `${running.url}/fhir/DEFAULT`, launch: token })
      return browser.get(`${running.url}/launch?${query}`)
    }
    const form = formWith(await launch(), 'username', 'password')
    if (!form) throw new Error('No login form')
    await browser.submit(form, { username: 'marijke@demo.test', password: 'demo' })
    expect(await session()).toMatchObject({ status: 'open' })
    const read = await browser.get(`${running.url}/launch/api/fhir?path=Task/sleep-diary-week-1`)
    expect(read.status).toBe(502)
    expect(JSON.parse(read.text)).toMatchObject({ error: 'temporarily_unavailable' })
    await launch()
    expect(await session()).toMatchObject({ status: 'failed' })
  })
})

describe('createLimits', () => {
  it('LIM-10 counts the addresses of one IPv6 subscriber together, others apart', async () => {
    const { authorize } = createLimits(limitersInMemory(), {
      tokenPerClient: 1,
      tokenPerAddress: 1,
      authorizePerAddress: 1,
      pagesPerAddress: 1,
      apiPerAddress: 1,
      fhir: 1,
    })
    expect(await authorize.count('2001:db8:0:1::1')).toBeUndefined()
    expect(await authorize.count('2001:db8::1:ffff:0:0:2')).toMatchObject({ quota: 1, window: 60 })
    expect(await authorize.count('2001:db8:0:2::1')).toBeUndefined()
  })

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::1', '0:0:0:0'],
    ['2001:DB8:0001:2:3:4:5:6', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
  ])('takes %s for the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
