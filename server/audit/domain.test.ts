// The audit log of a whole domain: a launch from the portal, read through the FHIR API by those who may.
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { createUserAgent, formWith, type Page } from '#lib/http/user-agent.ts'
import { BRAM, type DemoPerson, MARIJKE } from '../demo/people.ts'
import type { Permission } from '../oauth/store.ts'
import { registerApp } from '../testing/app.ts'
import { eventsOf, nameOf, type ReadEvent } from '../testing/audit.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'
import { signInAs } from '../testing/portal-cookie.ts'
import { r4Problems } from '../testing/r4-validators.ts'

interface Bundle {
  readonly total: number
  readonly entry?: readonly { readonly resource: ReadEvent }[]
}

/** Names of parameters, form fields and cookies with secret values. */
const SECRET_NAMES =
  /^(launch|code|state|nonce|code_challenge|csrf|interaction|password|\d+\.slipway-(tx|idp|launch|app).*)$/
/** Shorter ones would be found anywhere. */
const SHORTEST_SECRET = 8

/** Marijke's task, opened in the portal; `person` logs in. Returns every secret that went through the browser. */
async function launched(test: TestDomain, person: DemoPerson): Promise<ReadonlySet<string>> {
  const secrets = new Set<string>()
  const keep = ([name, value]: readonly [string, string]) => {
    if (SECRET_NAMES.test(name) && value.length >= SHORTEST_SECRET) secrets.add(value)
  }
  const agent = createUserAgent(async (input, init) => {
    const answer = await test.fetch(input as string, init)
    const location = answer.headers.get('location')
    const { searchParams } = new URL(location ?? String(input), String(input))
    for (const pair of [...searchParams, ...new URLSearchParams(String(init?.body ?? ''))]) keep(pair)
    for (const cookie of answer.headers.getSetCookie()) keep(cookie.split(/[=;]/, 2) as [string, string])
    return answer
  })
  const at = (path: string) => `${test.domain.config.publicUrl}${path}`
  await signInAs(test.domain, agent, MARIJKE.username)
  const form = (page: Page, ...names: readonly string[]) => {
    const found = formWith(page, ...names)
    if (!found) throw new Error(`No form with ${names} at ${page.url}`)
    return found
  }
  const handOver = await agent.post(at('/portal/launch'), { task: 'sleep-diary-week-1' })
  const login = await agent.submit(form(handOver, 'launch', 'iss'))
  await agent.submit(form(login, 'username', 'password'), { username: person.username, password: person.password })
  return secrets
}

const launchEvents = async ({ domain }: TestDomain) =>
  (await eventsOf(domain)).filter(({ extension }) => extension.some(({ url }) => url.endsWith('/trace-id')))

describe('a transaction of many entries', () => {
  it('FBO-08 EVT-01 has an event for each of them and one for itself in the chain, in order', async () => {
    const test = await testDomain()
    await test.domain.registry.saveRole('many', [
      { resourceType: 'Patient', scope: 'all', operations: 'cruds', grantedBy: [] },
    ])
    const app = await registerApp(test.domain, 'many-app', 'many')
    const authorization = `Bearer ${await test.bearer(app, 'system/Patient.cruds')}`
    const before = (await test.domain.audit.verify()).events
    const entry = { resource: { resourceType: 'Patient', active: true }, request: { method: 'POST', url: 'Patient' } }
    const response = await test.fetch(`${test.domain.config.publicUrl}/fhir`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/fhir+json' },
      body: JSON.stringify({ resourceType: 'Bundle', type: 'transaction', entry: Array(500).fill(entry) }),
    })
    expect(response.status).toBe(200)
    expect(await test.domain.audit.verify()).toMatchObject({ events: before + 501, problems: [] })
  })
})

describe('a launch of the demo domain', () => {
  it('IDP-21 records delegation, login, decision and token as valid R4, in a chain that verifies', async () => {
    const test = await testDomain()
    await launched(test, MARIJKE)
    expect((await launchEvents(test)).map((event) => [nameOf(event), event.outcome])).toEqual([
      ['launch', '0'],
      ['login', '0'],
      ['decision', '0'],
      ['token', '0'],
      ['token', '0'], // That of the app's back-end, by which it reads.
    ])
    await test.domain.audit.flush()
    const events = await eventsOf(test.domain)
    expect(events.filter(({ source }) => source.site.endsWith('/idp')).map(nameOf)).toEqual(['login'])
    expect(events.flatMap(r4Problems)).toEqual([])
    expect(await test.domain.audit.verify()).toMatchObject({ events: events.length, problems: [] })
  })

  it('IDP-21 records a decision with outcome 4 and no token when another person logs in', async () => {
    const test = await testDomain()
    await launched(test, BRAM)
    const events = await launchEvents(test)
    expect(events.map((event) => [nameOf(event), event.outcome])).toEqual([
      ['launch', '0'],
      ['login', '0'],
      ['decision', '4'],
    ])
    expect(JSON.stringify(events.slice(1))).not.toContain(MARIJKE.reference)
    expect(JSON.stringify(events.slice(1))).not.toContain(MARIJKE.username)
  })

  it('IDP-21 puts no secret of the launch into any event', async () => {
    const test = await testDomain()
    const secrets = [...(await launched(test, MARIJKE)), ...(await launched(test, BRAM))]
    expect(secrets.length).toBeGreaterThan(10)
    const log = JSON.stringify(await eventsOf(test.domain))
    for (const secret of secrets) expect(log).not.toContain(secret)
  })
})

