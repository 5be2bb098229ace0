import { describe, expect, it } from 'vitest'
import { outcomeText } from './operation-outcome.ts'

describe('an OperationOutcome', () => {
  it('ERR-01 escapes characters of a request that a FHIR string cannot have', () => {
    const text = outcomeText({
      code: 'invalid',
      text: 'x',
      diagnostics: 'a\u2028b\u0000c\ud800d\u00a0e é 😀\n',
      at: 'Patient.\u0085',
    })
    const { issue } = JSON.parse(text)
    expect(issue[0]).toMatchObject({
      diagnostics: `${String.raw`a\u2028b\u0000c\ud800d\u00a0e é 😀`}\n`,
      location: [String.raw`Patient.\u0085`],
      expression: [String.raw`Patient.\u0085`],
    })
  })
})
