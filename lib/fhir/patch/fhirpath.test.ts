import { describe, expect, it } from 'vitest'
import { parseFhirPath } from './fhirpath.ts'
import { PatchProblem } from './patch-problem.ts'

const refusal = (path: string): PatchProblem => {
  try {
    parseFhirPath(path)
  } catch (error) {
    if (error instanceof PatchProblem) return error
    throw error
  }
  throw new Error('The path was read.')
}

describe('the part of FHIRPath that a patch may use', () => {
  it('reads members, indices and functions as steps', () => {
    expect(
      parseFhirPath(" Patient . name[0].where( use = 'a' and period.exists() and text.exists().not()).given.first()"),
    ).toEqual([
      { kind: 'member', name: 'Patient' },
      { kind: 'member', name: 'name' },
      { kind: 'index', index: 0 },
      {
        kind: 'where',
        criteria: [
          { kind: 'equals', path: [{ kind: 'member', name: 'use' }], literal: { kind: 'string', text: 'a' } },
          { kind: 'exists', path: [{ kind: 'member', name: 'period' }] },
          { kind: 'absent', path: [{ kind: 'member', name: 'text' }] },
        ],
      },
      { kind: 'member', name: 'given' },
      { kind: 'first' },
    ])
    expect(parseFhirPath("extension('urn:x').value.ofType(Quantity).last()")).toEqual([
      { kind: 'extension', url: 'urn:x' },
      { kind: 'member', name: 'value' },
      { kind: 'ofType', type: 'Quantity' },
      { kind: 'last' },
    ])
  })

  it.each([
    ["'it\\'s \\\\ \\u00e9\\n'", { kind: 'string', text: "it's \\ é\n" }],
    ['-1.50', { kind: 'number', text: '-1.50' }],
    ['7', { kind: 'number', text: '7' }],
    ['true', { kind: 'literal', text: 'true' }],
    ['@2020-01-31', { kind: 'string', text: '2020-01-31' }],
  ])('reads the literal %s', (text, literal) => {
    expect(parseFhirPath(`a.where(b = ${text})`)).toEqual([
      { kind: 'member', name: 'a' },
      { kind: 'where', criteria: [{ kind: 'equals', path: [{ kind: 'member', name: 'b' }], literal }] },
    ])
  })

  it.each([
    ...['resolve()', 'Patient.managingOrganization.resolve()', '%context.repeat(contained)', 'Patient.repeat(contact)'],
    ...[
      "Patient.name.trace('x')",
      'iif(true, Patient.name, Patient.contact)',
      'Patient.descendants()',
      'Patient.children()',
    ],
    ...[
      'Patient.name | Patient.contact',
      'Patient.name + 1',
      '(Patient.name)',
      'Patient.value as Quantity',
      'Patient.name is X',
    ],
    ...[
      "Patient.name.where(use = 'a' or use = 'b')",
      "Patient.name.where(use != 'a')",
      "Patient.name.where(use ~ 'a')",
    ],
    ...[
      "Patient.name.where(use.matches('(a+)+b'))",
      'Patient.name.where(a = b)',
      'Patient.name.where()',
      'Patient.name.where(use)',
    ],
    ...[
      "Patient.name.where(use = 'a'",
      "Patient.name.where(use = 'a)",
      'Patient.name.where((use.exists()))',
      '$this',
      '%resource',
    ],
    ...[
      'Patient.name.exists()',
      'Patient.name.exists().not()',
      'Patient.name.not()',
      'where(a = 1)',
      'first()',
      'exists()',
    ],
    ...[
      '',
      ' ',
      '.',
      'Patient.',
      '.name',
      'Patient..name',
      'Patient.name[',
      'Patient.name[]',
      'Patient.name[-1]',
      'Patient.name[a]',
    ],
    ...[
      'Patient.name[0',
      'Patient name',
      'Patient.1',
      '/name',
      'Patient.name;',
      'Patient.naïve',
      'Patient.extension(url)',
      '`name',
    ],
    ...[
      'a.where(b = 1 andc = 2)',
      'a.where(b = trueish)',
      "a.where(b = '\\u00g0')",
      'a.where(b = @T12:00)',
      'a.where(b = @2020-01-01T00:00:00Z)',
    ],
    ...[
      'Patient.name\u0000',
      'Patient.first(1)',
      'Patient.ofType(Quantity.x)',
      'Patient.select(name)',
      'now()',
      'Patient.name.count()',
    ],
  ])('PAT-19 refuses %j as not supported', (path) => {
    expect(refusal(path)).toMatchObject({
      status: 400,
      code: 'not-supported',
      message: expect.stringMatching(/a path may have members, .*at character \d+\.$/),
    })
  })

  it('PAT-19 names the position at which an unsupported path goes wrong', () => {
    expect(refusal('Patient.name.trace(1)').message).toMatch(/not "trace\(1\)" at character 13\.$/)
    expect(refusal('Patient.name[0').message).toMatch(/and the path ends at character 14\.$/)
  })

  it.each([
    'a'.repeat(10_000),
    'a.'.repeat(5_000),
    'a.where('.repeat(1_250),
    '('.repeat(10_000),
    `a.where(b = '${'\\'.repeat(10_000)}`,
  ])('PAT-19 refuses a path of 10 kB for its length, before it parses it', (path) => {
    expect(refusal(path)).toMatchObject({
      status: 400,
      code: 'not-supported',
      message: expect.stringMatching(/at most 1024 characters/),
    })
  })

  it('PAT-19 parses nested criteria up to the longest path', () => {
    const nested = (depth: number) => `${'a.where('.repeat(depth)}b.exists()${').exists()'.repeat(depth - 1)})`
    expect(nested(55).length).toBeGreaterThan(900)
    expect(parseFhirPath(nested(55))).toHaveLength(2)
  })
})
