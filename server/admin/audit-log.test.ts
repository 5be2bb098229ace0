// The audit log in the console: for auditors alone, with filters, and each look at it recorded.
import { describe, expect, it } from 'vitest'
import type { AuditDetail, AuditExport, AuditList } from '#lib/api/audit.ts'
import { AUDIT_NAMES } from '#lib/audit/audit.ts'
import { CHECKS } from '#lib/checks/checks.ts'
import { MINUTE } from '#lib/clock.ts'
import { MARIJKE } from '../demo/people.ts'
import { DEMO_SUBSCRIPTION } from '../demo/resources.ts'
import { registerApp } from '../testing/app.ts'
import { eventsOf, nameOf } from '../testing/audit.ts'
import { testDomain } from '../testing/domain.ts'
import { WRITING_SCOPE, writingApp } from '../testing/writing-app.ts'

const SITE = 'http://localhost:3000'
const AUDITOR = 'lot@demo.test'

async function auditedDomain() {
  let username: string | undefined = 'beheer@demo.test'
  const viewer = async () => (username === undefined ? undefined : { username, name: undefined })
  const test = await testDomain({}, { viewer })
  const post = (path: string, body: object) =>
    test.fetch(`/admin/api/${path}`, {
      method: 'POST',
      headers: { origin: SITE, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('users', { username: AUDITOR, name: 'Lot Bos', role: 'auditor', password: 'a-long-password' })
  username = AUDITOR
  const get = (path: string) => test.fetch(`/admin/api/${path}`)
  return {
    ...test,
    post,
    get,
    list: async (query = '') => (await (await get(`audit${query}`)).json()) as AuditList,
    signIn: (name: string | undefined) => {
      username = name
    },
  }
}

type Audited = Awaited<ReturnType<typeof auditedDomain>>

/** The events of an app that reads two patients. */
async function happenings(test: Audited): Promise<void> {
  const app = await registerApp(test.domain, 'reads-patients', 'reader')
  const authorization = `Bearer ${await test.bearer(app)}`
  for (const id of ['marijke-jansen', 'bram-de-boer'])
    await test.fetch(`/fhir/DEFAULT/Patient/${id}`, { headers: { authorization } })
}

const names = ({ items }: AuditList) => items.map(({ name }) => name)

describe('the audit log in the console', () => {
  it('SEC-17 is open to auditors only: administrators, whose work it records, get 403', async () => {
    const test = await auditedDomain()
    for (const who of ['beheer@demo.test', 'marijke@demo.test', 'daan@demo.test']) {
      test.signIn(who)
      for (const path of ['audit', 'audit/anything']) expect((await test.get(path)).status).toBe(403)
    }
    test.signIn(undefined)
    expect((await test.get('audit')).status).toBe(401)
    const refused = (await eventsOf(test.domain)).filter(({ outcome }) => outcome === '4')
    expect(refused.map(({ outcomeDesc }) => outcomeDesc)).toContain('change: not_auditor')
    test.signIn(AUDITOR)
    expect(await (await test.get('me')).json()).toMatchObject({ admin: false, auditor: true })
  })

  it('SEC-17 is all that an auditor may open: no other part of the console, no records, no traces', async () => {
    const test = await auditedDomain()
    for (const path of ['apps', 'users', 'roles', 'keys', 'nonsense']) expect((await test.get(path)).status).toBe(403)
    expect((await test.post('users/role', { username: AUDITOR, role: 'admin' })).status).toBe(403)
    expect(await (await test.fetch('/browse/api/session')).json()).toMatchObject({ access: 'refused' })
    expect((await test.fetch('/traces/api')).status).toBe(403)
  })

  it('IDP-21 can be filtered by every event name, also by write', async () => {
    const test = await auditedDomain()
    const app = await writingApp(test.domain)
    const authorization = `Bearer ${await test.bearer(app, WRITING_SCOPE)}`
    const patient = JSON.stringify({ resourceType: 'Patient', name: [{ family: 'Bakker' }] })
    const headers = { authorization, 'content-type': 'application/fhir+json' }
    const made = await test.fetch('/fhir/DEFAULT/Patient', { method: 'POST', headers, body: patient })
    expect(made.status).toBe(201)
    expect(names(await test.list('?name=write'))).toEqual(['write'])
    for (const name of AUDIT_NAMES) expect((await test.get(`audit?name=${name}`)).status, name).toBe(200)
  })

  it('IDP-21 can be filtered by event, outcome, app, person, record, trace and day', async () => {
    const test = await auditedDomain()
    await happenings(test)
    const all = await test.list()
    expect(names(all)).toEqual(expect.arrayContaining(['read', 'token', 'change']))
    const today = new Date(test.now()).toISOString().slice(0, 10)
    const found = async (query: string) => names(await test.list(query))
    expect(await found('?name=token')).toEqual(['token'])
    expect(new Set(await found('?app=reads-patients'))).toEqual(new Set(['read', 'token']))
    expect(await found('?record=Patient/bram-de-boer')).toEqual(['read'])
    expect(await found('?record=marijke-jansen')).toContain('read')
    expect(await found('?person=beheer@demo.test')).toEqual(['change'])
    expect(new Set(await found(`?person=${AUDITOR}`))).toEqual(new Set(['view']))
    expect(await found('?outcome=8')).toEqual([])
    expect((await found(`?from=${today}&to=${today}`)).length).toBeGreaterThan(3)
    expect(await found('?to=2020-01-01')).toEqual([])
    expect(await found('?trace=nothing')).toEqual([])
    for (const query of [
      '?name=x',
      '?outcome=x',
      '?record=a/b/c',
      '?from=yesterday',
      '?after=x',
      ...['1:2.40', '5:3:.40', '3:5:4,3.40', '3:5:7.40', '0:0:.40'].map((after) => `?after=${after}`),
      `?app=${'x'.repeat(201)}`,
    ])
      expect((await test.get(`audit${query}`)).status, query).toBe(400)
  })

  it('IDP-21 can be filtered by what people did, page by page, whatever apps did meanwhile', async () => {
    const test = await auditedDomain()
    const audit = test.domain.audit.at(SITE)
    const request = new Request(SITE)
    for (let n = 0; n < 60; n++) {
      if (n % 2 === 0)
        audit.record({ name: 'logout', request, person: { username: 'daan@demo.test' }, description: `logout: ${n}` })
      else
        for (let reads = 0; reads < 9; reads++)
          audit.record({ name: 'token', request, client: 'demo-portal', description: 'token' })
      test.advance(1)
    }
    const seen: string[] = []
    let after = ''
    for (let next: string | undefined = ''; next !== undefined; after = next ?? '') {
      const page = await test.list(`?by=people&person=daan@demo.test${after ? `&after=${after}` : ''}`)
      seen.push(...page.items.map(({ description }) => description))
      next = page.next
    }
    expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => `logout: ${58 - 2 * n}`))
    const people = await test.list('?by=people')
    expect(people.items.length, 'a page, and no more').toBe(25)
    expect(people.items.every(({ who }) => who.some(({ role }) => role === 'person'))).toBe(true)
    expect((await test.get('audit?by=machines')).status).toBe(400)
    const { csv } = (await (await test.get('audit/export?by=people')).json()) as AuditExport
    expect(csv).not.toContain('"token"')
  })

  it('IDP-21 names accounts and apps as they are called now, and reads no record for it', async () => {
    const test = await auditedDomain()
    const audit = test.domain.audit.at(SITE)
    const request = new Request(SITE)
    audit.record({
      name: 'decision',
      request,
      client: 'demo-app',
      person: { reference: MARIJKE.reference },
      description: 'of an account',
    })
    audit.record({ name: 'login', request, person: { username: 'daan@demo.test' }, description: 'of a user name' })
    audit.record({ name: 'login', request, person: { username: 'nobody@demo.test' }, description: 'of nobody' })
    audit.record({
      name: 'launch',
      request,
      person: { reference: 'Patient/never-there' },
      description: 'of no account',
    })
    const known = async (description: string) => {
      const { items } = await test.list()
      return items.find((item) => item.description === description)?.who.map((actor) => actor.known)
    }
    expect(await known('of an account')).toEqual(['Sleep diary', 'Marijke Jansen'])
    expect(await known('of a user name')).toEqual(['Daan Visser'])
    expect(await known('of nobody')).toEqual([undefined])
    expect(await known('of no account')).toEqual([undefined])
    const reads = (await eventsOf(test.domain)).filter((event) => nameOf(event) === 'read')
    expect(reads).toEqual([])
  })

  it('IDP-21 finds a person by a part of the name, wherever the event has the account or the record', async () => {
    const test = await auditedDomain()
    const audit = test.domain.audit.at(SITE)
    const request = new Request(SITE)
    const by = { marijke: { username: 'marijke@demo.test' }, daan: { username: 'daan@demo.test' } }
    audit.record({ name: 'login', request, person: by.marijke, description: 'by user name' })
    audit.record({ name: 'decision', request, person: { reference: MARIJKE.reference }, description: 'by record' })
    audit.record({ name: 'login', request, person: by.daan, description: 'of another' })
    audit.record({ name: 'login', request, person: { username: 'gone@demo.test' }, description: 'of an account gone' })
    const said = async (person: string) =>
      (await test.list(`?name=login&person=${person}`)).items.map(({ description }) => description)
    expect(await said('gone@demo.test')).toEqual(['of an account gone'])
    expect(await said('MARI')).toEqual(['by user name'])
    expect((await test.list('?name=decision&person=jansen')).items).toHaveLength(1)
    expect(await said('nobody-at-all')).toEqual([])
    const { csv } = (await (await test.get('audit/export?person=Mari')).json()) as AuditExport
    expect(csv).toContain('by record')
    expect(csv, 'by name, too').toContain('Marijke Jansen (person)')
    expect(csv).not.toContain('of another')
  })

  it('IDP-21 says that an opened trace is one, also of a launch that is proven', async () => {
    const test = await auditedDomain()
    const viewed = { name: 'view', request: new Request(SITE), description: 'view: a trace' } as const
    const thing = { kind: 'trace', name: 'l-OZosHKS29RLisx47', fields: [] } as const
    test.domain.audit.at(SITE).record({ ...viewed, thing, launch: { traceId: crypto.randomUUID() } })
    const { items } = await test.list('?name=view')
    expect(items.find(({ description }) => description === 'view: a trace')).toMatchObject({
      kind: 'trace',
      what: ['l-OZosHKS29RLisx47'],
    })
  })

  it('IDP-21 finds the refused launches that name a person, and says where nothing proved that', async () => {
    const test = await auditedDomain()
    const parts = [{ alg: 'ES384' }, { iss: 'demo-portal', sub: MARIJKE.reference }, 'no signature']
    const launch = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const client = await test.domain.registry.find('demo-app')
    const redirect_uri = client?.redirectUris[0] ?? ''
    const asked = { client_id: 'demo-app', redirect_uri, response_type: 'code', state: 's'.repeat(43), launch }
    await test.fetch(`/oauth2/authorize?${new URLSearchParams(asked)}`)
    const { items } = await test.list('?outcome=4&by=people&person=marijke')
    expect(
      items.map(({ name, who }) => [name, ...who.map(({ known, role, claimed }) => [known, role, claimed])]),
    ).toEqual([
      [
        'launch',
        ['Sleep diary', 'app', undefined],
        ['Marijke Jansen', 'person', true],
        [expect.any(String), 'platform', true],
      ],
    ])
  })

  it('IDP-21 says in words whom and what an event is about, and why it was refused', async () => {
    const test = await auditedDomain()
    const audit = test.domain.audit.at(SITE)
    const request = new Request(SITE)
    const launch = { traceId: crypto.randomUUID(), sub: MARIJKE.reference, resource: 'Task/never-there' }
    audit.record({ name: 'launch', request, client: 'demo-app', launch, description: 'accepted' })
    const refused = { request, outcome: 'refused' } as const
    await test.fetch('/oauth2/authorize?client_id=nobody')
    audit.record({ ...refused, name: 'login', description: 'login: the password is wrong' })
    const notification = { subscription: DEMO_SUBSCRIPTION, endpoint: SITE, criteria: 'Task?' }
    const person = { username: AUDITOR }
    audit.record({ name: 'transmit', request, person, notification, description: 'transmit: a test, delivered' })
    const thing = { kind: 'resource', name: 'Subscription', fields: [] } as const
    audit.record({ ...refused, name: 'change', person, thing, description: 'change: resource, 422' })
    const { items } = await test.list('?by=people')
    expect(items.find(({ description }) => description === 'accepted')).toMatchObject({
      what: [MARIJKE.reference, 'Task/never-there'],
      named: { [MARIJKE.reference]: 'Marijke Jansen' },
    })
    const task = 'Task/sleep-diary-week-1'
    const ofTask = { traceId: crypto.randomUUID(), sub: MARIJKE.reference, resource: task }
    audit.record({ name: 'launch', request, client: 'demo-app', launch: ofTask, description: 'with a task' })
    for (const [language, activity] of [
      ['en', 'Sleep diary'],
      ['nl', 'Slaapdagboek'],
    ] as const) {
      const list = await test.fetch('/admin/api/audit?by=people', { headers: { 'accept-language': language } })
      const launched = ((await list.json()) as AuditList).items.find(({ description }) => description === 'with a task')
      expect(launched?.named?.[task]).toBe(activity)
    }
    const whyOf = (wanted: string) => items.find(({ name, outcome }) => name === wanted && outcome === '4')?.why
    expect(whyOf('launch'), 'a launch is of a person, also one that nobody proved').toBe(
      CHECKS['authorize.client'].en.expected,
    )
    expect(whyOf('login')).toBe('the password is wrong')
    expect(whyOf('change')).toBe('the FHIR API answered 422: its contents break a rule')
    expect(items.find(({ name }) => name === 'transmit')?.named).toMatchObject({
      [`Subscription/${DEMO_SUBSCRIPTION}`]: expect.stringMatching(/^\w/),
    })
    const detailOf = async (item: AuditList['items'][number] | undefined) =>
      (await (await test.get(`audit/${item?.id}`)).json()) as AuditDetail
    const one = await detailOf(items.find(({ description }) => description === 'accepted'))
    expect(
      one.things.map(({ what, known }) => [what, known]),
      'the page of an event has the names that its row has',
    ).toEqual(
      expect.arrayContaining([
        [MARIJKE.reference, 'Marijke Jansen'],
        ['Task/never-there', undefined],
      ]),
    )
    expect((await detailOf(items.find(({ name, outcome }) => name === 'login' && outcome === '4'))).why).toBe(
      'the password is wrong',
    )
    const dutch = await test.fetch('/admin/api/audit?name=login&outcome=4', { headers: { 'accept-language': 'nl' } })
    expect(((await dutch.json()) as AuditList).items[0]?.why).toBe('het wachtwoord is onjuist')
  })

  it('IDP-21 takes days, and times that a day of the reader begins and ends at', async () => {
    const test = await auditedDomain()
    const at = (ms: number) => new Date(test.now() + ms).toISOString()
    expect((await test.list(`?from=${at(-MINUTE)}&to=${at(MINUTE)}`)).items).not.toEqual([])
    expect((await test.list(`?name=change&to=${at(-MINUTE)}`)).items).toEqual([])
    expect((await test.list(`?name=change&from=${at(MINUTE)}`)).items).toEqual([])
  })

  it('IDP-21 is listed page by page, newest first, without events that came after the first page', async () => {
    const test = await auditedDomain()
    const audit = test.domain.audit.at(SITE)
    for (let n = 0; n < 120; n++) {
      audit.record({ name: 'logout', request: new Request(SITE), description: `logout: ${n}` })
      test.advance(1)
    }
    const seen: string[] = []
    let after: string | undefined
    do {
      const { items, next } = await test.list(`?name=logout${after ? `&after=${after}` : ''}`)
      seen.push(...items.map(({ description }) => description))
      audit.record({ name: 'logout', request: new Request(SITE), description: 'logout: later' })
      test.advance(1)
      after = next
    } while (after)
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `logout: ${119 - n}`))
  })

  it('IDP-21 shows one event with who, what, where and its AuditEvent', async () => {
    const test = await auditedDomain()
    await happenings(test)
    const [read] = (await test.list('?record=Patient/bram-de-boer')).items
    const event = (await (await test.get(`audit/${read?.id}`)).json()) as AuditDetail
    expect(event).toMatchObject({
      name: 'read',
      outcome: '0',
      who: [{ role: 'app', name: 'reads-patients' }],
      site: `${SITE}/fhir/DEFAULT`,
      resource: { resourceType: 'AuditEvent', id: read?.id },
    })
    expect(event.things.map(({ what }) => what)).toContain('Patient/bram-de-boer/_history/1')
    const [added] = (await test.list('?name=change')).items
    expect(added).toMatchObject({
      who: [{ role: 'person', name: 'beheer@demo.test' }],
      action: 'C',
      kind: 'account',
      what: [AUDITOR],
    })
    expect((await test.get('audit/audit.nothing')).status).toBe(404)
    expect((await test.get('audit/Patient')).status).toBe(404)
  })

  it('IDP-21 leads to the trace of the very app, whichever used the same X-Trace-Id before', async () => {
    const test = await auditedDomain()
    for (const name of ['first-app', 'second-app']) {
      const authorization = `Bearer ${await test.bearer(await registerApp(test.domain, name, 'reader'))}`
      await test.fetch('/fhir/Patient/bram-de-boer', { headers: { authorization, 'x-trace-id': 'trace-of-both' } })
    }
    const [read] = (await test.list('?app=second-app&name=read')).items
    const { traceIds, traces } = (await (await test.get(`audit/${read?.id}`)).json()) as AuditDetail
    expect(traceIds).toEqual(['trace-of-both'])
    test.signIn('beheer@demo.test')
    const trace = await (await test.fetch(`/traces/api/${traces[0]}`)).json()
    expect(trace).toMatchObject({ app: 'second-app', traceId: 'trace-of-both' })
  })

  it('IDP-21 records who looked at it, and the filters used', async () => {
    const test = await auditedDomain()
    const before = (await test.domain.audit.verify()).head
    const { items, head } = await test.list('?record=Patient/bram-de-boer&outcome=0')
    expect([items, head]).toEqual([[], before])
    const [change] = (await test.list('?name=change')).items
    await test.get(`audit/${change?.id}`)
    const views = (await eventsOf(test.domain)).filter((event) => nameOf(event) === 'view')
    expect(views.map(({ entity }) => entity?.[0]?.what?.identifier?.value)).toEqual(['events', 'events', change?.id])
    expect(views[0]).toMatchObject({
      agent: [{ who: { identifier: { value: AUDITOR } } }],
      entity: [
        {
          name: 'audit log',
          detail: [
            { type: 'outcome', valueString: '0' },
            { type: 'record', valueString: 'Patient/bram-de-boer' },
          ],
        },
      ],
    })
  })

  it('shows each changed field with its value before and after', async () => {
    const test = await auditedDomain()
    test.signIn('beheer@demo.test')
    await test.post('users/role', { username: 'daan@demo.test', role: 'patient' })
    test.signIn(AUDITOR)
    const { items } = await test.list('?name=change')
    const changesOf = (username: string) => items.find(({ what }) => what.includes(username))?.changes
    expect(changesOf('daan@demo.test')).toEqual([{ name: 'role', before: 'practitioner', after: 'patient' }])
    expect(changesOf(AUDITOR)).toEqual([{ name: 'role', before: null, after: 'auditor' }])
  })

  it('can be saved as CSV by auditors only, which is recorded with the filters and the number of events', async () => {
    const test = await auditedDomain()
    await happenings(test)
    const file = (await (await test.get('audit/export?name=change')).json()) as AuditExport
    expect(file).toMatchObject({ count: 1, more: false })
    expect(file.csv).toContain(AUDITOR)
    const looked = (await eventsOf(test.domain)).filter((event) => nameOf(event) === 'view')
    expect(JSON.stringify(looked)).toMatch(/events of the audit log, as a file/)
    expect(looked.at(-1)?.entity?.[0]?.detail).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ valueString: 'change' }),
        { type: 'events', valueString: '1' },
      ]),
    )
    expect((await test.get('audit/export?from=yesterday')).status).toBe(400)
    test.signIn('beheer@demo.test')
    expect((await test.get('audit/export')).status).toBe(403)
  })
})
