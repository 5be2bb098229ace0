import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ParsedResource } from './problem.ts'
import { structureProblem, structureProblems } from './structure.ts'

const patient = (more: object) => ({ resourceType: 'Patient', id: 'p', ...more })
const task = (more: object) => ({ resourceType: 'Task', id: 't', status: 'ready', intent: 'order', ...more })
const said = (resource: Readonly<Record<string, unknown>>) => {
  const found = structureProblem(resource)
  return found && `${found.path} ${found.reason}`
}

describe('the structure of a resource (FHIR R4 validation.html)', () => {
  it.each(['patients', 'others'])('CRE-13 accepts every line of the seeded %s, also of a client', (name) => {
    const lines = readFileSync(`prisma/seed/${name}.ndjson`, 'utf8').trim().split('\n')
    expect(lines.length).toBeGreaterThan(30)
    for (const line of lines) {
      expect(said(JSON.parse(line)), line.slice(0, 200)).toBeUndefined()
      expect(structureProblems(JSON.parse(line)), line.slice(0, 200)).toEqual([])
    }
  })

  it.each([
    patient({}),
    patient({ active: true, birthDate: '1970', deceasedDateTime: '2020-02-29T23:59:60.5+14:00' }),
    patient({ name: [{ given: ['Jan', null], _given: [null, { extension: [{ url: 'urn:x', valueCode: 'a b' }] }] }] }),
    patient({ _birthDate: { extension: [{ url: 'urn:x', valueDateTime: '1970-01-01T00:00:00Z' }] } }),
    patient({ contained: [{ resourceType: 'Organization', id: 'o', active: false }] }),
    patient({ managingOrganization: { reference: '#o' }, generalPractitioner: [{ reference: 'urn:uuid:7' }] }),
    patient({ link: [{ other: { reference: 'Patient/7/_history/2' }, type: 'seealso' }] }),
    patient({ fhir_comments: ['as a converter from XML writes them'] }),
    patient({ _id: { fhir_comments: ['as a converter from XML writes them'] } }),
    task({
      for: { reference: 'Practitioner?identifier=urn:x|7' },
      input: [{ type: { text: 'x' }, valueUri: 'urn:x' }],
    }),
    task({ status: undefined, _status: { extension: [{ url: 'urn:x', valueBoolean: true }] } }),
  ])('accepts %j', (resource) => {
    expect(structureProblem(JSON.parse(JSON.stringify(resource)) as typeof resource)).toBeUndefined()
  })

  it.each([
    [patient({ nmae: [] }), 'nmae is not an element of Patient'],
    [patient({ constructor: 1 }), 'constructor is not an element of Patient'],
    [patient({ name: { family: 'x' } }), 'name must be an array'],
    [patient({ name: [] }), 'name is empty'],
    [patient({ name: [{}] }), 'name[0] is empty'],
    [patient({ name: [null] }), 'name[0] is not an object'],
    [patient({ name: [{ given: [null] }] }), 'name[0].given has only nulls'],
    [patient({ name: [{ family: ['x'] }] }), 'name[0].family must not be an array'],
    [patient({ name: [{ family: '' }] }), 'name[0].family is not a valid string'],
    [patient({ name: [{ family: 'a\u0000' }] }), 'name[0].family is not a valid string'],
    [patient({ name: [{ family: 'a\ud800' }] }), 'name[0].family is not a valid string'],
    [patient({ language: '\udc00' }), 'language is not a valid code'],
    [patient({ active: 'true' }), 'active is not a valid boolean'],
    [patient({ gender: 'm' }), 'gender is not one of male, female, other, unknown'],
    [patient({ birthDate: '1970-13-01' }), 'birthDate is not a valid date'],
    [patient({ birthDate: '1970-02-30' }), 'birthDate is not a valid date'],
    [patient({ birthDate: '1970-01-01T00:00:00Z' }), 'birthDate is not a valid date'],
    [patient({ deceasedDateTime: '2020-01-01T10:00' }), 'deceasedDateTime is not a valid dateTime'],
    [patient({ meta: { lastUpdated: '2020-01-01' } }), 'meta.lastUpdated is not a valid instant'],
    [patient({ meta: { profile: ['a b'] } }), 'meta.profile[0] is not a valid canonical'],
    [patient({ language: ' nl' }), 'language is not a valid code'],
    [patient({ multipleBirthInteger: 1.5 }), 'multipleBirthInteger is not a valid integer'],
    [patient({ deceasedBoolean: false, deceasedDateTime: '2020' }), /^deceasedDateTime is a second choice/],
    [patient({ deceased: true }), 'deceased is not an element of Patient'],
    [patient({ managingOrganization: { reference: 'Organization/' } }), /^managingOrganization.reference is neither/],
    [patient({ managingOrganization: 'Organization/1' }), 'managingOrganization is not an object'],
    [patient({ link: [{ type: 'seealso' }] }), 'link[0].other is missing'],
    [patient({ contained: [{ resourceType: 'Nothing' }] }), /^contained\[0\].resourceType is not a resource type/],
    [patient({ extension: [{ valueString: 'x' }] }), 'extension[0].url is missing'],
    [patient({ extension: [{ url: 'urn:x', valueDecimal: '1.0' }] }), /^extension\[0\].valueDecimal is not a valid/],
    [task({ status: 'done' }), 'status is not a code of task-status'],
    [task({ intent: undefined }), 'intent is missing'],
    [task({ input: [{ type: { text: 'x' } }] }), 'input[0].value[x] is missing'],
  ])('%j: %s', (resource, reason) => {
    expect(said(JSON.parse(JSON.stringify(resource)) as typeof resource)).toMatch(reason)
  })

  it('refuses a resource that is nested too deeply', () => {
    let extension: object = { url: 'urn:x', valueBoolean: true }
    for (let depth = 0; depth < 5000; depth += 1) extension = { url: 'urn:x', extension: [extension] }
    expect(said(patient({ extension: [extension] }))).toMatch(/is nested too deeply$/)
  })
})

