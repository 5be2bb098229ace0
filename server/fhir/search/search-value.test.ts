// The conditions that the values of a parameter make.
import { describe, expect, it } from 'vitest'
import { searchParameters } from '#lib/fhir/search/parameters.ts'
import { conditionOf } from './search-value.ts'

const NOW = Date.UTC(2026, 3, 1)

const rangesOf = (type: string, name: string, list: string) => {
  const parameter = searchParameters(type).find((one) => one.name === name)
  return parameter && conditionOf(parameter, list, 'https://a.example', NOW).ranges
}

const YEARS = Array.from({ length: 100 }, (_, n) => 1950 + n)

describe('a list of dates', () => {
  it.each([
    ['Observation', 'date', 'ne', 2],
    ['Observation', 'date', 'gt', 1],
    ['Observation', 'date', 'lt', 1],
    ['Patient', 'birthdate', 'ne', 2],
    ['AuditEvent', 'date', 'ne', 2],
    ['Observation', 'date', '', 100],
  ])('SRC-16 does not look at everything once for each: %s?%s=%s…', (type, name, prefix, expected) => {
    const list = YEARS.map((year) => prefix + year).join(',')
    expect(rangesOf(type, name, list)).toHaveLength(expected)
  })
})
