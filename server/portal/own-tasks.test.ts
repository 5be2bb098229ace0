import { describe, expect, it } from 'vitest'
import type { PortalTasks, PortalWork } from '#lib/api/portal.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'
import { demoCookie, signInAs } from '../testing/portal-cookie.ts'
import { DAAN, MARIJKE, ward } from './testing/ward.ts'

const PORTAL = 'http://localhost:3000'

async function browserOf({ domain, browser }: TestDomain, person: string) {
  const agent = browser()
  await signInAs(domain, agent, person)
  return agent
}

async function titles(domain: TestDomain, person: string, query = ''): Promise<readonly string[]> {
  const page = await (await browserOf(domain, person)).get(`${PORTAL}/portal/api/tasks${query}`)
  return (JSON.parse(page.text) as PortalTasks).items.map(({ title }) => title).sort()
}

describe('the task list of the portal', () => {
  it('lists to a patient her own tasks, not those that others are to do for her', async () => {
    const domain = await testDomain()
    expect(await titles(domain, 'Patient/marijke-jansen')).toEqual(['Sleep diary: week 1', 'Sleep diary: week 2'])
  })

  it('lists to a related person the tasks that she owns', async () => {
    const domain = await testDomain()
    expect(await titles(domain, 'RelatedPerson/els-jansen')).toEqual(['Help with the sleep diary'])
  })

  it('names the patient to everybody but the patient herself, and tells practitioners by what else to know her', async () => {
    const domain = await testDomain()
    const toldTo = async (person: string, query = '') => {
      const page = await (await browserOf(domain, person)).get(`${PORTAL}/portal/api/tasks${query}`)
      const { patientName, about } = JSON.parse(page.text) as PortalTasks
      return [patientName, about]
    }
    expect(await toldTo('RelatedPerson/els-jansen')).toEqual(['Marijke Jansen', undefined])
    const about = { birthDate: '1986-04-12', gender: 'female' }
    expect(await toldTo('Practitioner/daan-visser', '?patient=marijke-jansen')).toEqual(['Marijke Jansen', about])
    expect(await toldTo('Patient/marijke-jansen')).toEqual([undefined, undefined])
  })

  it('lists to a practitioner all tasks of the patient', async () => {
    const domain = await testDomain()
    const all = await titles(domain, 'Practitioner/daan-visser', '?patient=marijke-jansen')
    expect(all).toContain('Review the sleep diary with your patient')
    expect(all).toContain('Sleep diary: week 1')
  })

  it('opens to a patient no task that somebody else owns', async () => {
    const domain = await testDomain()
    const agent = await browserOf(domain, 'Patient/marijke-jansen')
    const own = await agent.post(`${PORTAL}/portal/launch`, { task: 'sleep-diary-week-1' })
    const foreign = await agent.post(`${PORTAL}/portal/launch`, { task: 'review-sleep-diary' })
    expect([own.status, foreign.status]).toEqual([200, 404])
    expect(foreign.text).not.toContain('name="launch"')
  })

  it('is in the language of the reader where the records have it, and so is what is given of them', async () => {
    const here = await ward()
    const inDutch = async (person: string, path: string) => {
      const headers = { cookie: await demoCookie(here.domain, person), 'accept-language': 'nl' }
      return JSON.stringify(await (await here.fetch(`${PORTAL}${path}`, { headers })).json())
    }
    expect(await inDutch(MARIJKE, '/portal/api/tasks')).toContain('"title":"Slaapdagboek: week 1"')
    expect(await inDutch(DAAN, '/portal/api/work')).toContain('"title":"Bespreek het slaapdagboek met je patiënt"')
    const choices = await inDutch(DAAN, '/portal/api/tasks/choices?patient=marijke-jansen')
    expect(choices).toContain('"title":"Energiecheck","description":"Vier vragen over je week')
    await here.post(DAAN, '/portal/api/tasks/give', await here.giving())
    expect(await inDutch(MARIJKE, '/portal/api/tasks')).toContain('"title":"Slaapdagboek"')
    expect(await inDutch(MARIJKE, '/portal/api/tasks')).toContain('"app":"Slaapdagboek"')
    expect((await here.tasks(MARIJKE)).map(({ title }) => title)).toContain('Sleep diary')
  })

  it('leads from a completed task to its answers whoever owns it and nobody else, and from a cancelled one nobody', async () => {
    const here = await testDomain()
    const { resources, clock } = here.domain
    const becomes = async (id: string, status: string) => {
      const parsed = { ...JSON.parse((await resources.readCurrent('Task', id))?.body ?? '{}'), status }
      await resources.write([{ type: 'Task', id, text: JSON.stringify(parsed), parsed }], clock())
    }
    const owner = await browserOf(here, 'Patient/marijke-jansen')
    const practitioner = await browserOf(here, 'Practitioner/daan-visser')
    const withAnswers = async (agent: typeof owner, query = '') => {
      const page = await agent.get(`${PORTAL}/portal/api/tasks${query}`)
      return (JSON.parse(page.text) as PortalTasks).items.filter(({ answers }) => answers).map(({ title }) => title)
    }
    const open = async (agent: typeof owner, task: string) =>
      (await agent.post(`${PORTAL}/portal/launch`, { task })).status
    expect(await withAnswers(owner)).toEqual([])
    await becomes('sleep-diary-week-1', 'completed')
    await becomes('sleep-diary-week-2', 'cancelled')
    await becomes('review-sleep-diary', 'completed')
    expect([await withAnswers(owner), await withAnswers(practitioner, '?patient=marijke-jansen')]).toEqual([[], []])
    expect(await open(owner, 'sleep-diary-week-1'), 'nobody answered in the app').toBe(409)
    const given = { app: 'demo-app', task: 'Task/sleep-diary-week-1', person: 'Patient/marijke-jansen' }
    const kept = { ...given, patient: 'Patient/marijke-jansen', answers: [1, 1, 1], expiresAt: clock() + 60_000 }
    await here.domain.storage.answers.keep(kept, clock())
    await here.domain.storage.answers.finish(given, clock())
    expect(await withAnswers(owner)).toEqual(['Sleep diary: week 1'])
    expect(await withAnswers(practitioner, '?patient=marijke-jansen')).toEqual([
      'Review the sleep diary with your patient',
    ])
    const reviewOf = async (agent: typeof owner, query = '') => {
      const { items } = JSON.parse((await agent.get(`${PORTAL}/portal/api/tasks${query}`)).text) as PortalTasks
      return new Map(items.map(({ reference, review }) => [reference, review]))
    }
    const reviews = await reviewOf(practitioner, '?patient=marijke-jansen')
    expect(reviews.get('Task/sleep-diary-week-1'), 'a review of their own leads there').toBe('Task/review-sleep-diary')
    expect(reviews.get('Task/sleep-diary-week-2'), 'not answered').toBeUndefined()
    expect((await reviewOf(owner)).get('Task/sleep-diary-week-1')).toBeUndefined()
    await becomes('review-sleep-diary', 'cancelled')
    const none = await reviewOf(practitioner, '?patient=marijke-jansen')
    expect(none.get('Task/sleep-diary-week-1'), 'without one nothing does').toBeNull()
    await becomes('review-sleep-diary', 'completed')
    expect([await open(owner, 'sleep-diary-week-1'), await open(owner, 'sleep-diary-week-2')]).toEqual([200, 409])
    expect(await open(practitioner, 'sleep-diary-week-1')).toBe(409)
    expect(await open(practitioner, 'review-sleep-diary')).toBe(200)
  })

  it('says of an open task where its launch goes, and of an ended one nothing', async () => {
    const here = await ward()
    await here.app('PATCH', 'Task/sleep-diary-week-1', [{ op: 'replace', path: '/status', value: 'completed' }], {
      'if-match': 'W/"1"',
    })
    const opens = { clientId: 'demo-app', launchUrl: `${PORTAL}/launch` }
    const byTask = new Map((await here.tasks(MARIJKE)).map((task) => [task.reference, task.opens]))
    expect(byTask).toEqual(
      new Map([
        ['Task/sleep-diary-week-2', opens],
        ['Task/sleep-diary-week-1', undefined],
      ]),
    )
    const work = (await (await here.get(DAAN, '/portal/api/work')).json()) as PortalWork
    expect(work.own.find(({ reference }) => reference === 'Task/review-sleep-diary')?.opens).toEqual(opens)
  })

  it('says of a task whose app was disabled in the console that its app is not in use', async () => {
    const here = await ward()
    await here.domain.registry.setClientStatus('demo-app', 'disabled')
    const reasons = (await here.tasks(MARIJKE)).map(({ reason }) => reason)
    expect(new Set(reasons)).toEqual(new Set(['no_app']))
  })

  it('says when a task ended, and of an open one nothing', async () => {
    const here = await ward()
    here.advance(60_000)
    await here.app('PATCH', 'Task/sleep-diary-week-1', [{ op: 'replace', path: '/status', value: 'completed' }], {
      'if-match': 'W/"1"',
    })
    const at = new Date(here.now()).toISOString().replace('Z', '+00:00')
    const tasks = await here.tasks(MARIJKE)
    expect(tasks.find(({ reference }) => reference === 'Task/sleep-diary-week-1')?.endedAt).toBe(at)
    expect(tasks.filter(({ endedAt }) => endedAt !== undefined)).toHaveLength(1)
  })

  it('RBT-15 answers 404 to a related person without a patient, whether the task exists or not', async () => {
    const here = await testDomain()
    const { resources, clock } = here.domain
    const { patient: _, ...parsed } = JSON.parse(
      (await resources.readCurrent('RelatedPerson', 'els-jansen'))?.body ?? '{}',
    )
    await resources.write([{ type: 'RelatedPerson', id: parsed.id, text: JSON.stringify(parsed), parsed }], clock())
    const agent = await browserOf(here, 'RelatedPerson/els-jansen')
    const open = (task: string) => agent.post(`${PORTAL}/portal/launch`, { task })
    expect([(await open('help-with-sleep-diary')).status, (await open('unknown')).status]).toEqual([404, 404])
  })
})