const problems = (resource: ParsedResource) => structureProblems(JSON.parse(JSON.stringify(resource)) as ParsedResource)
const written = (resource: ParsedResource) => problems(resource).map(({ code, expression }) => `${code} ${expression}`)
const extension = (more: object) => ({ extension: [{ url: 'urn:x', ...more }] })

describe('the structure of a resource that a client writes', () => {
  it('CRE-13 lists every problem of a broken structure, each with its code and element', () => {
    const resource = patient({ foo: 1, gender: 'x', birthDate: '1-1-1980', name: {}, telecom: [], active: 'true' })
    expect(written(resource)).toEqual([
      'structure Patient.foo',
      'code-invalid Patient.gender',
      'value Patient.birthDate',
      'structure Patient.name',
      'structure Patient.telecom',
      'value Patient.active',
    ])
    expect(written(task({ status: undefined }))).toEqual(['required Task.status'])
  })

  it('CRE-13 lists twenty problems at most', () => {
    const names = Array.from({ length: 30 }, () => ({ family: 5 }))
    expect(written(patient({ name: names }))).toHaveLength(20)
  })

  it('CRE-13 says what came and what was expected', () => {
    expect(problems(patient({ birthDate: '1-1-1980' }))[0]).toEqual({
      status: 400,
      code: 'value',
      expression: 'Patient.birthDate',
      diagnostics: 'Patient.birthDate is not a valid date. It is "1-1-1980". Expected 1980, 1980-01 or 1980-01-31.',
    })
    expect(problems(patient({ gender: 'x'.repeat(1000) }))[0]?.diagnostics).toHaveLength(129)
  })

  it.each([
    [patient({ _birthDate: { extension: [{ url: 5 }] } }), 'value Patient.birthDate.extension[0].url'],
    [task({ input: [{ type: { text: 'x' } }] }), 'required Task.input[0].value'],
    [patient({ fhir_comments: ['x'] }), 'structure Patient.fhir_comments'],
    [patient({ name: [{ given: ['a', null], _given: [null, null] }] }), 'structure Patient.name[0].given[1]'],
    [patient({ name: [{ given: ['a', null] }] }), 'structure Patient.name[0].given[1]'],
    [patient({ name: [{ given: [null] }] }), 'structure Patient.name[0].given[0]'],
    [task({ for: { reference: 'Patient/7', type: 'Device' } }), 'value Task.for.type'],
    [patient({ contained: [{ resourceType: 'Resource', id: 'o' }] }), 'structure Patient.contained[0].resourceType'],
  ])('CRE-13 gives the FHIRPath of the element in %j', (resource, problem) => {
    expect(written(resource)[0]).toBe(problem)
  })

  it.each([
    [task({ intent: 'x' }), 'code-invalid Task.intent'],
    [patient({ gender: 'M' }), 'code-invalid Patient.gender'],
  ])('VAL-03 refuses a code outside of a required binding: %j', (resource, problem) => {
    expect(written(resource)).toEqual([problem])
  })

  it.each<readonly [string, ParsedResource, string]>([
    ['ele-1', patient({ name: [{ id: 'n' }] }), 'Patient.name[0]'],
    ['ele-1', patient({ _birthDate: { id: 'b' } }), 'Patient.birthDate'],
    ['ext-1', patient({ extension: [{ url: 'urn:x' }] }), 'Patient.extension[0]'],
    ['ext-1', patient(extension({ valueCode: 'x', ...extension({ valueCode: 'x' }) })), 'Patient.extension[0]'],
    ['per-1', patient({ name: [{ period: { start: '2020-05', end: '2020-04-30' } }] }), 'Patient.name[0].period'],
    [
      'per-1',
      patient({ name: [{ period: { start: '2020-05-01T10:00:00+02:00', end: '2020-05-01T07:59:59Z' } }] }),
      'Patient.name[0].period',
    ],
    ['cpt-2', patient({ telecom: [{ value: '1' }] }), 'Patient.telecom[0]'],
    ['att-1', patient({ photo: [{ data: 'QUJD' }] }), 'Patient.photo[0]'],
    ['qty-3', patient(extension({ valueQuantity: { code: 'kg' } })), 'Patient.extension[0].value'],
    ['rat-1', patient(extension({ valueRatio: { numerator: { value: 1 } } })), 'Patient.extension[0].value'],
    ['exp-1', patient(extension({ valueExpression: { language: 'x' } })), 'Patient.extension[0].value'],
    ['pat-1', patient({ contact: [{ gender: 'male' }] }), 'Patient.contact[0]'],
    ['org-1', { resourceType: 'Organization', active: true }, 'Organization'],
    ['org-2', { resourceType: 'Organization', name: 'x', address: [{ use: 'home' }] }, 'Organization'],
    ['org-3', { resourceType: 'Organization', name: 'x', telecom: [{ use: 'home' }] }, 'Organization'],
    ['inv-1', task({ authoredOn: '2020-02', lastModified: '2020-01-31' }), 'Task'],
    ...[
      ['tim-1', { duration: 1 }] as const,
      ['tim-2', { period: 1 }] as const,
      ['tim-4', { duration: -1, durationUnit: 'd' }] as const,
      ['tim-5', { period: -1, periodUnit: 'd' }] as const,
      ['tim-6', { periodMax: 1 }] as const,
      ['tim-7', { durationMax: 1 }] as const,
      ['tim-8', { countMax: 1 }] as const,
      ['tim-9', { offset: 1 }] as const,
      ['tim-9', { offset: 1, when: ['CM'] }] as const,
      ['tim-10', { timeOfDay: ['10:00:00'], when: ['MORN'] }] as const,
    ].map(
      ([key, repeat]) =>
        [key, patient(extension({ valueTiming: { repeat } })), 'Patient.extension[0].value.repeat'] as const,
    ),
  ])('VAL-04 checks the invariant %s: %j', (key, resource, expression) => {
    const [problem, ...more] = problems(resource)
    expect(more).toEqual([])
    expect(problem).toMatchObject({ code: 'invariant', expression })
    expect(problem?.diagnostics).toContain(`calls this rule ${key}.`)
  })

  it('VAL-04 accepts an AuditEvent entity with a name or a query, and refuses both (sev-1)', () => {
    const event = (entity: object) => ({
      resourceType: 'AuditEvent',
      type: { code: 'rest' },
      recorded: '2026-11-22T12:00:00Z',
      agent: [{ requestor: true }],
      source: { observer: { display: 'x' } },
      entity: [entity],
    })
    expect(written(event({ name: 'x' }))).toEqual([])
    expect(written(event({ name: 'x', query: 'QUJD' }))).toEqual(['invariant AuditEvent.entity[0]'])
  })

  it.each([
    patient({ name: [{ period: { start: '2020', end: '2020-05' } }] }),
    patient({ name: [{ period: { start: '2020-05-01', end: '2020-05-01T00:00:00Z' } }] }),
    patient({ name: [{ period: { start: '2016-12-31T23:59:60Z', end: '2017-01-01T00:00:00Z' } }] }),
    patient({ _birthDate: { id: 'b' }, birthDate: '1980' }),
    patient(extension({ valueTiming: { repeat: { offset: 1, when: ['MORN'] } } })),
  ])('VAL-04 accepts what only looks like a broken invariant: %j', (resource) => {
    expect(written(resource)).toEqual([])
  })

  it.each([
    ['a script', '<div xmlns="http://www.w3.org/1999/xhtml"><script>x</script></div>'],
    ['an event attribute', '<div xmlns="http://www.w3.org/1999/xhtml" onclick="x">x</div>'],
    ['an object', '<div xmlns="http://www.w3.org/1999/xhtml"><object/></div>'],
    ['an address that runs code', '<div xmlns="http://www.w3.org/1999/xhtml"><a href="javascript:x">x</a></div>'],
    ['a style that loads', '<div xmlns="http://www.w3.org/1999/xhtml" style="background:url(x)">x</div>'],
    ['no namespace', '<div>x</div>'],
  ])('VAL-05 refuses a narrative with %s', (_, div) => {
    expect(written(patient({ text: { status: 'generated', div } }))).toEqual(['invalid Patient.text.div'])
  })

  it('VAL-05 refuses a narrative without status, and one that is contained', () => {
    const div = '<div xmlns="http://www.w3.org/1999/xhtml">x</div>'
    expect(written(patient({ text: { div } }))).toEqual(['required Patient.text.status'])
    const inner = { resourceType: 'Organization', id: 'o', name: 'x', text: { status: 'generated', div: '<p/>' } }
    expect(written(patient({ contained: [inner], managingOrganization: { reference: '#o' } }))).toEqual([
      'invalid Patient.contained[0].text.div',
    ])
  })

  it('VAL-06 keeps text unchanged, and refuses a string over the limit of R4', () => {
    expect(written(patient({ name: [{ family: '<img onerror=x> \u202e' }] }))).toEqual([])
    expect(written(patient({ name: [{ family: 'x'.repeat(1_048_576) }] }))).toEqual([])
    expect(written(patient({ name: [{ family: 'x'.repeat(1_048_577) }] }))).toEqual(['value Patient.name[0].family'])
  })

  it.each(['%%', 'QUJ', 'QUJDR', '=QUJ', 'QU=D', 'QUJDQ===', 'QU JD', 'Q UJD', 'QQ= =', ' \n'])(
    'VAL-07 refuses what is not base64: %j',
    (data) => {
      expect(written(patient({ photo: [{ contentType: 'image/png', data }] }))).toEqual(['value Patient.photo[0].data'])
    },
  )

  it.each(['QUJD', 'QUI=', 'QQ==', 'QUJD\n QUI=', ' QUJD  QUJD '])('VAL-07 accepts base64: %j', (data) => {
    expect(written(patient({ photo: [{ contentType: 'image/png', data }] }))).toEqual([])
  })

  const texts = (text: string) => patient({ name: [{ family: text }], ...extension({ valueMarkdown: text }) })

  it.each([' ', '\u00a0', '\t\n', 'a\u0001', '\u001b[1m', ' x '])(
    'VAL-24 accepts %j as a string and as markdown',
    (text) => {
      expect(written(texts(text))).toEqual([])
    },
  )

  it.each(['', 'a\u0000', '\ud800', 'a\udc00b'])('VAL-24 refuses %j as a string and as markdown', (text) => {
    expect(written(texts(text))).toEqual(['value Patient.name[0].family', 'value Patient.extension[0].value'])
  })

  it.each([
    [patient({ language: 'a\u0001' }), 'value Patient.language'],
    [patient({ implicitRules: 'urn:\u0001' }), 'value Patient.implicitRules'],
    [patient({ text: { status: 'generated', div: ' ' } }), 'value Patient.text.div'],
  ])('VAL-24 refuses control characters and blanks in a code, a URI or a narrative: %j', (resource, problem) => {
    expect(written(resource)).toEqual([problem])
  })

  it('refuses a number that becomes infinite', () => {
    const resource = JSON.parse(
      '{"resourceType":"Patient","extension":[{"url":"urn:x","valueDecimal":1e999}]}',
    ) as ParsedResource
    expect(structureProblems(resource)).toMatchObject([{ code: 'value' }])
  })
})

