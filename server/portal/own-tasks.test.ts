import { describe, expect, it } from 'vitest'
import type { PortalTasks } from '#lib/api/portal.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'
import { signInAs } from '../testing/portal-cookie.ts'

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

  it('names the patient to everybody but the patient herself', async () => {
    const domain = await testDomain()
    const nameFor = async (person: string, query = '') => {
      const page = await (await browserOf(domain, person)).get(`${PORTAL}/portal/api/tasks${query}`)
      return (JSON.parse(page.text) as PortalTasks).patientName
    }
    expect(await nameFor('RelatedPerson/els-jansen')).toBe('Marijke Jansen')
    expect(await nameFor('Practitioner/daan-visser', '?patient=marijke-jansen')).toBe('Marijke Jansen')
    expect(await nameFor('Patient/marijke-jansen')).toBeUndefined()
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
