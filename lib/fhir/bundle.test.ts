import { describe, expect, it } from 'vitest'
import { matchesOf, remarksOf } from './bundle.ts'

const outcome = (...diagnostics: readonly unknown[]) => ({
  resource: { resourceType: 'OperationOutcome', issue: diagnostics.map((one) => ({ diagnostics: one })) },
  search: { mode: 'outcome' },
})

describe('a searchset', () => {
  it('gives its matches, and the remarks in its OperationOutcome', () => {
    const patient = { resourceType: 'Patient', id: 'a' }
    const bundle = { entry: [outcome('Matches may be missing.', 7), { resource: patient, search: { mode: 'match' } }] }
    expect(matchesOf(bundle, 'Patient')).toEqual([patient])
    expect(remarksOf(bundle)).toEqual(['Matches may be missing.'])
    expect(remarksOf({})).toEqual([])
  })
})
