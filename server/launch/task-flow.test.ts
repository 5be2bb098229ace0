// A task from the portal that gives it to the app that completes it, over HTTP in a whole domain.
import { describe, expect, it } from 'vitest'
import { systemRandom } from '#lib/crypto/random.ts'
import { profileOf } from '#lib/fhir/validation/koppeltaal-profiles.ts'
import { backendServices, type FhirWrite } from '#lib/oauth/backend-services.ts'
import { registerApp } from '#server/testing/app.ts'
import { eventsOf } from '#server/testing/audit.ts'
import { type TestDomain, testDomain } from '#server/testing/domain.ts'
import { type DemoLaunch, demoLaunch, readTrace } from '#server/testing/launches.ts'

const SITE = 'http://localhost:3000'
const FHIR = `${SITE}/fhir/DEFAULT`

interface Task {
  readonly id: string
  readonly status: string
  readonly meta: { readonly versionId: string }
}

/** The demo portal as a client of the FHIR API. */
function portalOf({ domain, fetch }: TestDomain) {
  const keys = domain.keys.ring('portal')
  const portal = backendServices({ clientId: 'demo-portal', keys, fetch, clock: domain.clock, random: systemRandom })
  const write = (path: string, more: Omit<FhirWrite, 'scope'>) =>
    portal.write(FHIR, `${FHIR}/${path}`, { ...more, scope: 'system/*.rs system/Task.cud' })
  return {
    give: async (): Promise<Task> => {
      const task = {
        resourceType: 'Task',
        meta: { profile: [profileOf('Task')] },
        identifier: [{ system: 'urn:example:tasks', value: systemRandom.uuid() }],
        status: 'ready',
        intent: 'order',
        description: 'Sleep diary: tonight',
        extension: [
          {
            url: 'http://vzvz.nl/fhir/StructureDefinition/instantiates',
            valueReference: { reference: 'ActivityDefinition/sleep-diary', type: 'ActivityDefinition' },
          },
        ],
        for: { reference: 'Patient/marijke-jansen', type: 'Patient' },
        owner: { reference: 'Patient/marijke-jansen', type: 'Patient' },
      }
      const headers = { 'content-type': 'application/fhir+json' }
      const answer = await write('Task', { method: 'POST', headers, body: JSON.stringify(task) })
      if (answer.status !== 201) throw new Error(await answer.text())
      return answer.json()
    },
    cancel: (task: string, version: string) =>
      write(task, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json-patch+json', 'if-match': `W/"${version}"` },
        body: JSON.stringify([{ op: 'replace', path: '/status', value: 'cancelled' }]),
      }),
    read: async (path: string) => (await portal.get(FHIR, `${FHIR}/${path}`)).json(),
  }
}

/** What the app's page sends for a step, with the cookies of the launch. */
const stepper =
  ({ fetch }: TestDomain, { browser, session }: DemoLaunch) =>
  (version: string, from: string, to: string) =>
    fetch(`${SITE}/launch/api/task`, {
      method: 'POST',
      headers: { origin: SITE, 'content-type': 'application/json', cookie: browser.cookies(SITE) },
      body: JSON.stringify({ session: session['id'], version, from, to }),
    })

async function opened(person?: { readonly person: string; readonly username: string }) {
  const test = await testDomain()
  const portal = portalOf(test)
  const task = `Task/${(await portal.give()).id}`
  const launch = await demoLaunch(test, { task, ...person })
  return { test, portal, task, launch, step: stepper(test, launch) }
}

