import { describe, expect, it } from 'vitest'
import { allSteps } from '../../async/steps.ts'
import { readResource } from './read-resource.ts'
import { findingWholeNumbers } from './whole-numbers.ts'

const problemsIn = (text: string) => allSteps(findingWholeNumbers(text, readResource(text).parsed))

const patient = (members: string): string => `{"resourceType":"Patient",${members}}`

describe('integers by their notation', () => {
  it.each(['1.0', '1e0', '1E+2', '-1.0', '-0', '10e-1'])('are refused when written %s', (written) => {
    const [problem, ...more] = problemsIn(patient(`"multipleBirthInteger":${written}`))
    expect(problem).toMatchObject({ status: 400, code: 'value', expression: 'Patient.multipleBirth' })
    expect(problem?.diagnostics).toContain(`written ${written}.`)
    expect(more).toEqual([])
  })

  it.each(['0', '1', '-1', '2147483647'])('are accepted when written %s', (written) => {
    expect(problemsIn(patient(`"multipleBirthInteger":${written}`))).toEqual([])
  })

  it('are checked at every depth, and decimals are not', () => {
    const text = patient(
      [
        '"extension":[{"url":"http://example.org/a","valueDecimal":1.0},{"url":"http://example.org/b","valuePositiveInt": 2.0}]',
        '"contained":[{"resourceType":"Patient","id":"c","photo":[{"size":3e0}]}]',
        '"telecom":[{"rank":1},{"rank":-0}]',
        '"name":[{"text":"[1.0,"}]',
      ].join(),
    )
    expect(problemsIn(text).map(({ expression }) => expression)).toEqual([
      'Patient.extension[1].value',
      'Patient.contained[0].photo[0].size',
      'Patient.telecom[1].rank',
    ])
  })

  it('are not checked where another rule refuses the value', () => {
    expect(problemsIn(patient('"multipleBirthInteger":1.5,"telecom":{"rank":1.0},"foo":1.0'))).toEqual([
      expect.objectContaining({ expression: 'Patient.telecom.rank' }),
    ])
  })
})
