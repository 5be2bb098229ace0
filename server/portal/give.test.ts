import { describe, expect, it } from 'vitest'
import type { PortalTaskChoices } from '#lib/api/portal.ts'
import { REQUEST_ID, TRACE_ID } from '#lib/fhir/koppeltaal.ts'
import { eventsOf } from '../testing/audit.ts'
import { DAAN, ELS, type Json, MARIJKE, NOBODY, SITE, ward } from './testing/ward.ts'

const TASKS = '/portal/api/tasks'
const GIVE = `${TASKS}/give`

describe('giving a task', () => {
  it('offers the patient, her relatives and her practitioner as owners, and the activities that can be given', async () => {
    const { get } = await ward()
    const choices = (await (await get(DAAN, `${TASKS}/choices?patient=marijke-jansen`)).json()) as PortalTaskChoices
    expect(choices.people.map(({ reference, role }) => [reference, role])).toEqual([
      [MARIJKE, 'patient'],
      [ELS, 'related_person'],
      [DAAN, 'practitioner'],
    ])
    expect(choices.people[0]?.birthDate, 'tells two of the same name apart').toBe('1986-04-12')
    expect(choices.activities).toEqual([
      {
        reference: 'ActivityDefinition/sleep-diary',
        title: 'Sleep diary',
        description: 'Keep a diary of how you sleep, for a week.',
      },
      {
        reference: 'ActivityDefinition/energy-check',
        title: 'Energy check',
        description: 'Four questions about your week, with a score that you can follow over time.',
      },
    ])
  })

  it('TSK-08 makes a Task in status ready, written by the portal, for the patient and owned by the chosen person', async () => {
    const { post, giving, domain, tasks } = await ward()
    const form = await giving()
    const answer = await post(DAAN, GIVE, form)
    const { reference } = (await answer.json()) as { readonly reference: string }
    const stored = await domain.resources.readCurrent('Task', reference.split('/')[1] ?? '')
    expect(stored).toMatchObject({ versionId: 1, origin: 'demo-portal' })
    expect(JSON.parse(stored?.body ?? '') as Json).toMatchObject({
      meta: { profile: ['http://koppeltaal.nl/fhir/StructureDefinition/KT2Task'] },
      identifier: [{ system: `${SITE}/portal/tasks`, value: form.key }],
      status: 'ready',
      for: { reference: MARIJKE },
      owner: { reference: MARIJKE },
      requester: { reference: DAAN },
    })
    const row = (await tasks(DAAN)).find((task) => task.reference === reference)
    expect(row).toMatchObject({ title: 'Sleep diary', status: 'ready', owner: 'Marijke Jansen', launchable: true })
  })

  it('has the day until which it is to be done, and none when nobody says one', async () => {
    const { post, giving, domain, tasks, now } = await ward()
    const until = new Date(now()).toISOString().slice(0, 10)
    const { reference } = (await (await post(DAAN, GIVE, { ...(await giving()), until })).json()) as Json
    const body = (await domain.resources.readCurrent('Task', String(reference).split('/')[1] ?? ''))?.body
    expect(JSON.parse(body ?? '')).toMatchObject({ executionPeriod: { end: until } })
    expect((await tasks(MARIJKE)).find((task) => task.reference === reference)).toMatchObject({ until })
    const other = (await (await post(DAAN, GIVE, await giving())).json()) as Json
    expect((await tasks(MARIJKE)).find((task) => task.reference === other['reference'])).not.toHaveProperty('until')
  })

  it.each(['2020-01-01', '2030-02-30', 'tomorrow', ''])('refuses a day that is over or none: %s', async (until) => {
    const { post, giving } = await ward()
    expect((await post(DAAN, GIVE, { ...(await giving()), until })).status).toBe(400)
  })

  it('CON-07 makes one Task when the same form is sent twice, at once or later', async () => {
    const { post, giving, tasks } = await ward()
    const before = (await tasks(DAAN)).length
    const form = await giving()
    const both = await Promise.all([post(DAAN, GIVE, form), post(DAAN, GIVE, form)])
    const answers = [...both, await post(DAAN, GIVE, form)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const given = await Promise.all(answers.map(async (answer) => (await answer.json()) as Json))
    expect(new Set(given.map(({ reference }) => reference)).size).toBe(1)
    expect((await tasks(DAAN)).length).toBe(before + 1)
    expect((await giving()).key).not.toBe(form.key)
  })

  it('EVT-01 is recorded as a write of the portal, with its own request id and trace id', async () => {
    const { post, giving, domain } = await ward()
    await post(DAAN, GIVE, await giving())
    const written = (await eventsOf(domain)).find(({ subtype }) => subtype.some(({ code }) => code === 'create'))
    expect(written?.agent.map(({ who }) => who?.reference)).toContain('Device/demo-portal')
    const ids = [TRACE_ID, REQUEST_ID].map((url) => written?.extension.find((one) => one.url === url)?.valueId)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(ids).size).toBe(2)
  })

  it.each([
    ['a patient', MARIJKE, {}, 403, 'not_practitioner'],
    ['a related person', ELS, {}, 403, 'not_practitioner'],
    ['a visitor', NOBODY, {}, 401, 'not_signed_in'],
    ['a practitioner for somebody unknown', DAAN, { patient: 'nobody' }, 404, 'not_found'],
    [
      'a practitioner to the relative of another patient',
      DAAN,
      { patient: 'bram-de-boer', owner: ELS },
      422,
      'not_assignable',
    ],
    ['a practitioner to a colleague', DAAN, { owner: 'Practitioner/somebody' }, 422, 'not_assignable'],
    ['a practitioner of an unknown activity', DAAN, { activity: 'ActivityDefinition/none' }, 422, 'not_assignable'],
    ['a practitioner whose form is not complete', DAAN, { key: 'x' }, 400, 'bad_request'],
  ])('is refused to %s', async (_, person, change, status, error) => {
    const { post, giving, tasks } = await ward()
    const before = (await tasks(DAAN)).length
    const answer = await post(person, GIVE, { ...(await giving()), ...change })
    expect([answer.status, ((await answer.json()) as Json)['error']]).toEqual([status, error])
    expect((await tasks(DAAN)).length).toBe(before)
  })

  it('SEC-11 is refused to a page of another site', async () => {
    const { post, giving } = await ward()
    const answer = await post(DAAN, GIVE, await giving(), { origin: 'https://evil.example' })
    expect([answer.status, ((await answer.json()) as Json)['error']]).toEqual([403, 'cross_site'])
  })

  it('ORI-08 answers 403 not_permitted when the role of the portal may not create Tasks', async () => {
    const { post, giving, domain } = await ward()
    await domain.registry.saveRole('demo-portal', [
      { resourceType: '*', operations: 'rs', scope: 'all', grantedBy: [] },
    ])
    const answer = await post(DAAN, GIVE, await giving())
    expect([answer.status, ((await answer.json()) as Json)['error']]).toEqual([403, 'not_permitted'])
  })
})

