import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { structureProblem } from './structure.ts'

const patient = (more: object) => ({ resourceType: 'Patient', id: 'p', ...more })
const task = (more: object) => ({ resourceType: 'Task', id: 't', status: 'ready', intent: 'order', ...more })
const said = (resource: Readonly<Record<string, unknown>>) => {
  const found = structureProblem(resource)
  return found && `${found.path} ${found.reason}`
}

describe('the structure of a resource (FHIR R4 validation.html)', () => {
  it.each(['patients', 'others'])('lets pass every line of the seeded %s', (name) => {
    const lines = readFileSync(`prisma/seed/${name}.ndjson`, 'utf8').trim().split('\n')
    expect(lines.length).toBeGreaterThan(30)
    for (const line of lines) expect(said(JSON.parse(line)), line.slice(0, 200)).toBeUndefined()
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
    task({
      for: { reference: 'Practitioner?identifier=urn:x|7' },
      input: [{ type: { text: 'x' }, valueUri: 'urn:x' }],
    }),
    task({ status: undefined, _status: { extension: [{ url: 'urn:x', valueBoolean: true }] } }),
  ])('lets pass %j', (resource) => {
    expect(structureProblem(JSON.parse(JSON.stringify(resource)) as typeof resource)).toBeUndefined()
  })

  it.each([
    [patient({ nmae: [] }), 'nmae is not an element of Patient'],
    [patient({ constructor: 1 }), 'constructor is not an element of Patient'],
    [patient({ name: { family: 'x' } }), 'name has to be an array'],
    [patient({ name: [] }), 'name is empty'],
    [patient({ name: [{}] }), 'name[0] is empty'],
    [patient({ name: [null] }), 'name[0] is not an object'],
    [patient({ name: [{ given: [null] }] }), 'name[0].given has nulls only'],
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
    [patient({ deceasedBoolean: false, deceasedDateTime: '2020' }), /^deceasedDateTime is one choice too many/],
    [patient({ deceased: true }), 'deceased is not an element of Patient'],
    [patient({ managingOrganization: { reference: 'Organization/' } }), /^managingOrganization.reference is neither/],
    [patient({ managingOrganization: 'Organization/1' }), 'managingOrganization is not an object'],
    [patient({ link: [{ type: 'seealso' }] }), 'link[0].other is missing'],
    [patient({ contained: [{ resourceType: 'Nothing' }] }), /^contained\[0\].resourceType is not a resource type/],
    [patient({ extension: [{ valueString: 'x' }] }), 'extension[0].url is missing'],
    [patient({ extension: [{ url: 'urn:x', valueDecimal: '1.0' }] }), /^extension\[0\].valueDecimal is not a valid/],
    [task({ status: 'done' }), 'status is no code of task-status'],
    [task({ intent: undefined }), 'intent is missing'],
    [task({ input: [{ type: { text: 'x' } }] }), 'input[0].value[x] is missing'],
  ])('%j: %s', (resource, reason) => {
    expect(said(JSON.parse(JSON.stringify(resource)) as typeof resource)).toMatch(reason)
  })

  it('follows nothing without end', () => {
    let extension: object = { url: 'urn:x', valueBoolean: true }
    for (let depth = 0; depth < 5000; depth += 1) extension = { url: 'urn:x', extension: [extension] }
    expect(said(patient({ extension: [extension] }))).toMatch(/is nested too deeply$/)
  })
})
