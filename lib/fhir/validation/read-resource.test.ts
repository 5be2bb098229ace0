import { describe, expect, it } from 'vitest'
import { NotAResource, readResource } from './read-resource.ts'

/** The problems of a text that is no resource. */
function refused(text: string) {
  try {
    readResource(text)
  } catch (error) {
    if (error instanceof NotAResource) return error.problems
    throw error
  }
  throw new Error(`It was read: ${text.slice(0, 100)}`)
}

const patient = (more: string) => `{"resourceType":"Patient",${more}}`

describe('a body that is not JSON (RFC 8259)', () => {
  it.each([
    ['nothing', '', 1, 1],
    ['white space', ' \n ', 2, 2],
    ['an open brace', '{', 1, 2],
    ['text behind the end', '{} x', 1, 4],
    ['two documents', '{}\n{}', 2, 1],
    ['a word of JavaScript', '{"a":NaN}', 1, 6],
    ['single quotes', "'a'", 1, 1],
    ['a byte order mark', '\ufeff{}', 1, 1],
    ['an escape of half a surrogate pair', '{"a":"x\\ud83d"}', 1, 8],
    ['the halves in the wrong order', '{"a":"\\ude00\\ud83d"}', 1, 7],
    ['half a surrogate pair as it is', '{"a":"\ud83d"}', 1, 7],
    ['U+0000 as an escape', '{"a":"\\u0000"}', 1, 7],
    ['U+0000 as it is', '{"a":"\u0000"}', 1, 7],
    ['a line break in a string', '{"a":"\n"}', 1, 7],
    ['an unknown escape', '{"a":"\\x41"}', 1, 7],
    ['half an escape', '{"a":"\\', 1, 7],
    ['a comma too many', '{"a":[1,]}', 1, 9],
    ['a comma too few', '{"a":1\n"b":2}', 2, 1],
    ['no colon', '{"a" 1}', 1, 6],
    ['a leading zero', '{"a":01}', 1, 6],
    ['a number that ends in a point', '{"a":1.}', 1, 6],
    ['a bracket of the other kind', '{"a":[1}', 1, 8],
    ['a comment', '{} // x', 1, 4],
  ])('CRE-10 refuses %s, and says line and column', (_, text, line, column) => {
    const [problem, ...more] = refused(text)
    expect(more).toEqual([])
    expect(problem).toMatchObject({ status: 400, code: 'structure', expression: '' })
    expect(problem?.diagnostics).toMatch(`line ${line}, column ${column}: `)
  })

  it.each([
    ['levels', `{"resourceType":"Patient","a":${'['.repeat(80)}${']'.repeat(80)}}`],
    ['a long number', `{"a":${'9'.repeat(200)}}`],
    ['U+0000', '{"a":"\\u0000"}'],
    ['half a pair', '{"a":"\\ud800"}'],
  ])('CRE-10 refuses %s as JSON that is not accepted, not as no JSON', (_, text) => {
    expect(refused(text)[0]?.diagnostics).toMatch(/^This JSON is not accepted, line 1, column \d+: /)
  })

  it('CRE-10 refuses exactly what JSON.parse refuses, for every cut and insertion', () => {
    const text = '{"resourceType":"Patient","a":[1.5e-3,true,null,"\\u00e9\\n",{"b":-0}],"c":{}}'
    for (let at = 0; at <= text.length; at += 1)
      for (const inserted of ['', ',', '"', '}', ']', '0', '\\', ' ', 'e', '-', '{'])
        for (const cut of [0, 1]) {
          const broken = text.slice(0, at) + inserted + text.slice(at + cut)
          const isJson = canParse(broken)
          const problem = canRead(broken)
          expect(problem === undefined || !/This is not JSON/.test(problem), broken).toBe(isJson)
        }
  })
})

function canParse(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function canRead(text: string): string | undefined {
  try {
    readResource(text)
    return undefined
  } catch (error) {
    if (error instanceof NotAResource) return error.problems[0]?.diagnostics
    throw error
  }
}

describe('JSON that is no resource (FHIR R4 json.html)', () => {
  it.each(['[]', '"x"', 'null', '{}', '{"resourceType":5}', '{"resourceType":"Nope"}', '{"resourceType":"Resource"}'])(
    'CRE-11 refuses %s',
    (text) => {
      expect(refused(text)).toMatchObject([{ status: 400, code: 'structure' }])
    },
  )

  it('CRE-12 refuses a member that comes twice, at any depth, and names it', () => {
    expect(
      refused(patient('"name":[{"family":"A"},{"family":"A","family":"B"}],"active":true,"active":true')),
    ).toMatchObject([
      { status: 400, code: 'structure', expression: 'Patient.name[1].family' },
      { status: 400, code: 'structure', expression: 'Patient.active' },
    ])
  })

  it('CRE-12 compares names after their escapes', () => {
    expect(refused(patient('"active":true,"\\u0061ctive":true'))).toMatchObject([{ expression: 'Patient.active' }])
  })

  it.each(['__proto__', 'fhir_comments'])('CRE-12 refuses the member %s at any depth', (name) => {
    expect(refused(patient(`"name":[{"${name}":{}}]`))).toMatchObject([
      { code: 'structure', expression: `Patient.name[0].${name}` },
    ])
  })

  it('CRE-12 lists twenty repeated members at most', () => {
    expect(refused(patient(`"a":1${',"a":1'.repeat(50)}`))).toHaveLength(20)
  })
})

describe('limits of JSON', () => {
  const nested = (levels: number) => patient(`"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`)

  it('LIM-15 reads sixty levels of objects and arrays, and no more', () => {
    expect(readResource(nested(60)).parsed.resourceType).toBe('Patient')
    expect(refused(nested(61))).toMatchObject([{ code: 'structure' }])
  })

  it.each([
    ['a million brackets', '['.repeat(1_000_000)],
    ['a million of them closed', '['.repeat(1_000_000) + ']'.repeat(1_000_000)],
    ['a million objects', '{"a":'.repeat(1_000_000)],
    ['a number of a million digits', patient(`"x":${'1'.repeat(1_000_000)}`)],
  ])('LIM-15 refuses %s without reading to the end', (_, text) => {
    expect(refused(text)).toMatchObject([{ code: 'structure' }])
  })

  it('LIM-15 reads a number of a hundred characters, and refuses a longer one', () => {
    expect(readResource(patient(`"x":1.${'0'.repeat(98)}`)).text).toContain('0'.repeat(98))
    expect(refused(patient(`"x":1.${'0'.repeat(99)}`))).toMatchObject([{ code: 'structure' }])
  })
})

describe('a resource as text', () => {
  it('keeps numbers, escapes and the order of members, and leaves out white space between them', () => {
    const text = '\t{ "resourceType" : "Patient",\r\n "b": [ 1.00 , 1.0E+2 ],\n "a" : "\\u00e9 é \\" \ud83d\ude00" }\n'
    expect(readResource(text)).toEqual({
      text: '{"resourceType":"Patient","b":[1.00,1.0E+2],"a":"\\u00e9 é \\" \ud83d\ude00"}',
      parsed: { resourceType: 'Patient', b: [1, 100], a: 'é é " \ud83d\ude00' },
    })
  })

  it('gives a text without white space as it is', () => {
    const text = patient('"a":"x y"')
    expect(readResource(text).text).toBe(text)
  })
})
