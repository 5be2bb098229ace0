import { describe, expect, it } from 'vitest'
import { humanName } from '#lib/fhir/display-name.ts'
import { profileProblems } from '#lib/fhir/validation/koppeltaal.ts'
import { structureProblems } from '#lib/fhir/validation/structure.ts'
import { newPatient } from './signup-resources.ts'

const patientNamed = (name: string) =>
  newPatient(
    { id: '7', username: 'someone@example.org', name, birthDate: '1990-05-17', gender: 'male' },
    'http://localhost:3000',
  )

describe('the name of a new account', () => {
  it.each([
    ['Marijke Jansen', 'Jansen', ['Marijke']],
    ['Noor van den Berg', 'van den Berg', ['Noor']],
    ['Anna Maria de Boer', 'de Boer', ['Anna', 'Maria']],
  ])('is a family name and given names: %s', (name, family, given) => {
    expect(patientNamed(name).name).toEqual([{ use: 'official', text: name, family, given }])
  })

  it('of one word is the family name, and says that there is no given one', () => {
    const patient = patientNamed('Sukarno')
    expect(patient.name).toMatchObject([{ use: 'official', text: 'Sukarno', family: 'Sukarno', given: [null] }])
    expect(humanName(patient)).toBe('Sukarno')
    expect(structureProblems(patient)).toEqual([])
    const about = profileProblems(patient, { profiles: 'koppeltaal', lookup: () => undefined })
    expect(
      about.filter(({ expression }) => expression?.includes('name')),
      'the profile of Koppeltaal asks for both',
    ).toEqual([])
  })
})
