import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { INVARIANTS } from './invariants.ts'
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

  it('VAL-04 names each invariant, with the reason that a refusal gives', () => {
    const held = [...INVARIANTS].flatMap(([type, invariants]) =>
      invariants.filter(({ key }) => key !== 'sqty-1').map(({ key, reason }) => `| ${type} | ${reason} | ${key} |`),
    )
    const [, section = ''] = readFileSync('docs/reference/validation.md', 'utf8').split('## The invariants of FHIR R4')
    const [table = ''] = section.split('\n## ')
    expect(table.split('\n').filter((line) => / \| [a-z]{2,4}-\d+ \|$/.test(line))).toEqual(held)
  })
})
