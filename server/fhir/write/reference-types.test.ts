// The references that a resource answers itself, and the types that its elements take, wherever a reference leads to.
import { describe, expect, it } from 'vitest'
import { R4_TYPES } from '#lib/fhir/types.ts'
import { K0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { expectOutcome, F, type Json } from '../testing/fhir-server.ts'
import { batch, entriesOf, posting, statusesOf, transaction } from './testing/bundles.ts'
import { writeServer, writesBy } from './testing/writers.ts'

const PERSON = 'urn:uuid:0b1d1b5e-9a3f-4b6e-8f0a-0d5b7a9c1e2f'
const FOREIGN = 'https://elsewhere.example/fhir'

const patient = (more: Json = {}): Json => ({ resourceType: 'Patient', active: true, ...more })
const about = (reference: string, more: Json = {}): Json => ({
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'x' },
  subject: { reference },
  ...more,
})
const entry = (fullUrl: string | undefined, resource: Json): Json => ({ ...(fullUrl && { fullUrl }), resource })
const collection = (...entries: readonly Json[]): Json => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: entries,
})
const document = (...entries: readonly Json[]): Json => ({
  ...collection(
    entry('urn:uuid:11111111-9a3f-4b6e-8f0a-0d5b7a9c1e2f', {
      resourceType: 'Composition',
      status: 'final',
      type: { text: 'x' },
      date: '2026-04-01',
      title: 'x',
      author: [{ reference: PERSON }],
      subject: { reference: PERSON },
    }),
    ...entries,
  ),
  type: 'document',
  timestamp: '2026-04-01T12:00:00Z',
  identifier: { system: 'urn:x', value: '1' },
})

async function everyType(integrity = true) {
  const plain = await writeServer({ resourceTypes: R4_TYPES })
  const server = integrity
    ? plain
    : await writeServer(
        { resourceTypes: R4_TYPES, writes: writesBy(plain, { ...plain.writes.rules, integrity }) },
        { beside: plain },
      )
  server.clients.set('A', [{ type: '*', operations: 'cruds' }])
  return { server, a: await server.as('A', 'system/*.cruds') }
}

describe('references in a Bundle that is stored (FHIR R4 bundle.html#references)', () => {
  const versioned = patient({ id: '1', meta: { versionId: '2' } })

  it.each<readonly [string, Json]>([
    ['a urn', collection(entry(PERSON, patient()), entry(undefined, about(PERSON)))],
    [
      'a urn in capitals',
      collection(
        entry(PERSON, patient()),
        entry(undefined, about(PERSON.toUpperCase().replace('URN:UUID', 'urn:uuid'))),
      ),
    ],
    ['a urn, in a document', document(entry(PERSON, patient()))],
    [
      'a URL',
      collection(entry(`${FOREIGN}/Patient/1`, patient({ id: '1' })), entry(PERSON, about(`${FOREIGN}/Patient/1`))),
    ],
    [
      'an address below the base of the entry',
      collection(
        entry(`${FOREIGN}/Patient/1`, patient({ id: '1' })),
        entry(`${FOREIGN}/Observation/1`, about('Patient/1')),
      ),
    ],
    [
      'an address below our base',
      collection(entry(`${F}/Patient/1`, patient({ id: '1' })), entry(`${F}/Observation/1`, about('Patient/1'))),
    ],
    [
      'a version',
      collection(entry(`${F}/Patient/1`, versioned), entry(`${F}/Observation/1`, about('Patient/1/_history/2'))),
    ],
    ['what is elsewhere', collection(entry(`${FOREIGN}/Observation/1`, about('Patient/none')))],
    ['its own contained resource', collection(entry(undefined, about('#p', { contained: [patient({ id: 'p' })] })))],
    [
      'an entry, from a contained resource',
      collection(
        entry(PERSON, patient()),
        entry(
          undefined,
          patient({
            link: [{ other: { reference: '#r' }, type: 'seealso' }],
            contained: [{ resourceType: 'RelatedPerson', id: 'r', patient: { reference: PERSON } }],
          }),
        ),
      ),
    ],
  ])('VAL-16 lead to %s', async (_, bundle) => {
    const { a } = await everyType()
    const response = await a.post('/Bundle', bundle)
    expect(`${response.status} ${response.ok ? '' : await response.text()}`).toBe('201 ')
    const told = await (await a.post('/Bundle/$validate?mode=create', bundle)).text()
    expect(told).not.toContain('"error"')
  })

  it.each<readonly [string, number, string, string, Json]>([
    [
      'no entry',
      422,
      'not-found',
      'Bundle.entry[0].resource.subject.reference',
      collection(entry(undefined, about(PERSON))),
    ],
    [
      'nothing below our base',
      422,
      'not-found',
      'Bundle.entry[0].resource.subject.reference',
      collection(entry(`${F}/Observation/1`, about('Patient/none'))),
    ],
    [
      'another version',
      422,
      'not-found',
      'Bundle.entry[1].resource.subject.reference',
      collection(entry(`${F}/Patient/1`, versioned), entry(`${F}/Observation/1`, about('Patient/1/_history/3'))),
    ],
    [
      'another type',
      422,
      'value',
      'Bundle.entry[1].resource.encounter.reference',
      collection(
        entry(PERSON, patient()),
        entry(undefined, about('https://x.example/1', { encounter: { reference: PERSON } })),
      ),
    ],
    [
      'what another entry contains',
      400,
      'invalid',
      'Bundle.entry[1].resource.subject.reference',
      collection(entry(undefined, about('#p', { contained: [patient({ id: 'p' })] })), entry(undefined, about('#p'))),
    ],
  ])('VAL-16 do not lead to %s', async (_, status, code, expression, bundle) => {
    const { server, a } = await everyType()
    await server.changesNothing(async () => {
      const { issue } = await expectOutcome(await a.post('/Bundle', bundle), status, code)
      expect(issue.map((one) => one.expression)).toEqual([[expression]])
    })
  })

  it('VAL-16 are checked in the parts of Parameters, too, and contained resources stay there', async () => {
    const { a } = await everyType()
    const parameters = (resource: Json): Json => ({
      resourceType: 'Parameters',
      parameter: [{ name: 'x', resource }],
    })
    const good = parameters(about('#p', { contained: [patient({ id: 'p' })] }))
    expect((await a.post('/Parameters', good)).status).toBe(201)
    await expectOutcome(await a.post('/Parameters', parameters(about('#p'))), 400, 'invalid')
  })
})