describe('cancelling a task', () => {
  const CANCEL = `${TASKS}/cancel`
  const WEEK_1 = 'Task/sleep-diary-week-1'

  it('sets it to cancelled, in a new version written by the portal', async () => {
    const { post, tasks, domain } = await ward()
    const shown = (await tasks(DAAN)).find(({ reference }) => reference === WEEK_1)
    expect(shown?.cancellable).toBe('1')
    const answer = await post(DAAN, CANCEL, { task: WEEK_1, version: '1' })
    expect([answer.status, await answer.json()]).toEqual([200, { reference: WEEK_1, status: 'cancelled' }])
    expect(await domain.resources.readCurrent('Task', 'sleep-diary-week-1')).toMatchObject({
      versionId: 2,
      origin: 'demo-portal',
    })
    const after = (await tasks(DAAN)).at(-1)
    expect(after).toMatchObject({ reference: WEEK_1, status: 'cancelled', launchable: false, reason: 'task_ended' })
    expect(after).not.toHaveProperty('cancellable')
  })

  it('CNC-01 is refused when an app changed the task meanwhile, and overwrites nothing', async () => {
    const { post, app, domain } = await ward()
    const begun = [{ op: 'replace', path: '/status', value: 'in-progress' }]
    expect((await app('PATCH', WEEK_1, begun, { 'if-match': 'W/"1"' })).status).toBe(200)
    const answer = await post(DAAN, CANCEL, { task: WEEK_1, version: '1' })
    expect([answer.status, ((await answer.json()) as Json)['error']]).toEqual([409, 'task_changed'])
    expect((await domain.resources.readCurrent('Task', 'sleep-diary-week-1'))?.body).toContain('"in-progress"')
  })

  it('TSK-01 is refused for a task that has ended', async () => {
    const { post } = await ward()
    await post(DAAN, CANCEL, { task: WEEK_1, version: '1' })
    const answer = await post(DAAN, CANCEL, { task: WEEK_1, version: '2' })
    expect([answer.status, ((await answer.json()) as Json)['error']]).toEqual([409, 'task_over'])
  })

  it.each([
    ['a patient', MARIJKE, WEEK_1, 403, 'not_practitioner'],
    ['a practitioner, of an unknown task', DAAN, 'Task/nobody', 404, 'not_found'],
    ['a practitioner, of something else', DAAN, 'Patient/marijke-jansen', 400, 'bad_request'],
  ])('is refused to %s', async (_, person, task, status, error) => {
    const { post } = await ward()
    const answer = await post(person, CANCEL, { task, version: '1' })
    expect([answer.status, ((await answer.json()) as Json)['error']]).toEqual([status, error])
  })

  it('is not offered to the patient or her relative, who see only the status of the task', async () => {
    const { tasks } = await ward()
    for (const person of [MARIJKE, ELS])
      for (const task of await tasks(person)) {
        expect(task).not.toHaveProperty('cancellable')
        expect(task).not.toHaveProperty('owner')
      }
  })
})
