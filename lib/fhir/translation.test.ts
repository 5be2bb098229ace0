import { describe, expect, it } from 'vitest'
import { inLanguage, withDutch } from './translation.ts'

const TASK = { resourceType: 'Task', ...withDutch('description', 'Sleep diary', 'Slaapdagboek'), status: 'ready' }

describe('the texts of a record in the language of a page', () => {
  it('are those of its translation, where there is one, and otherwise its own', () => {
    expect(inLanguage(TASK, 'nl')).toMatchObject({ description: 'Slaapdagboek', status: 'ready' })
    expect(inLanguage(TASK, 'en')).toBe(TASK)
    expect(inLanguage({ title: 'Diary' }, 'nl')).toEqual({ title: 'Diary' })
    const names = [{ ...withDutch('name', 'Sleep diary', 'Slaapdagboek'), type: 'user-friendly-name' }, null]
    expect(inLanguage({ deviceName: names }, 'nl').deviceName).toMatchObject([{ name: 'Slaapdagboek' }, null])
    expect(inLanguage({ deviceName: names }, 'en').deviceName).toBe(names)
  })

  it.each([null, 'x', [null], { extension: 'x' }, { extension: [null, { url: 'x' }, { url: 3, extension: [null] }] }])(
    'are its own where the translation is no translation: %j',
    (companion) => {
      const task = { description: 'Sleep diary', _description: companion }
      expect(inLanguage(task, 'nl')).toBe(task)
    },
  )
})
