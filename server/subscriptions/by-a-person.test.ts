// What people do with Subscriptions on the pages: they create one for an app, and test its receiver.
import { describe, expect, it } from 'vitest'
import type { SubscriptionChoices, SubscriptionTest } from '#lib/api/subscriptions.ts'
import { TRACE_ID } from '#lib/fhir/koppeltaal.ts'
import { eventsOf, nameOf } from '../testing/audit.ts'
import { r4Problems } from '../testing/r4-validators.ts'
import { receiver, silent, status } from './testing/receiver.ts'
import { OWNER, subscribed } from './testing/subscribed.ts'

const SITE = 'http://localhost:3000'
const ADMIN = 'beheer@demo.test'
const DEVELOPER = 'marijke@demo.test'

/** A domain with the owner of receivers, and a person at its pages, at first its developer. */
async function atThePages(env: Readonly<Record<string, string>> = {}) {
  let username: string | undefined = DEVELOPER
  const viewer = async () => (username === undefined ? undefined : { username, name: undefined })
  const hook = await receiver()
  const domain = await subscribed({ endpoint: `${hook.origin}/hook`, env, overrides: { viewer } })
  await domain.domain.developers.add(OWNER, DEVELOPER)
  const asked = (path: string, body?: object, headers: Readonly<Record<string, string>> = { origin: SITE }) =>
    domain.fetch(`${SITE}/subscriptions/api${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const form = (more: object = {}) => ({
    ...{
      app: OWNER,
      reason: 'To follow tasks',
      criteria: 'Task?status=ready',
      endpoint: `${hook.origin}/hook?key=secret`,
    },
    ...more,
  })
  return {
    ...domain,
    hook,
    asked,
    form,
    create: async (more: object = {}) => {
      const answer = await asked('', form(more))
      return [answer.status, await answer.json()]
    },
    created: async (more: object = {}) => ((await (await asked('', form(more))).json()) as { readonly id: string }).id,
    tested: async (id: string) => (await (await asked(`/${id}/test`, {})).json()) as SubscriptionTest,
    choices: async () => ((await (await asked('/apps/choices')).json()) as SubscriptionChoices).apps,
    named: async (name: string) => (await eventsOf(domain.domain)).filter((event) => nameOf(event) === name),
    as: (name: string | undefined) => {
      username = name
    },
  }
}

describe('a Subscription that a person creates', () => {
  it('SUB-33 is the app’s own: stored with its origin and headers, and asked for by a handshake', async () => {
    const { created, current, settle, hook } = await atThePages()
    const id = await created({ header: ['Authorization: Bearer secret'] })
    await settle()
    expect(await current(id)).toMatchObject({
      ...{ status: 'active', reason: 'To follow tasks', criteria: 'Task?status=ready' },
      extension: [{ valueReference: { reference: `Device/${OWNER}` } }],
      channel: { endpoint: `${hook.origin}/hook?key=secret`, header: ['Authorization: Bearer secret'] },
    })
    expect(hook.arrived).toMatchObject([
      { number: 0, path: '/hook?key=secret', headers: { authorization: 'Bearer secret' } },
    ])
  })

  it.each([
    [
      'criteria of a type that is not served',
      { criteria: 'Spaceship?' },
      'does not support the resource type Spaceship',
      'heeft het resourcetype Spaceship niet',
    ],
    [
      'criteria of a type that the app may not read',
      { criteria: 'Practitioner?' },
      'no permission to read Practitioner',
      'mag Practitioner niet lezen',
    ],
    [
      'an endpoint elsewhere',
      { endpoint: 'https://evil.example/hook' },
      'must be on an origin that is registered',
      'moet op een origin zijn die voor de app is geregistreerd',
    ],
    [
      'an endpoint of this server',
      { endpoint: `${SITE}/hook` },
      'may not be an address of this server',
      'mag geen adres van deze server zelf zijn',
    ],
    [
      'a header that is ours',
      { header: ['Host: evil.example'] },
      'cannot set the header host',
      'kan de header host niet zetten',
    ],
    [
      'an endpoint that is no URL',
      { endpoint: 'hook' },
      'must be an absolute https URL',
      'moet een volledige https-URL zijn',
    ],
    ['a header that is none', { header: ['secret'] }, 'must be written "Name: value"', 'schrijf je als "Naam: waarde"'],
    ['criteria that shape an answer', { criteria: 'Task?_count=2' }, 'shapes the response', 'bepaalt hoe het antwoord'],
    ['criteria without a value', { criteria: 'Task?status=' }, 'must have a value', 'moet een waarde hebben'],
    ['criteria about itself', { criteria: 'Subscription?' }, 'no notifications about', 'zijn er geen meldingen'],
    ['criteria that are no search', { criteria: 'tasks' }, 'a search on one type', 'een zoekvraag op één type'],
  ])('SUB-33 is refused as for the app itself, in the language of the page: %s', async (_, more, words, dutch) => {
    const { create, asked, form } = await atThePages()
    const [code, { error, problems, elements }] = await create(more)
    expect([code, error]).toEqual([422, 'refused'])
    expect(elements).toEqual([expect.stringMatching(/^(criteria|channel\.(endpoint|header))/)])
    expect(problems.join()).toContain(words)
    const inDutch = await asked('', form(more), { origin: SITE, 'accept-language': 'nl' })
    expect((await inDutch.json()).problems.join()).toContain(dutch)
  })

  it('SUB-33 is refused where the role of the app does not name Subscription', async () => {
    const { create, choices, domain } = await atThePages()
    expect(await choices()).toMatchObject([{ clientId: OWNER, mayHave: true }])
    await domain.registry.saveRole('watchers', [
      { resourceType: '*', operations: 'cruds', scope: 'all', grantedBy: [] },
    ])
    expect(await choices()).toMatchObject([{ clientId: OWNER, mayHave: false }])
    const [code, { problems }] = await create()
    expect(code).toBe(422)
    expect(problems.join()).toContain('system/Subscription.c')
  })

  it('SUB-33 is for developers of the app and for administrators alone, from pages of this site', async () => {
    const { create, choices, asked, form, as, current } = await atThePages()
    expect(await create({ app: 'demo-app' })).toMatchObject([403, { error: 'not_your_app' }])
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await asked('', form(), evil)).status).toBe(403)
    as(undefined)
    expect((await asked('', form())).status).toBe(401)
    as('bram@demo.test')
    expect(await choices()).toEqual([])
    expect(await create()).toMatchObject([403, { error: 'not_your_app' }])
    as(ADMIN)
    expect((await choices()).map(({ clientId }) => clientId)).toContain(OWNER)
    const [, { id }] = await create()
    expect(await current(id)).toMatchObject({ criteria: 'Task?status=ready' })
  })

  it('EVT-01 is in the audit log with its person, in the trace of the FHIR API’s own event; and so is a refusal', async () => {
    const { created, create, named, domain } = await atThePages()
    const id = await created()
    await create({ criteria: 'Spaceship?' })
    const [made, refused] = await named('change')
    expect(made).toMatchObject({ action: 'C', outcome: '0', entity: [{ what: { reference: `Subscription/${id}` } }] })
    expect(JSON.stringify(made?.agent)).toContain(DEVELOPER)
    expect(refused).toMatchObject({ outcome: '4', outcomeDesc: 'change: resource, 422' })
    const traceOf = (event: typeof made) => event?.extension.find(({ url }) => url === TRACE_ID)?.valueId
    const trace = traceOf(made)
    expect(trace).toBeDefined()
    expect((await eventsOf(domain)).filter((event) => traceOf(event) === trace)).toHaveLength(2)
  })

  it('SUB-33 is deleted by a developer of the app where its role may, and by nobody else; the log has both', async () => {
    const { created, asked, as, domain, named } = await atThePages()
    const id = await created()
    as('bram@demo.test')
    expect((await asked(`/${id}/delete`, {})).status, 'a stranger').toBe(404)
    as(undefined)
    expect((await asked(`/${id}/delete`, {})).status).toBe(401)
    as(DEVELOPER)
    const mayDo = (operations: string) =>
      domain.registry.saveRole('watchers', [
        { resourceType: 'Subscription', operations, scope: 'own', grantedBy: [] },
        { resourceType: 'Task', operations: 'rs', scope: 'all', grantedBy: [] },
      ])
    await mayDo('cr')
    const refused = await asked(`/${id}/delete`, {})
    expect([refused.status, (await refused.json()).error]).toEqual([403, 'may_not_delete'])
    expect((await asked(`/${id}`)).status, 'it is still there').toBe(200)
    await mayDo('crd')
    expect((await asked(`/${id}/delete`, {})).status).toBe(200)
    expect((await asked(`/${id}`)).status).toBe(404)
    const deletions = (await named('change')).filter(({ action }) => action === 'D')
    expect(deletions.map(({ outcome }) => outcome).toSorted()).toEqual(['0', '4'])
    expect(JSON.stringify(deletions[0])).toContain(`Subscription/${id}`)
  })

  it('SUB-33 is offered with the places where receivers of the app may be, which are not this server', async () => {
    const { choices, hook, as } = await atThePages()
    expect(await choices()).toMatchObject([
      { clientId: OWNER, origins: [hook.origin, 'http://localhost:8080'], ownHook: null },
    ])
    as(ADMIN)
    const offered = await choices()
    expect(offered.find(({ clientId }) => clientId === 'demo-app')).toMatchObject({
      origins: [],
      ownHook: `${SITE}/launch/hook`,
    })
    expect(offered.find(({ clientId }) => clientId === 'demo-energy')).toMatchObject({ origins: [], ownHook: null })
  })

  it('SUB-33 may be too many', async () => {
    const { create } = await atThePages({ RATE_LIMIT: 'on' })
    for (let more = 0; more < 20; more += 1) await create({ criteria: 'Spaceship?' })
    expect(await create()).toMatchObject([429, { error: 'too_many_requests' }])
  })
})

describe('a test of a receiver', () => {
  it('SUB-33 is one signed notification with the number 0, after which the Subscription is as before', async () => {
    const { created, tested, settle, hook, domain, task } = await atThePages()
    const id = await created({ header: ['Authorization: Bearer secret'] })
    await settle()
    const before = await domain.storage.subscriptions.state(id)
    const test = await tested(id)
    expect(test).toMatchObject({ first: 0, number: 0, attempt: 1, outcome: 'delivered' })
    expect(JSON.stringify(test)).not.toContain('secret')
    const { headers } = hook.arrived[1] ?? {}
    expect(headers).toMatchObject({ 'x-request-id': test.requestId, authorization: 'Bearer secret' })
    expect(headers?.['x-slipway-signature']).toMatch(/^eyJ/)
    await settle()
    expect(await domain.storage.subscriptions.state(id)).toEqual(before)
    await task('one')
    await settle()
    expect(hook.numbers()).toEqual([0, 0, 1])
  })

  it('SUB-33 says what came back, once, and does not put the Subscription in error', async () => {
    const { created, tested, settle, hook, current } = await atThePages()
    const id = await created()
    await settle()
    for (const [answer, outcome] of [
      [status(401), 'http-401'],
      [status(302, { location: `${SITE}/elsewhere` }), 'http-302'],
      [status(500), 'http-500'],
    ] as const) {
      hook.answer = answer
      expect(await tested(id)).toMatchObject({ outcome })
    }
    await settle()
    expect(hook.numbers()).toEqual([0, 0, 0, 0])
    expect(await current(id)).toMatchObject({ status: 'active' })
    hook.answer = silent
    hook.close()
    expect(await tested(id)).toMatchObject({ outcome: 'refused' })
  })

  it('SUB-14 goes to no address that notifications may not go to: the origin must still be the app’s', async () => {
    const { created, tested, settle, hook, domain } = await atThePages()
    const id = await created()
    await settle()
    const client = await domain.registry.find(OWNER)
    if (client) await domain.registry.saveClient({ ...client, redirectUris: ['http://localhost:8080/callback'] })
    expect(await tested(id)).toMatchObject({ outcome: 'address-refused', ms: 0 })
    expect(hook.numbers()).toEqual([0])
  })

  it('SUB-33 is not sent for a Subscription that is off, of another app, or from another site', async () => {
    const { created, asked, settle, hook, as } = await atThePages()
    const id = await created()
    await settle()
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await asked(`/${id}/test`, {}, evil)).status).toBe(403)
    as('bram@demo.test')
    expect((await asked(`/${id}/test`, {})).status).toBe(404)
    as(ADMIN)
    await asked(`/${id}/stop`, {})
    const refused = await asked(`/${id}/test`, {})
    expect([refused.status, await refused.json()]).toMatchObject([409, { error: 'is_off' }])
    expect(hook.numbers()).toEqual([0])
  })

  it('EVT-06 is in the audit log with its person, its receiver and what came of it', async () => {
    const { created, tested, settle, hook, named } = await atThePages()
    const id = await created()
    await settle()
    await tested(id)
    hook.answer = status(500)
    await tested(id)
    const events = await named('transmit')
    expect(events.map(({ outcome, outcomeDesc }) => [outcome, outcomeDesc])).toEqual([
      ['0', 'transmit: a test, delivered'],
      ['8', 'transmit: a test, http-500'],
    ])
    for (const event of events) {
      expect(r4Problems(event)).toEqual([])
      expect(JSON.stringify(event.agent)).toContain(DEVELOPER)
      expect(JSON.stringify(event)).toContain(`${hook.origin}/hook"`)
      expect(event.entity).toMatchObject([{ what: { reference: `Subscription/${id}` } }])
    }
  })

  it('SUB-33 may be too many for one app, whoever sends them', async () => {
    const { created, asked, settle, hook, as } = await atThePages({ RATE_LIMIT: 'on' })
    const [id, other] = [await created(), await created()]
    await settle()
    for (let more = 0; more < 10; more += 1) await asked(`/${id}/test`, {})
    as(ADMIN)
    const last = await asked(`/${other}/test`, {})
    expect([last.status, last.headers.has('retry-after')]).toEqual([429, true])
    expect(hook.arrived).toHaveLength(12)
  })
})
