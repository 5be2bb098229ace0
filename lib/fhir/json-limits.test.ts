import { describe, expect, it } from 'vitest'
import { jsonLimitProblem } from './json-limits.ts'

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}0${'}]'.repeat(levels / 2)}`

describe('the limits of a JSON text', () => {
  it('LIM-15 lets 60 levels pass and refuses 61, whether they are closed or not', () => {
    expect(jsonLimitProblem(nested(60))).toBeUndefined()
    expect(jsonLimitProblem(`[${nested(60)}]`)).toMatch(/deeper than 60 levels at character/)
    expect(jsonLimitProblem('['.repeat(1_000_000))).toMatch(/at character 60$/)
    expect(jsonLimitProblem('[],'.repeat(1000))).toBeUndefined()
  })

  it('LIM-15 lets a number of 100 characters pass and refuses a longer one', () => {
    expect(jsonLimitProblem(`[-0.${'1'.repeat(97)}]`)).toBeUndefined()
    expect(jsonLimitProblem(`[-0.${'1'.repeat(98)}]`)).toMatch(/number of 101 characters at character 1, where 100/)
    expect(jsonLimitProblem(`{"a":${'9'.repeat(1_000_000)}}`)).toMatch(/number of 1000000 characters/)
    expect(jsonLimitProblem(`1e${'0'.repeat(99)}`)).toMatch(/number of 101/)
  })

  it('counts nothing that stands in a string', () => {
    expect(jsonLimitProblem(JSON.stringify(`\\"${'['.repeat(100)}${'9'.repeat(200)}`))).toBeUndefined()
    expect(jsonLimitProblem(`"\\\\",${'['.repeat(61)}`)).toMatch(/deeper/)
    expect(jsonLimitProblem(`"never closed ${'['.repeat(100)}`)).toBeUndefined()
  })
})
