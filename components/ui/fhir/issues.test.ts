import { describe, expect, it } from 'vitest'
import { issuesOf, traceOf } from './issues.ts'

const outcome = (...issue: readonly object[]) => ({ resourceType: 'OperationOutcome', issue })

describe('the issues of a refusal', () => {
  it('are shown with their elements, and without the id of the trace, which is a link', () => {
    const refusal = outcome(
      {
        severity: 'error',
        code: 'value',
        expression: ['Patient.birthDate'],
        details: { text: 'A value is not valid' },
        diagnostics: 'Patient.birthDate is no date. (trace c-3Ab_9)',
      },
      { severity: 'error', code: 'required', diagnostics: 'Send If-Match.' },
    )
    expect(issuesOf(refusal)).toEqual([
      {
        severity: 'error',
        code: 'value',
        element: 'Patient.birthDate',
        words: 'A value is not valid – Patient.birthDate is no date.',
      },
      { severity: 'error', code: 'required', element: undefined, words: 'Send If-Match.' },
    ])
    expect(traceOf(refusal)).toBe('c-3Ab_9')
  })

  it('are empty for anything but an OperationOutcome', () => {
    expect([issuesOf({ resourceType: 'Patient' }), traceOf({ resourceType: 'Patient' })]).toEqual([[], undefined])
  })
})
