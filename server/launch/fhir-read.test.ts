import { describe, expect, it } from 'vitest'
import type { OpenSession } from '#lib/api/launch-session.ts'
import { MINUTE } from '#lib/clock.ts'
import { launchOf, receivingApp } from '#server/testing/receiving-app.ts'
import { testStorage } from '#server/testing/test-storage.ts'

async function openApp() {
  const one = await receivingApp()
  const tab = one.newTab()
  await tab.launchAndLogIn()
  one.domain.requests.length = 0
  const read = (query: Record<string, string>) =>
    tab.send(one.app.fhir, `/launch/api/fhir?${new URLSearchParams(query)}`)
  return { ...one, tab, read }
}

const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
/** A launch with an id; the app leaves its signature to the authorization server. */
const LAUNCH_TOKEN = `${part({ alg: 'RS384' })}.${part({ jti: 'a-launch-of-its-own' })}.AA`

describe('reading FHIR for the page', () => {
  it('reads by relative path and by absolute URL', async () => {
    const { domain, read } = await openApp()
    for (const query of [{ path: 'Patient/1' }, { url: `${domain.iss}/Patient/1` }]) {
      const response = await read(query)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toMatchObject({ resourceType: 'Patient', id: '1' })
    }
  })

  it('follows the next link of a list exactly as the server wrote it', async () => {
    const { domain, read } = await openApp()
    domain.resources.set('Patient/2', { resourceType: 'Patient', id: '2' })
    const first = (await (await read({ path: 'Patient?_count=1' })).json()) as { link: { url: string }[] }
    const second = await read({ url: first.link[0]?.url ?? '' })
    expect(await second.json()).toMatchObject({ entry: [{ resource: { id: '2' } }] })
  })

  it('passes status and outcome on', async () => {
    const { read } = await openApp()
    const response = await read({ path: 'Patient/unknown' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ resourceType: 'OperationOutcome' })
  })

  it('needs an open session', async () => {
    const { app, domain, newTab } = await openApp()
    const response = await newTab().send(app.fhir, '/launch/api/fhir?path=Patient/1')
    expect(response.status).toBe(401)
    expect(domain.requests).toEqual([])
  })

  it('APP-02 reads nothing from a FHIR base that is no longer trusted', async () => {
    const { appSessions: sessions } = (await testStorage(Date.now)).storage // Shared by two runs of the app.
    const before = (await receivingApp({ sessions })).newTab()
    await before.launchAndLogIn()
    const { app, domain } = await receivingApp({ sessions, trustedIss: ['https://second.example/r4'] })
    expect((await before.send(app.fhir, '/launch/api/fhir?path=Patient/1')).status).toBe(403)
    expect(domain.requests).toEqual([])
  })

  it.each([
    'https://evil.example/r4/Patient/1',
    'https://ehr.example/Patient/1',
    'https://ehr.example/r4evil/Patient/1',
    'https://ehr.example/r4/../admin',
    'https://ehr.example/r4/%2e%2e/admin',
    'https://ehr.example/r4/..%2fadmin',
    'https://ehr.example/r4/./../admin',
    'https://ehr.example/r4\\..\\admin',
    'https://ehr.example/r4//evil.example',
    'https://ehr.example@evil.example/r4/Patient',
    'https://ehr.example/r4@evil.example/',
    'https://ehr.example/r4/Patient#x',
    'https://ehr.example/r4/Patient?a b',
    'http://ehr.example/r4/Patient/1',
    '//ehr.example/r4/Patient/1',
    'Patient/1',
    '',
  ])('APP-02 refuses an address outside of the FHIR base of the launch: url=%s', async (url) => {
    const { domain, read } = await openApp()
    expect((await read({ url })).status).toBe(400)
    expect(domain.requests).toEqual([])
  })

  it.each(['../admin', '/Patient/1', 'metadata', 'https://evil.example/', 'Patient/../../x', 'Patient/1#x', ''])(
    'refuses a path that is not of a resource type: path=%s',
    async (path) => {
      const { domain, read } = await openApp()
      expect((await read({ path })).status).toBe(400)
      expect(domain.requests).toEqual([])
    },
  )

  it('APP-08 outside of the demo reads only the user, task and patient of the launch and the tasks that the user owns', async () => {
    const { app, domain, newTab } = await receivingApp({ showsEverything: false })
    const tab = newTab()
    Object.assign(domain.context, { patient: '1' })
    await tab.launchAndLogIn()
    const { user, task } = (await (await tab.send(app.session, '/launch/api/session')).json()) as OpenSession
    const read = async (path: string) => {
      domain.requests.length = 0
      const { status } = await tab.send(app.fhir, `/launch/api/fhir?${new URLSearchParams({ path })}`)
      return [status !== 403, domain.requests.length > 0]
    }
    for (const path of [
      user,
      task,
      'Patient/1',
      `Task?owner=${user}&_count=10`,
      `Task?patient=Patient/1&owner=${user}`,
    ])
      expect(await read(path), path).toEqual([true, true])
    for (const path of [
      ...[
        'Patient',
        'Patient/2',
        'Patient/1?_count=1',
        'Patient/1/_history',
        'Patient?_id=1',
        'Task',
        'Task/of-another',
      ],
      ...['Task?patient=Patient/1', 'Task?owner=Patient/2', `Task?owner=${user}&patient=Patient/2`],
      ...[
        `Task?owner=${user}&_include=Task:patient`,
        `Task?owner=${user}&_revinclude=Task:focus`,
        `Task?owner=${user}&_has:x:y:z=1`,
      ],
      `Patient?owner=${user}`,
    ])
      expect(await read(path), path).toEqual([false, false])
  })

  it('takes exactly one of url and path', async () => {
    const { app, domain, tab, read } = await openApp()
    expect((await read({})).status).toBe(400)
    expect((await read({ path: 'Patient/1', url: `${domain.iss}/Patient/1` })).status).toBe(400)
    expect((await tab.send(app.fhir, '/launch/api/fhir?path=Patient/1&path=Patient/2')).status).toBe(400)
  })

  it('serves the first page from the patient that the callback has read, once and within a minute', async () => {
    const { app, domain, newTab, advance } = await receivingApp()
    Object.assign(domain.context, { patient: '1' })
    const opened = async () => {
      const tab = newTab()
      const left = await tab.launch({ ...launchOf(domain), launch: LAUNCH_TOKEN })
      await tab.send(app.callback, domain.logIn(left.href).href)
      domain.requests.length = 0
      const read = async (destination: string) => {
        const headers = { 'sec-fetch-dest': destination }
        const response = await tab.send(app.fhir, '/launch/api/fhir?path=Patient/1', { headers })
        expect(await response.json()).toMatchObject({ resourceType: 'Patient', id: '1' })
        return domain.requestsTo('/Patient/1').length
      }
      return read
    }
    const first = await opened()
    expect(await first('empty'), 'a script asks anew').toBe(1)
    expect(await first('document'), 'the page has it already').toBe(1)
    expect(await first('document'), 'once').toBe(2)
    const late = await opened()
    advance(MINUTE)
    expect(await late('document'), 'not a minute later').toBe(1)
  })

  it('APP-09 uses a bearer token of its own Backend Services request, never the no-op token of the launch', async () => {
    const { domain, read, advance } = await openApp()
    advance(10 * MINUTE)
    await read({ path: 'Patient/1' })
    expect(domain.requestsTo('/tokens').map(({ form }) => [form['grant_type'], form['scope']])).toEqual([
      ['client_credentials', 'system/*.rs'],
    ])
    expect(domain.requestsTo('/Patient/1')[0]?.headers.get('authorization')).toMatch(/^Bearer bearer-/)
  })

  it('answers 502 without a stack when the base does not answer', async () => {
    const { domain, read } = await openApp()
    domain.configuration['token_endpoint'] = 'nowhere'
    domain.revokeBearers()
    const response = await read({ path: 'Patient/1' })
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'The FHIR base could not be read.',
    })
  })
})
