// What a practitioner sees first, from the domain's own FHIR API.
import { describe, expect, it } from 'vitest'
import type { PortalWork } from '#lib/api/portal.ts'
import { eventsOf } from '../testing/audit.ts'
import { DAAN, ELS, type Json, MARIJKE, NOBODY, type Ward, ward } from './testing/ward.ts'

const WORK = '/portal/api/work'

const COMPLETED = [{ op: 'replace', path: '/status', value: 'completed' }]
const FIRST = { 'if-match': 'W/"1"' }

const workOf = async ({ get }: Ward, query = ''): Promise<PortalWork> =>
  (await (await get(DAAN, `${WORK}${query}`)).json()) as PortalWork

describe('what a practitioner sees first', () => {
  it('is their own open tasks, with the patient whom each is about and whether it can be opened', async () => {
    const here = await ward()
    const { own, hasMoreOwn } = await workOf(here)
    expect(
      own.map(({ reference, patient, patientName, owner, status, launchable, until }) => ({
        ...{ reference, patient, patientName, owner, status, launchable, until },
      })),
    ).toEqual([
      {
        reference: 'Task/review-energy-check-bram',
        patient: 'Patient/bram-de-boer',
        patientName: 'Bram de Boer',
        owner: 'Daan Visser',
        status: 'ready',
        launchable: true,
        until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
      {
        reference: 'Task/review-sleep-diary',
        patient: MARIJKE,
        patientName: 'Marijke Jansen',
        owner: 'Daan Visser',
        status: 'ready',
        launchable: true,
        until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ])
    expect(hasMoreOwn).toBe(false)
    await here.app('PATCH', 'Task/review-sleep-diary', COMPLETED, FIRST)
    expect((await workOf(here)).own.map(({ reference }) => reference)).toEqual(['Task/review-energy-check-bram'])
  })

  it('has each task once: what is listed as own is not below the patient again', async () => {
    const { own, patients } = await workOf(await ward())
    const references = [...own, ...patients.flatMap(({ tasks }) => tasks)].map(({ reference }) => reference)
    expect(references).toContain('Task/review-sleep-diary')
    expect(references).toEqual([...new Set(references)])
  })

  it('tells patients of the same name apart by their birth date', async () => {
    const { own, patients } = await workOf(await ward())
    expect(own.find(({ patient }) => patient === MARIJKE)?.birthDate).toBe('1986-04-12')
    expect(patients.find(({ reference }) => reference === MARIJKE)?.birthDate).toBe('1986-04-12')
  })

  it('shows the newest own tasks, and says when there are more', async () => {
    const here = await ward()
    for (let count = 0; count < 9; count += 1)
      await here.post(DAAN, '/portal/api/tasks/give', { ...(await here.giving()), owner: DAAN })
    const { own, hasMoreOwn } = await workOf(here)
    expect([own.length, hasMoreOwn]).toEqual([8, true])
    expect(own.map(({ reference }) => reference)).not.toContain('Task/review-sleep-diary')
  })

  it('is then the patients who have tasks, whose open task changed last first, with owner, status and last day', async () => {
    const here = await ward()
    here.advance(1000)
    await here.app('PATCH', 'Task/sleep-diary-bram', [{ op: 'replace', path: '/description', value: 'Longer' }], FIRST)
    const { patients } = await workOf(here)
    expect(patients.map(({ name }) => name)).toEqual(['Bram de Boer', 'Marijke Jansen'])
    expect(patients[0]?.tasks[0]).toMatchObject({
      reference: 'Task/sleep-diary-bram',
      owner: 'Bram de Boer',
      title: 'Longer',
      until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      changed: new Date(here.now()).toISOString().replace('Z', '+00:00'),
    })
    expect(patients[1]?.tasks.find(({ reference }) => reference === 'Task/help-with-sleep-diary')?.owner).toBe(
      'Els Jansen',
    )
  })

  it('has open tasks before ended ones, however new, and last who has ended ones alone', async () => {
    const here = await ward()
    const before = (await workOf(here)).patients.find(({ name }) => name === 'Bram de Boer')
    here.advance(1000)
    await here.app('PATCH', 'Task/sleep-diary-week-1', COMPLETED, FIRST)
    here.advance(1000)
    for (const { reference } of before?.tasks ?? []) await here.app('PATCH', reference, COMPLETED, FIRST)
    const { patients } = await workOf(here)
    expect(patients.map(({ name }) => name)).toEqual(['Marijke Jansen', 'Bram de Boer'])
    expect(patients[0]?.tasks.at(-1)).toMatchObject({ reference: 'Task/sleep-diary-week-1', status: 'completed' })
    expect(patients[1]?.tasks.map(({ status }) => status)).toEqual(before?.tasks.map(() => 'completed'))
  })

  it('has pages of twenty tasks, forth and back, and counts nothing', async () => {
    const here = await ward()
    for (let count = 0; count < 25; count += 1) await here.post(DAAN, '/portal/api/tasks/give', await here.giving())
    const tasksOf = ({ patients }: PortalWork) =>
      patients.flatMap(({ tasks }) => tasks.map(({ reference }) => reference))
    const first = await workOf(here)
    const second = await workOf(here, `?${new URLSearchParams({ next: first.next ?? '' })}`)
    expect(tasksOf(first)).toHaveLength(20)
    expect(new Set([...tasksOf(first), ...tasksOf(second)]).size).toBe(30)
    const back = await workOf(here, `?${new URLSearchParams({ next: second.previous ?? '' })}`)
    expect(tasksOf(back)).toEqual(tasksOf(first))
    expect(first).not.toHaveProperty('total')
  })

  it('has every open task before the ended ones, over all pages, and goes back over where they meet', async () => {
    const here = await ward()
    for (let count = 0; count < 45; count += 1) await here.post(DAAN, '/portal/api/tasks/give', await here.giving())
    here.advance(1000)
    const given = (await here.tasks(MARIJKE)).filter(({ title }) => title === 'Sleep diary').slice(0, 25)
    for (const { reference } of given) await here.app('PATCH', reference, COMPLETED, FIRST)
    const pages = [await workOf(here)]
    for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next)
      pages.push(await workOf(here, `?${new URLSearchParams({ next })}`))
    const endedOn = ({ patients }: PortalWork) => {
      const all = patients.flatMap(({ tasks }) => tasks)
      return [all.length, all.filter(({ status }) => status === 'completed').length]
    }
    expect(pages.map(endedOn)).toEqual([
      [20, 0],
      [25, 20],
      [5, 5],
    ])
    for (const at of [2, 1]) {
      const back = await workOf(here, `?${new URLSearchParams({ next: pages[at]?.previous ?? '' })}`)
      expect(back.patients, `back from page ${at + 1}`).toEqual(pages[at - 1]?.patients)
    }
  })

  it('asks the FHIR API for one page of tasks, own tasks, and each type of person once, whoever is on the page', async () => {
    const here = await ward()
    const reads = async () => {
      const before = (await eventsOf(here.domain)).length
      await workOf(here)
      return (await eventsOf(here.domain)).length - before
    }
    await reads()
    const few = await reads()
    for (let count = 0; count < 25; count += 1) await here.post(DAAN, '/portal/api/tasks/give', await here.giving())
    expect(await reads()).toBeLessThanOrEqual(few)
  })

  it.each([
    [MARIJKE, 403],
    [ELS, 403],
    [NOBODY, 401],
  ])('is refused to %s', async (person, status) => {
    expect((await (await ward()).get(person, WORK)).status).toBe(status)
  })

  it('refuses a page elsewhere', async () => {
    const { get } = await ward()
    expect((await get(DAAN, `${WORK}?next=https%3A%2F%2Fevil.example%2F`)).status).toBe(400)
    expect((await get(DAAN, `${WORK}?next=a&next=b`)).status).toBe(400)
  })
})

describe('what is said with a task', () => {
  const GIVE = '/portal/api/tasks/give'
  const MESSAGE = 'Shall we look at it together\non Friday?'

  it('is shown with the task to the practitioner and its owner, and whose words they are', async () => {
    const here = await ward()
    const { reference } = (await (
      await here.post(DAAN, GIVE, { ...(await here.giving()), message: MESSAGE })
    ).json()) as Json
    for (const person of [DAAN, MARIJKE])
      expect((await here.tasks(person)).find((task) => task.reference === reference)).toMatchObject({
        message: MESSAGE,
        messageBy: 'Daan Visser',
        givenBy: 'Daan Visser',
      })
    expect((await here.tasks(MARIJKE)).filter(({ message }) => message !== undefined)).toHaveLength(1)
    expect(JSON.stringify(await here.tasks(ELS))).not.toContain('Friday')
  })

  it('is in no record: the profile of a Koppeltaal Task has no place for it, and no app gets it', async () => {
    const here = await ward()
    const { reference } = (await (
      await here.post(DAAN, GIVE, { ...(await here.giving()), message: MESSAGE })
    ).json()) as Json
    expect(await (await here.app('GET', String(reference))).text()).not.toContain('Friday')
  })

  it('is the last of what the same practitioner sent, and nobody else changes it', async () => {
    const here = await ward()
    const form = await here.giving()
    await here.post(DAAN, GIVE, { ...form, message: 'first' })
    expect((await here.post(DAAN, GIVE, { ...form, message: 'second' })).status).toBe(200)
    const shown = async () => (await here.tasks(MARIJKE)).flatMap(({ message }) => message ?? [])
    expect(await shown()).toEqual(['second'])
    const { messages } = here.domain.storage
    const other = { key: form.key, author: 'Practitioner/other', text: 'third', expiresAt: here.now() + 1000 }
    expect(await messages.keep(other, here.now())).toBe(false)
    expect(await shown()).toEqual(['second'])
  })

  it('is not kept where the task was refused', async () => {
    const here = await ward()
    const form = { ...(await here.giving()), owner: 'Patient/bram-de-boer', message: MESSAGE }
    expect((await here.post(DAAN, GIVE, form)).status).toBe(422)
    expect((await here.domain.storage.messages.find([form.key], here.now())).size).toBe(0)
  })

  it('is forgotten after a year', async () => {
    const here = await ward()
    const form = await here.giving()
    await here.post(DAAN, GIVE, { ...form, message: MESSAGE })
    const { messages, purge } = here.domain.storage
    const later = here.now() + 366 * 24 * 60 * 60 * 1000
    expect((await messages.find([form.key], later)).size).toBe(0)
    await purge(later)
    expect((await messages.find([form.key], here.now())).size).toBe(0)
  })

  it.each(['', '   ', 'x'.repeat(501), 7])('refuses a message of nothing or too much: %s', async (message) => {
    const here = await ward()
    expect((await here.post(DAAN, GIVE, { ...(await here.giving()), message })).status).toBe(400)
  })
})
