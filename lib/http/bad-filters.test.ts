import { describe, expect, it } from 'vitest'
import { badFilters, withoutBad } from './bad-filters.ts'

const KNOWN = { outcome: (value: string) => value === 'refused', from: (value: string) => /^\d{4}-/.test(value) }

describe('the filters in an address', () => {
  it('are told apart: those whose value cannot be, and the others, which stay', () => {
    const filters = { outcome: 'running', from: '2026-11-30', text: 'anything', to: undefined }
    expect(badFilters(filters, KNOWN)).toEqual([['outcome', 'running']])
    expect(withoutBad(filters, KNOWN)).toEqual({ from: '2026-11-30', text: 'anything', to: undefined })
    expect(badFilters({ outcome: 'refused', toString: 'x' }, KNOWN)).toEqual([])
  })
})
