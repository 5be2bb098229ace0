import { describe, expect, it } from 'vitest'
import { personNarrative } from '#lib/fhir/person-narrative.ts'
import { narrativeFate } from './narrative-fate.ts'

const ANN = { resourceType: 'Patient', name: [{ given: ['Ann'], family: 'Bos' }], birthDate: '1986-04-12' }
const OURS = personNarrative('Ann Bos', '1986-04-12')
const fate = (before: object, after: object) => narrativeFate(JSON.stringify(before), JSON.stringify(after))

describe('the narrative of an edited record', () => {
  it('is left out, made anew or outdated when it was generated and the contents changed', () => {
    const born = { ...ANN, birthDate: '1986-04-13' }
    const before = { ...ANN, text: OURS }
    expect(fate(before, born)).toBe('dropped')
    expect(fate(before, { ...born, text: personNarrative('Ann Bos', '1986-04-13') })).toBe('remade')
    expect(fate(before, { ...born, text: OURS })).toBe('outdated')
    const elsewhere = { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">Ann</div>' }
    expect(fate({ ...ANN, text: elsewhere }, { ...born, text: elsewhere })).toBe('outdated')
  })

  it('is nothing to tell of when it still fits, when somebody wrote it, and when there was none', () => {
    const before = { ...ANN, text: OURS }
    const written = { ...OURS, status: 'additional' }
    expect(fate(before, before)).toBeUndefined()
    expect(fate(before, { ...before, gender: 'female' })).toBeUndefined()
    expect(
      fate(before, { ...before, birthDate: '1986', text: { status: 'additional', div: '<div>Ann</div>' } }),
    ).toBeUndefined()
    expect(fate({ ...ANN, text: written }, { ...ANN, gender: 'female', text: written })).toBeUndefined()
    expect(fate(ANN, { ...ANN, gender: 'female' })).toBeUndefined()
    expect(narrativeFate(JSON.stringify(before), '{')).toBeUndefined()
  })
})
