import { describe, expect, it } from 'vitest'
import { parseParams } from '#lib/http/params.ts'
import { parseSearch } from './search-query.ts'

const conditionsOf = (query: string, type = 'Patient') =>
  parseSearch(parseParams(query), {
    type,
    visibility: 'all',
    strict: true,
    baseUrl: 'http://x',
    now: Date.UTC(2026, 3, 1),
  }).search.conditions

describe('conditions of a search', () => {
  it.each([
    ['equal ones', Array(50).fill('gender=male').join('&'), 'gender=male'],
    ['a later beginning', 'birthdate=gt2010&birthdate=gt2012', 'birthdate=gt2012'],
    ['a longer beginning of a name', 'family=jan&family=jansen', 'family=jansen'],
    ['a longer list', 'gender=male,female&gender=male', 'gender=male'],
    ['any system', 'identifier=7&identifier=http://a|7', 'identifier=http://a|7'],
  ])('FBO-03 implied by others are left out: %s', (_, query, same) => {
    expect(conditionsOf(query)).toEqual(conditionsOf(same))
    expect(conditionsOf(query.split('&').reverse().join('&'))).toEqual(conditionsOf(same))
  })

  it('FBO-03 equal ones are found among more than are compared with each other', () => {
    const list = (system: string) => Array.from({ length: 100 }, (_, n) => `${system}|${n}`).join(',')
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((system) => `identifier=${list(system)}`).join('&')
    expect(conditionsOf(`${all}&${all}`)).toEqual(conditionsOf(all))
  })

  it.each([
    'gender=male&gender=female',
    'birthdate=gt2010&birthdate=lt2012',
    'identifier=http://a|7&identifier=http://b|7',
    'family=jansen&given=jansen',
    'family=jan&family=piet',
  ])('FBO-03 that ask for something else each are kept: %s', (query) => {
    expect(conditionsOf(query)).toHaveLength(2)
  })
})
