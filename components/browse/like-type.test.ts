import { describe, expect, it } from 'vitest'
import { likeType } from './like-type.ts'

const NAMES = ['Patient', 'Practitioner', 'Task', 'Observation', 'Questionnaire', 'QuestionnaireResponse']

describe('the names that somebody may have meant', () => {
  it.each([
    ['patients', ['Patient']],
    ['task', ['Task']],
    ['Observatoin', ['Observation']],
    ['question', ['Questionnaire', 'QuestionnaireResponse']],
    ['Patient', []],
    ['Spaceship', []],
    ['x', []],
    ['', []],
  ])('%s: %j', (typed, meant) => {
    expect(likeType(typed, NAMES)).toEqual(meant)
  })
})
