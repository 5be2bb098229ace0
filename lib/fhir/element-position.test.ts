import { describe, expect, it } from 'vitest'
import { indexOfElement, lineAt } from './element-position.ts'

const TEXT = `{
  "resourceType": "Patient",
  "name": [
    {
      "given": ["Ann", "Bo"],
      "period": { "start": "x" }
    }
  ],
  "birthDate": "1990",
  "_birthDate": {
    "extension": [
      {
        "url": "u",
        "valueString": 7
      }
    ]
  }
}`

describe('the line of an element', () => {
  it.each([
    ['Patient.name', 3],
    ['Patient.name[0]', 4],
    ['Patient.name[0].given[1]', 5],
    ['Patient.name[0].period.start', 6],
    ['Patient.birthDate', 9],
    ['Patient.birthDate.extension[0]', 12],
    ['Patient.birthDate.extension[0].value', 14],
    ['resourceType', 2],
    ['Patient', 1],
    ['', 1],
  ])('of %s is %i', (expression, line) => {
    expect(lineAt(TEXT, indexOfElement(TEXT, expression))).toBe(line)
  })

  it.each([
    ['Patient.name[0].family', 4],
    ['Patient.name[3]', 3],
    ['Patient.gender', 1],
    ['Patient.birthDate.foo', 9],
  ])('of a missing element is that of its nearest parent: %s at %i', (expression, line) => {
    expect(lineAt(TEXT, indexOfElement(TEXT, expression))).toBe(line)
  })
})