describe('the type that a reference is to', () => {
  const task = (reference: string): Json => ({ ...K0, meta: undefined, for: undefined, owner: { reference } })

  it.each([true, false])('VAL-16 is one that the element takes, with integrity %s', async (integrity) => {
    const { server, a } = await everyType(integrity)
    const refused = [`${FOREIGN}/Location/1`, 'http://x.test/Location/1/_history/2', 'Location/1', `${F}/Location/1`]
    for (const reference of refused) {
      const body = task(reference)
      for (const send of [() => a.post('/Task', body), () => a.post('', transaction(posting(body)))]) {
        const { issue } = await expectOutcome(await server.changesNothing(send), 422, 'value')
        expect(issue[0]?.expression?.[0]).toMatch(/Task\.owner\.reference$|\.resource\.owner\.reference$/)
      }
      const entries = await entriesOf(await a.post('', batch(posting(body))), 'batch')
      expect(statusesOf(entries)).toEqual([422])
    }
    for (const reference of [
      `${FOREIGN}/Patient/1`,
      'https://x.example/Location/1/map',
      'urn:oid:1.2.3',
      'ldap://x/Location/1',
    ])
      expect((await a.post('/Task', task(reference))).status, reference).toBe(
        integrity && /^urn/.test(reference) ? 422 : 201,
      )
  })

  it.each([true, false])(
    'VAL-16 is that of a reference by identifier, if it says so, with integrity %s',
    async (integrity) => {
      const { server, a } = await everyType(integrity)
      const owned = (type?: string) => ({ ...task(''), owner: { type, identifier: { system: 'urn:x', value: '1' } } })
      const { issue } = await expectOutcome(
        await server.changesNothing(() => a.post('/Task', owned('Location'))),
        422,
        'value',
      )
      expect(issue[0]).toMatchObject({
        expression: ['Task.owner.type'],
        diagnostics: expect.stringMatching(/^The reference must be to a .* it is to a Location\.$/),
      })
      for (const type of ['Patient', 'http://model.example/Person', undefined])
        expect((await a.post('/Task', owned(type))).status, type).toBe(201)
    },
  )

  it('VAL-16 is checked in an AuditEvent, whose targets need not be there', async () => {
    const server = await writeServer()
    const all = await server.as('all')
    const text = JSON.stringify({ ...SMALLEST['AuditEvent'], meta: undefined, recorded: '2026-04-01T12:00:00Z' })
    const event = JSON.parse(text.replaceAll('Device/d', 'Device/all')) as Json
    const at = (location: string): Json => ({
      ...event,
      agent: (event['agent'] as readonly Json[]).map((agent) => ({ ...agent, location: { reference: location } })),
    })
    expect((await all.post('/AuditEvent', at('Location/none'))).status).toBe(201)
    const { issue } = await expectOutcome(await all.post('/AuditEvent', at('Patient/none')), 422, 'value')
    expect(issue[0]?.expression).toEqual(['AuditEvent.agent[0].location.reference'])
  })
})
