import { describe, expect, it } from 'vitest'
import { searchFields } from './search-fields.ts'

const codesOf = (type: string, name: string) => searchFields(type).find((field) => field.name === name)?.codes

describe('the fields to search a type by', () => {
  it('are its search parameters, those of every type among them', () => {
    const fields = searchFields('Task')
    expect(fields).toContainEqual({ name: '_id', type: 'token' })
    expect(fields).toContainEqual({ name: 'owner', type: 'reference' })
    expect(fields).toContainEqual({ name: 'identifier', type: 'token' })
  })

  it('offer the codes of an element that has a fixed list of them (FHIR R4 terminologies.html, required)', () => {
    expect(codesOf('Task', 'status')).toContain('in-progress')
    expect(codesOf('Task', 'intent')).toEqual(expect.arrayContaining(['order', 'plan']))
    expect(codesOf('Patient', 'gender')).toEqual(['male', 'female', 'other', 'unknown'])
    expect(codesOf('Patient', 'active')).toEqual(['true', 'false'])
  })

  it('are text where a list is long, elsewhere or not fixed', () => {
    expect(codesOf('Task', 'code')).toBeUndefined()
    expect(codesOf('Patient', 'language')).toBeUndefined()
    expect(codesOf('Device', 'type')).toBeUndefined()
  })
})
