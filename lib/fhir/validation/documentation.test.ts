import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PROFILED_TYPES, profileRows } from './koppeltaal-profiles.ts'

const rows = new Map(
  readFileSync('docs/reference/validation.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
    .map(([type = '', ...cells]) => [type, cells] as const),
)

const list = (names: readonly string[]) => (names.length === 0 ? '–' : names.map((name) => `\`${name}\``).join(', '))

describe('docs/reference/validation.md', () => {
  it.each(PROFILED_TYPES)('VAL-08 names what the profile of %s asks for and leaves out', (type) => {
    const named = (pick: 'required' | 'banned') =>
      (profileRows(type) ?? []).flatMap(({ member, [pick]: names }) =>
        [...names].map((name) => (member === undefined ? name : `${member}.${name}`)),
      )
    const [required, , banned] = rows.get(type) ?? []
    expect(required).toBe(list(named('required')))
    expect(banned).toBe(list(named('banned')))
  })
})
