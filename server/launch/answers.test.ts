import { describe, expect, it } from 'vitest'
import type { ShownAnswers } from '#lib/api/answers.ts'
import { DAY } from '#lib/clock.ts'
import { withDutch } from '#lib/fhir/translation.ts'
import { APP, type ReceivingApp, receivingApp, type Tab } from '#server/testing/receiving-app.ts'

const ANNA = 'Patient/1'
const BRAM = 'Patient/2'
const DAAN = 'Practitioner/daan'
const ELS = 'RelatedPerson/els'

interface Opening {
  readonly as: string
  readonly task: string
  /** Whom the token response names as the patient. */
  readonly patient?: string
}

/** A task of the other domain's record. */
const task = ({ domain }: ReceivingApp, reference: string, owner: string, subject: string, more: object = {}) =>
  domain.resources.set(reference, {
    ...more,
    resourceType: 'Task',
    id: reference.slice('Task/'.length),
    status: 'ready',
    owner: { reference: owner },
    for: { reference: subject },
  })

/** Opens a task in a browser of its own. */
async function opened(here: ReceivingApp, { as, task, patient }: Opening) {
  const { app, domain } = here
  domain.idToken = { claims: { sub: as, fhirUser: `${domain.iss}/${as}` } }
  domain.context['task'] = task
  domain.context['patient'] = patient
  const tab = here.newTab()
  const session = await tab.launchAndLogIn()
  if (session.status !== 'open') throw new Error('no launch')
  domain.onWrite = () =>
    new Response('{"resourceType":"Task"}', { headers: { 'content-type': 'application/fhir+json' } })
  const post = (handler: keyof Pick<typeof app, 'answers' | 'task'>, body: object, headers = SAME_SITE) =>
    tab.send(app[handler], `/launch/api/${handler}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return {
    tab,
    keep: (answers: readonly number[], headers?: typeof SAME_SITE) =>
      post('answers', { session: session.id, answers }, headers),
    complete: () => post('task', { session: session.id, version: '1', from: 'in-progress', to: 'completed' }),
    shown: () => shown(here, tab),
  }
}

const SAME_SITE = { origin: APP, 'content-type': 'application/json' }

const shown = async ({ app }: ReceivingApp, tab: Tab) =>
  (await (await tab.send(app.answers, '/launch/api/answers')).json()) as ShownAnswers

/** Anna completes a task with answers. */
async function answeredByAnna(here: ReceivingApp, reference = 'Task/7', answers: readonly number[] = [3, 2, 1]) {
  task(here, reference, ANNA, ANNA)
  const anna = await opened(here, { as: ANNA, task: reference })
  expect((await anna.keep(answers)).status).toBe(200)
  expect((await anna.complete()).status).toBe(200)
  return anna
}

describe('the answers to a task', () => {
  it('are kept while the person answers, and shown when the task is opened again', async () => {
    const here = await receivingApp()
    const first = await opened(here, { as: ANNA, task: 'Task/7' })
    expect(await first.shown()).toEqual({ about: [] })
    await first.keep([3])
    await first.keep([3, 2])
    const again = await opened(here, { as: ANNA, task: 'Task/7' })
    expect(await again.shown()).toEqual({ own: { task: 'Task/7', person: ANNA, answers: [3, 2] }, about: [] })
  })

  it('are final when the task is completed', async () => {
    const here = await receivingApp()
    const anna = await answeredByAnna(here)
    expect((await anna.keep([0, 0, 0])).status).toBe(200)
    const done = { task: 'Task/7', person: ANNA, answers: [3, 2, 1], doneAt: '2026-11-20T10:00:00.000Z' }
    expect(await anna.shown()).toEqual({ own: done, about: [done] })
  })

  it('stay a draft when the FHIR base refuses to complete the task', async () => {
    const here = await receivingApp()
    const anna = await opened(here, { as: ANNA, task: 'Task/7' })
    await anna.keep([3, 2, 1])
    here.domain.onWrite = () => new Response('{}', { status: 412, headers: { 'content-type': 'application/json' } })
    expect((await anna.complete()).status).toBe(412)
    expect((await anna.shown()).own).not.toHaveProperty('doneAt')
    await anna.keep([])
    expect(await anna.shown(), 'an empty draft is none').toEqual({ about: [] })
  })

  it('are removed a year after they were given', async () => {
    const here = await receivingApp()
    await answeredByAnna(here)
    here.advance(365 * DAY)
    expect(await (await opened(here, { as: ANNA, task: 'Task/7' })).shown()).toEqual({ about: [] })
  })
})

describe('who sees the answers', () => {
  it('a practitioner who reviews sees those of completed tasks about the patient of the task', async () => {
    const here = await receivingApp()
    await answeredByAnna(here)
    const draft = await opened(here, { as: ANNA, task: 'Task/9' })
    await draft.keep([0])
    task(here, 'Task/8', DAAN, ANNA)
    const daan = await opened(here, { as: DAAN, task: 'Task/8', patient: ANNA })
    const { own, about } = await daan.shown()
    expect(own).toBeUndefined()
    expect(about).toEqual([{ task: 'Task/7', person: ANNA, answers: [3, 2, 1], doneAt: '2026-11-20T10:00:00.000Z' }])
  })

  it('a practitioner who looks at a task of somebody else learns whose it is and how far it is, and no answer', async () => {
    const here = await receivingApp()
    task(here, 'Task/9', ELS, ANNA, { status: 'in-progress' })
    here.domain.resources.set(ELS, { resourceType: 'RelatedPerson', id: 'els', name: [{ text: 'Els' }] })
    const els = await opened(here, { as: ELS, task: 'Task/9', patient: ANNA })
    const daan = await opened(here, { as: DAAN, task: 'Task/9', patient: ANNA })
    expect(await daan.shown()).toEqual({ about: [], other: { person: ELS, name: 'Els', answered: 0 } })
    await els.keep([3, 2])
    expect(await daan.shown()).toEqual({ about: [], other: { person: ELS, name: 'Els', answered: 2 } })
    const another = await opened(here, { as: DAAN, task: 'Task/9', patient: BRAM })
    expect(await another.shown(), 'the launch names another patient').toEqual({ about: [] })
  })

  it('are called by the tasks that were done, in the language of the practitioner', async () => {
    const here = await receivingApp()
    await answeredByAnna(here)
    await answeredByAnna(here, 'Task/9')
    task(here, 'Task/7', ANNA, ANNA, withDutch('description', 'Sleep diary: week 1', 'Slaapdagboek: week 1'))
    here.domain.resources.delete('Task/9')
    task(here, 'Task/8', DAAN, ANNA, { description: 'Review' })
    const daan = await opened(here, { as: DAAN, task: 'Task/8', patient: ANNA })
    const titles = async (language: string) => {
      const headers = { 'accept-language': language }
      const answer = await daan.tab.send(here.app.answers, '/launch/api/answers', { headers })
      return ((await answer.json()) as ShownAnswers).about.map((one) => [one.task, one.title])
    }
    expect(await titles('nl')).toEqual(expect.arrayContaining([['Task/7', 'Slaapdagboek: week 1']]))
    expect(await titles('en')).toEqual(
      expect.arrayContaining([
        ['Task/7', 'Sleep diary: week 1'],
        ['Task/9', undefined],
      ]),
    )
  })

  it.each([
    ['is about another patient', DAAN, BRAM],
    ['is somebody else’s', 'Practitioner/other', ANNA],
    ['is the patient’s own', ANNA, ANNA],
  ])(
    'LTK-11 a practitioner sees none when the task %s, whatever patient the launch names',
    async (_, owner, subject) => {
      const here = await receivingApp()
      await answeredByAnna(here)
      task(here, 'Task/8', owner, subject)
      const daan = await opened(here, { as: DAAN, task: 'Task/8', patient: ANNA })
      expect((await daan.shown()).about).toEqual([])
    },
  )

  it('a practitioner sees none without a patient in the launch, and none when the task cannot be read', async () => {
    const here = await receivingApp()
    await answeredByAnna(here)
    task(here, 'Task/8', DAAN, ANNA)
    expect(await (await opened(here, { as: DAAN, task: 'Task/8' })).shown()).toEqual({ about: [] })
    expect(await (await opened(here, { as: DAAN, task: 'Task/gone', patient: ANNA })).shown()).toEqual({ about: [] })
  })

  it('a patient never sees another patient’s, not even for the same task', async () => {
    const here = await receivingApp()
    await answeredByAnna(here)
    expect(await (await opened(here, { as: BRAM, task: 'Task/7' })).shown()).toEqual({ about: [] })
    const bram = await opened(here, { as: BRAM, task: 'Task/7', patient: ANNA })
    expect(await bram.shown()).toEqual({ about: [] })
    expect((await bram.keep([1])).status, 'nor answers in her place').toBe(403)
  })

  it('a related person sees their own about the patient, and not the patient’s', async () => {
    const here = await receivingApp()
    await answeredByAnna(here)
    const els = await opened(here, { as: ELS, task: 'Task/10', patient: ANNA })
    await els.keep([1, 1, 1])
    await els.complete()
    expect((await els.shown()).about.map(({ person }) => person)).toEqual([ELS])
    const anna = await opened(here, { as: ANNA, task: 'Task/7' })
    expect((await anna.shown()).about.map(({ person }) => person)).toEqual([ANNA])
  })

  it('nobody does without a launch', async () => {
    const here = await receivingApp()
    await answeredByAnna(here)
    expect((await here.newTab().send(here.app.answers, '/launch/api/answers')).status).toBe(401)
  })
})

describe('who gives answers', () => {
  it('a practitioner does not, and another site cannot', async () => {
    const here = await receivingApp()
    task(here, 'Task/8', DAAN, ANNA)
    const daan = await opened(here, { as: DAAN, task: 'Task/8', patient: ANNA })
    expect((await daan.keep([1])).status).toBe(403)
    const anna = await opened(here, { as: ANNA, task: 'Task/7' })
    expect((await anna.keep([1], { ...SAME_SITE, origin: 'https://evil.example' })).status).toBe(403)
    expect(await anna.shown()).toEqual({ about: [] })
  })

  it.each([
    ['no list', { answers: 3 }],
    ['no whole number', { answers: [0.5] }],
    ['a number below zero', { answers: [-1] }],
    ['more than any questionnaire asks', { answers: Array(51).fill(1) }],
    ['a task of one’s own choice', { answers: [1], task: 'Task/8' }],
    ['a person of one’s own choice', { answers: [1], person: BRAM }],
  ])('are refused: %s', async (_, body) => {
    const here = await receivingApp()
    const { tab } = await opened(here, { as: ANNA, task: 'Task/7' })
    const session = await tab.session()
    if (session.status !== 'open') throw new Error('no launch')
    const init = { method: 'POST', headers: SAME_SITE, body: JSON.stringify({ session: session.id, ...body }) }
    expect((await tab.send(here.app.answers, '/launch/api/answers', init)).status).toBe(400)
    expect(await shown(here, tab)).toEqual({ about: [] })
  })
})
