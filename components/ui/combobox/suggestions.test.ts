import { describe, expect, it } from 'vitest'
import { matching, meant, nameOf, type Suggestion, valueNamed } from './suggestions.ts'

const PEOPLE: readonly Suggestion[] = [
  ['Patient/marijke-jansen', 'Marijke Jansen'],
  ['Patient/bram', 'Bram de Boer'],
  ['order', ''],
]

describe('suggestions', () => {
  it('are all shown when nothing was typed', () => {
    expect(matching(PEOPLE, '')).toEqual(PEOPLE)
  })

  it.each([
    ['jan', ['Patient/marijke-jansen']],
    ['boer BRAM', ['Patient/bram']],
    ['patient/', ['Patient/marijke-jansen', 'Patient/bram']],
    ['ord', ['order']],
    ['nobody', []],
  ])('are found by value and name: %s', (typed, values) => {
    expect(matching(PEOPLE, typed).map(([value]) => value)).toEqual(values)
  })

  it('have a name to show, and a name stands for its value where only one has it', () => {
    const twins: readonly Suggestion[] = [...PEOPLE, ['Task/1', 'Diary'], ['Task/2', 'Diary']]
    expect(['Patient/bram', 'order', 'Patient/x'].map((value) => nameOf(twins, value))).toEqual([
      'Bram de Boer',
      'order',
      'Patient/x',
    ])
    expect(['Bram de Boer', 'Diary', 'Task/2', ''].map((typed) => valueNamed(twins, typed))).toEqual([
      'Patient/bram',
      'Diary',
      'Task/2',
      '',
    ])
  })

  const DAUGHTER: Suggestion = ['RelatedPerson/daughter-of-marijke', '']
  it.each([
    ['marij', 'Patient/marijke-jansen'],
    ['daughter', 'RelatedPerson/daughter-of-marijke'],
    ['patient/bram', 'Patient/bram'],
    ['patient/', undefined],
    ['nobody', undefined],
  ])('are chosen by what only one has, a name before an id: %s', (typed, value) => {
    expect(meant([...PEOPLE, DAUGHTER], typed)).toBe(value)
  })
})