describe('a task that the portal creates and the app completes', () => {
  it('TSK-08 has three versions in its history: one by the portal, two by the app', async () => {
    const { test, portal, task, step } = await opened()
    expect((await step('1', 'ready', 'in-progress')).status).toBe(200)
    const done = await step('2', 'in-progress', 'completed')
    expect([done.status, done.headers.get('etag')]).toEqual([200, 'W/"3"'])
    expect(await done.json()).toMatchObject({ status: 'completed', meta: { versionId: '3' } })

    const history = (await portal.read(`${task}/_history`)) as {
      readonly entry: readonly { readonly resource: Task }[]
    }
    const versions = history.entry.map(({ resource }) => `${resource.meta.versionId} ${resource.status}`)
    expect(versions).toEqual(['3 completed', '2 in-progress', '1 ready'])
    const writes = (await eventsOf(test.domain)).filter(
      ({ action, entity }) =>
        action !== 'R' && entity?.some(({ what }) => what?.reference?.startsWith(`${task}/_history/`)),
    )
    const told = writes.map(({ subtype, agent }) => `${subtype[0]?.code} ${agent[0]?.who?.reference}`)
    expect(told).toEqual(['create Device/demo-portal', 'patch Device/demo-app', 'patch Device/demo-app'])
  })

  it('TSK-08 shows both steps in the trace of the launch', async () => {
    const { test, launch, step } = await opened()
    await step('1', 'ready', 'in-progress')
    await step('2', 'in-progress', 'completed')
    await test.domain.traces.flush()
    const trace = await readTrace(launch.browser, launch.session.trace ?? '')
    const writes = trace?.steps.filter(({ method }) => method === 'PATCH').map(({ status, client }) => [status, client])
    expect(writes).toEqual([
      [200, 'demo-app'],
      [200, 'demo-app'],
    ])
  })

  it('TSK-09 stays cancelled when the portal cancelled it before the app completed it', async () => {
    const { portal, task, step } = await opened()
    await step('1', 'ready', 'in-progress')
    expect((await portal.cancel(task, '2')).status).toBe(200)
    expect((await step('2', 'in-progress', 'completed')).status).toBe(412)
    expect(await portal.read(task)).toMatchObject({ status: 'cancelled', meta: { versionId: '3' } })
  })

  it('TSK-10 is completed once, however often the page sends the request', async () => {
    const { portal, task, step } = await opened()
    await step('1', 'ready', 'in-progress')
    const tries = await Promise.all(Array.from({ length: 5 }, () => step('2', 'in-progress', 'completed')))
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412])
    expect(await portal.read(task)).toMatchObject({ status: 'completed', meta: { versionId: '3' } })
  })

  it('TSK-06 is written with the rights of the app, which may not change a task of another origin', async () => {
    const test = await testDomain()
    const app = await registerApp(test.domain, 'other-portal')
    await test.domain.registry.saveRole('giver', [
      { resourceType: 'Task', operations: 'cruds', scope: 'own', grantedBy: [] },
      { resourceType: '*', operations: 'rs', scope: 'all', grantedBy: [] },
    ])
    const client = await test.domain.registry.find('other-portal')
    if (!client) throw new Error('not registered')
    await test.domain.registry.saveClient({ ...client, roleName: 'giver' })
    const seeded = (await test.domain.resources.readCurrent('Task', 'sleep-diary-week-1'))?.body ?? ''
    const { id: _id, meta: _meta, extension, ...rest } = JSON.parse(seeded)
    const theirs = { ...rest, extension: extension.filter(({ url }: { url: string }) => url.endsWith('instantiates')) }
    const created = await test.fetch(`${FHIR}/Task`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await test.bearer(app, 'system/*.rs system/Task.c')}`,
        'content-type': 'application/fhir+json',
      },
      body: JSON.stringify(theirs),
    })
    expect(created.status).toBe(201)
    const task = `Task/${((await created.json()) as Task).id}`
    const step = stepper(test, await demoLaunch(test, { task }))
    expect((await step('1', 'ready', 'in-progress')).status).toBe(403)
  })

  it('is refused to a person who may open the task but does not own it', async () => {
    const { portal, task, step, launch } = await opened({
      person: 'Practitioner/daan-visser',
      username: 'daan@demo.test',
    })
    expect(launch.session).toMatchObject({ status: 'open', user: 'Practitioner/daan-visser' })
    expect((await step('1', 'ready', 'in-progress')).status).toBe(422)
    expect(await portal.read(task)).toMatchObject({ status: 'ready' })
  })
})
