import { describe, expect, it } from 'vitest'
import { matching, type Suggestion } from './suggestions.ts'

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
})