describe('who may read the audit log', () => {
  const reader = async (test: TestDomain, clientId: string, permission: Partial<Permission>) => {
    const app = await registerApp(test.domain, clientId)
    const nothing: Permission = { resourceType: 'Task', operations: 'rs', scope: 'all', grantedBy: [] }
    await test.domain.registry.saveRole(clientId, [{ ...nothing, ...permission }])
    const client = await test.domain.registry.find(clientId)
    if (client) await test.domain.registry.saveClient({ ...client, roleName: clientId })
    const headers = { authorization: `Bearer ${await test.bearer(app, 'system/*.rs')}` }
    return (address: string) => test.fetch(`/fhir/DEFAULT/${address}`, { headers })
  }

  it('RBT-11 IDP-21 is an app with a permission for AuditEvent, with scope all or granted from the origin of the domain', async () => {
    const test = await testDomain()
    await launched(test, MARIJKE)
    const bundle = async (read: (address: string) => Promise<Response>) =>
      (await (await read('AuditEvent?_count=50')).json()) as Bundle
    const all = await reader(test, 'auditor', { resourceType: 'AuditEvent' })
    expect((await bundle(all)).total).toBe((await eventsOf(test.domain)).length)
    const granted = await reader(test, 'granted', {
      resourceType: 'AuditEvent',
      scope: 'granted',
      grantedBy: ['slipway'],
    })
    expect((await bundle(granted)).total).toBe((await eventsOf(test.domain)).length)
    const own = await reader(test, 'own', { resourceType: 'AuditEvent', scope: 'own' })
    expect((await bundle(own)).total).toBe(0)
    const [event] = await eventsOf(test.domain)
    expect((await own(`AuditEvent/${event?.id}`)).status).toBe(404)
    expect((await granted(`AuditEvent/${event?.id}`)).status).toBe(200)
    const none = await reader(test, 'other', { resourceType: 'Task' })
    expect((await none('AuditEvent')).status).toBe(403)
    expect((await none(`AuditEvent/${event?.id}`)).status).toBe(403)
  })

  it('RBT-11 IDP-21 CCG-05 is not an app with a permission for `*`, which does not include AuditEvent, in a scope either', async () => {
    const test = await testDomain()
    await launched(test, MARIJKE)
    const [event] = await eventsOf(test.domain)
    const everything = await reader(test, 'everything', { resourceType: '*' })
    expect((await everything('Patient/marijke-jansen')).status).toBe(200)
    for (const address of ['AuditEvent', 'AuditEvent?_summary=count', `AuditEvent/${event?.id}`])
      expect((await everything(address)).status).toBe(403)
    const asked = await test.bearer(await registerApp(test.domain, 'asks'), 'system/AuditEvent.rs system/Task.rs')
    expect(decodeJwt(asked)['scope']).toBe('system/Task.rs')
  })

  it('IDP-21 is an app with the role auditor, which every domain has and which opens nothing else', async () => {
    const test = await testDomain()
    const token = await test.bearer(await registerApp(test.domain, 'app-of-the-auditor', 'auditor'))
    const read = (address: string) =>
      test.fetch(`/fhir/DEFAULT/${address}`, { headers: { authorization: `Bearer ${token}` } })
    expect([(await read('AuditEvent')).status, (await read('Patient')).status]).toEqual([200, 403])
  })

  it('IDP-21 SRC-01 finds the events of one launch by its traceId', async () => {
    const test = await testDomain()
    await launched(test, MARIJKE)
    const trace = (await launchEvents(test))[0]?.extension.find(({ url }) => url.endsWith('/trace-id'))?.valueId
    await launched(test, MARIJKE)
    const read = await reader(test, 'auditor', { resourceType: 'AuditEvent' })
    const found = (await (await read(`AuditEvent?traceId=${trace}`)).json()) as Bundle
    expect(found.entry?.map(({ resource }) => nameOf(resource)).sort()).toEqual([
      'decision',
      'launch',
      'login',
      'read',
      'token',
      'token',
    ])
  })

  it('IDP-21 can read the Device that the events name as their source', async () => {
    const test = await testDomain()
    const read = await reader(test, 'auditor', { resourceType: '*' })
    expect(await (await read('Device/slipway')).json()).toMatchObject({ resourceType: 'Device', status: 'active' })
  })
})
