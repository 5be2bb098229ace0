import { describe, expect, it } from 'vitest'
import { textProblems } from './text-problems.ts'

const PATIENT = `{
  "resourceType": "Patient",
  "id": "7",
  "gender": "female",
  "birthDate": "1990-05-17"
}`

const problems = (text: string) =>
  textProblems(text, { type: 'Patient', id: '7' }, 'declared').map(({ line, expression }) => [line, expression])

describe('the problems listed for a text in the editor', () => {
  it('are none for a valid resource', () => {
    expect(problems(PATIENT)).toEqual([])
  })

  it('CRE-13 are at the lines of their elements', () => {
    expect(problems(PATIENT.replace('1990-05-17', 'spring').replace('female', 'x'))).toEqual([
      [4, 'Patient.gender'],
      [5, 'Patient.birthDate'],
    ])
  })

  it('CRE-10 are at the line where the text stops being JSON', () => {
    expect(problems(PATIENT.replace('"female",', '"female"'))).toEqual([[5, '']])
  })

  it('CRE-11 CRE-12 include JSON that is no resource, and repeated members', () => {
    expect(problems('[]')).toEqual([[1, '']])
    expect(problems(PATIENT.replace('"birthDate"', '"gender"'))).toEqual([[4, 'Patient.gender']])
  })

  it('UPD-03 UPD-04 include another type or id than that of the address', () => {
    expect(problems(PATIENT.replace('"7"', '"8"'))).toEqual([[3, 'Patient.id']])
    expect(problems(PATIENT.replace('Patient', 'Practitioner'))).toEqual([[2, 'resourceType']])
  })
})