describe('contained resources (FHIR R4 references.html#contained)', () => {
  const organization = (more: object) => ({ resourceType: 'Organization', id: 'o', name: 'x', ...more })
  const holder = (...contained: object[]) => patient({ contained, managingOrganization: { reference: '#o' } })

  it('CRE-19 are accepted when referred to by reference, by canonical, or when they refer to their container', () => {
    expect(written(holder(organization({})))).toEqual([])
    expect(written(holder(organization({}), organization({ id: 'b', partOf: { reference: '#' } })))).toEqual([])
    const canonical = { contained: [organization({ id: 'c' })], instantiatesCanonical: '#c' }
    expect(written(task(canonical))).toEqual([])
  })

  it('CRE-19 are refused within one another, and with the same id', () => {
    expect(written(holder(organization({ contained: [organization({ id: 'p' })] })))).toEqual([
      'structure Patient.contained[0].contained',
    ])
    expect(written(holder(organization({}), organization({})))).toEqual(['structure Patient.contained[1].id'])
  })

  it('VAL-18 are refused when a reference to one leads nowhere', () => {
    expect(written(patient({ managingOrganization: { reference: '#x' } }))).toEqual([
      'invalid Patient.managingOrganization.reference',
    ])
    expect(problems(patient({ managingOrganization: { reference: '#x' } }))[0]?.diagnostics).toContain('ref-1')
  })

  it.each([
    ['dom-3', patient({ contained: [organization({})] }), 'Patient.contained[0]'],
    ['dom-4', holder(organization({ meta: { versionId: '1' } })), 'Patient.contained[0].meta.versionId'],
    ['dom-5', holder(organization({ meta: { security: [{ code: 'R' }] } })), 'Patient.contained[0].meta.security'],
  ])('VAL-04 are checked by the invariant %s', (key, resource, expression) => {
    expect(problems(resource)).toMatchObject([{ code: 'invariant', expression }])
    expect(problems(resource)[0]?.diagnostics).toContain(key)
  })

  it('LIM-15 are accepted up to a hundred', () => {
    const many = (count: number) => ({
      contained: Array.from({ length: count }, (_, index) => organization({ id: `o${index}` })),
      extension: Array.from({ length: count }, (_, index) => ({
        url: 'urn:x',
        valueReference: { reference: `#o${index}` },
      })),
    })
    expect(written(patient(many(100)))).toEqual([])
    expect(written(patient(many(101)))).toEqual(['structure Patient.contained'])
  })
})
