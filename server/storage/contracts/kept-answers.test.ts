import { describe, expect, it } from 'vitest'
import { contractStorage } from '../testing/contract.ts'

const KEY = { app: 'diary', task: 'Task/1', person: 'Patient/anna' }
const draft = (answers: readonly number[], more = {}) => ({
  ...KEY,
  patient: 'Patient/anna',
  answers,
  expiresAt: 1000,
  ...more,
})

describe('the answers that the app keeps', () => {
  it('are a draft until the task is completed; the newest draft counts', async () => {
    const { answers } = await contractStorage()
    await answers.keep(draft([1]), 0)
    await answers.keep(draft([1, 2]), 0)
    expect(await answers.find(KEY, 0)).toEqual({ ...KEY, patient: 'Patient/anna', answers: [1, 2], doneAt: undefined })
    expect(await answers.about('diary', 'Patient/anna', 0)).toEqual([])
    await answers.finish(KEY, 500)
    expect(await answers.about('diary', 'Patient/anna', 600)).toEqual([
      { ...KEY, patient: 'Patient/anna', answers: [1, 2], doneAt: 500 },
    ])
  })

  it('stay as they are once the task is completed, whatever another tab sends', async () => {
    const { answers } = await contractStorage()
    await answers.keep(draft([1, 2]), 0)
    await answers.finish(KEY, 500)
    await answers.keep(draft([0]), 600)
    await answers.forget(KEY)
    await answers.finish(KEY, 700)
    expect(await answers.find(KEY, 700)).toMatchObject({ answers: [1, 2], doneAt: 500 })
  })

  it('are those of one person, one task and one app', async () => {
    const { answers } = await contractStorage()
    await answers.keep(draft([1]), 0)
    for (const other of [{ app: 'mood' }, { task: 'Task/2' }, { person: 'Patient/bram' }])
      expect(await answers.find({ ...KEY, ...other }, 0)).toBeUndefined()
    await answers.finish(KEY, 1)
    expect(await answers.about('mood', 'Patient/anna', 1)).toEqual([])
    expect(await answers.about('diary', 'Patient/bram', 1)).toEqual([])
  })

  it('are given newest first', async () => {
    const { answers } = await contractStorage()
    for (const n of [1, 2, 3]) {
      await answers.keep(draft([n], { task: `Task/${n}` }), 0)
      await answers.finish({ ...KEY, task: `Task/${n}` }, n * 10)
    }
    const found = await answers.about('diary', 'Patient/anna', 100)
    expect(found.map(({ task }) => task)).toEqual(['Task/3', 'Task/2', 'Task/1'])
  })

  it('are not given after their time, and removed', async () => {
    const storage = await contractStorage()
    const count = async () => (await storage.sql<{ n: number }>('SELECT count(*) AS n FROM kept_answers'))[0]?.n
    await storage.answers.keep(draft([1]), 0)
    await storage.answers.finish(KEY, 0)
    expect(await storage.answers.find(KEY, 1000)).toBeUndefined()
    expect(await storage.answers.about('diary', 'Patient/anna', 1000)).toEqual([])
    await storage.purge(1000)
    expect(await count()).toBe(0)
    await storage.answers.keep(draft([1]), 0)
    await storage.answers.keep(draft([1], { task: 'Task/2', expiresAt: 3000 }), 2000)
    expect(await count()).toBe(1)
  })

  it('about a patient are removed together, drafts too, and those about others stay', async () => {
    const { answers } = await contractStorage()
    const ofBram = { ...KEY, person: 'Patient/bram' }
    await answers.keep(draft([1]), 0)
    await answers.keep(draft([1], { task: 'Task/2', person: 'RelatedPerson/els' }), 0)
    await answers.keep(draft([1], { ...ofBram, patient: 'Patient/bram' }), 0)
    await answers.finish(KEY, 0)
    await answers.removeAbout(['Patient/anna'])
    expect(await answers.find(KEY, 0)).toBeUndefined()
    expect(await answers.find({ ...KEY, task: 'Task/2', person: 'RelatedPerson/els' }, 0)).toBeUndefined()
    expect(await answers.find(ofBram, 0)).toBeDefined()
  })
})
