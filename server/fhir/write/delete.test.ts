import { describe, expect, it } from 'vitest'
import { ENDPOINT, INSTANTIATES } from '#lib/fhir/koppeltaal.ts'
import { R4_TYPES } from '#lib/fhir/types.ts'
import { D0, P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { bundleOf, F, FD, idsOf, type Json } from '../testing/fhir-server.ts'
import { expectRefused } from './testing/refusals.ts'
import { ifMatch, type Stored, type Writer, writeServer } from './testing/writers.ts'

const ORGANIZATION = SMALLEST['Organization'] as Json
const patientOf = (more: Json): Json => ({ resourceType: 'Patient', ...more })

async function deleted(writer: Writer, { resourceType, id }: Json): Promise<void> {
  const response = await writer.delete(`/${resourceType}/${id}`)
  expect(`${response.status} ${await response.text()}`).toBe('204 ')
}

describe.each([F, FD])('delete below %s', (base) => {
  it('DEL-01 answers 204 with the version that the deletion is, and nothing else', async () => {
    const { as } = await writeServer()
    const a = await as('A', undefined, base)
    const { id } = await a.made(P0)
    const response = await a.delete(`/Patient/${id}`)
    expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([204, '', 'W/"2"'])
    expect(response.headers.get('content-type')).toBeNull()
    const read = await a.get(`/Patient/${id}`)
    expect(read.headers.get('etag')).toBe('W/"2"')
    await expectRefused(read, 410, 'deleted')
  })
})

describe('after a deletion', () => {
  it('DEL-02 the resource is gone from reads and searches, and its versions and history stay', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    const [{ id }, other] = [await a.made(P0), await a.made(P0)]
    await deleted(a, { resourceType: 'Patient', id })
    const head = await a.send('HEAD', `/Patient/${id}`)
    expect([head.status, head.headers.get('etag')]).toEqual([410, 'W/"2"'])
    expect((await a.get(`/Patient/${id}/_history/1`)).status).toBe(200)
    expect((await a.get(`/Patient/${id}/_history/2`)).status).toBe(410)
    const { entry = [] } = (await (await a.get(`/Patient/${id}/_history`)).json()) as {
      readonly entry?: readonly { readonly request: { readonly method: string }; readonly resource?: Json }[]
    }
    expect(entry.map(({ request, resource }) => [request.method, resource !== undefined])).toEqual([
      ['DELETE', false],
      ['POST', true],
    ])
    expect(idsOf(await bundleOf(await a.get('/Patient')))).toEqual([other.id])
    expect(idsOf(await bundleOf(await a.get('/Patient?identifier=p0')))).toEqual([other.id])
    expect(idsOf(await bundleOf(await a.get(`/Patient?_id=${id}`)))).toEqual([])
  })

  it('DEL-03 a second one changes nothing', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    await deleted(a, { resourceType: 'Patient', id })
    /** What the audit log says of each deletion. */
    const notes = async () =>
      (await server.events())
        .filter((event) => event.subtype[0]?.code === 'delete')
        .map(({ outcomeDesc }) => outcomeDesc)
    expect(await notes()).toEqual(['fhir: delete'])
    const response = await server.changesNothing(() => a.delete(`/Patient/${id}`))
    expect([response.status, response.headers.get('etag')]).toEqual([204, 'W/"2"'])
    expect(await notes()).toEqual(['fhir: delete', expect.stringContaining('unchanged')])
  })
})

describe('what a deletion refuses', () => {
  it('DEL-04 gives the same answer for what is not there and for what is not to be seen', async () => {
    const server = await writeServer()
    const [a, b] = [await server.as('A'), await server.as('B')]
    const { id } = await b.made(P0)
    const number = { 'x-request-id': 'same' }
    await server.changesNothing(async () => {
      const unknown = await a.delete('/Patient/0b5e8f4c-6bd2-4d38-9c3a-0a0b6e2f7f10', number)
      const invisible = await a.delete(`/Patient/${id}`, number)
      const whole = async (response: Response) => {
        const { 'x-trace-id': _, ...headers } = Object.fromEntries(response.headers)
        return [response.status, headers, await response.text()]
      }
      const copy = unknown.clone()
      expect(await whole(invisible)).toEqual(await whole(unknown))
      await expectRefused(copy, 404, 'not-found')
    })
    expect((await b.get(`/Patient/${id}`)).status).toBe(200)
  })

  it('DEL-05 compares If-Match where it is sent', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    await server.changesNothing(async () => {
      await expectRefused(await a.delete(`/Patient/${id}`, ifMatch(7)), 412, 'conflict')
      await expectRefused(await a.delete(`/Patient/${id}`, { 'if-match': '1' }), 400, 'invalid')
      await expectRefused(await a.delete(`/Patient/${id}`, { 'if-match': '*' }), 412, 'required')
    })
    expect((await a.delete(`/Patient/${id}`, ifMatch(1))).status).toBe(204)
  })

  it('DEL-06 keeps what a current resource refers to, until it refers to something else or is gone', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { patient, practitioner, task } = await server.task()
    const made = await a.made(task)
    const other = await a.made(SMALLEST['Practitioner'] as Json)
    await server.changesNothing(async () => {
      await expectRefused(await a.delete(`/Patient/${patient.id}`), 409, 'conflict')
      await expectRefused(await a.delete(`/Practitioner/${practitioner.id}`), 409, 'conflict')
    })
    const owner = { reference: `Practitioner/${other.id}`, type: 'Practitioner' }
    expect((await a.put(`/Task/${made.id}`, { ...made, owner }, ifMatch(1))).status).toBe(200)
    await deleted(a, practitioner)
    await deleted(a, made)
    await deleted(a, patient)
  })

  const reference = ({ resourceType, id }: Json, more = '') => ({ reference: `${resourceType}/${id}${more}` })
  it.each<[string, (target: Stored) => Json, Json]>([
    ['an element of the root', (target) => patientOf({ managingOrganization: reference(target) }), ORGANIZATION],
    [
      'an element in a backbone element',
      (target) => patientOf({ contact: [{ organization: reference(target) }] }),
      ORGANIZATION,
    ],
    ['one of several', (target) => patientOf({ link: [{ other: reference(target), type: 'seealso' }] }), P0],
    [
      'an identifier’s assigner',
      (target) => patientOf({ identifier: [{ value: 'x', assigner: reference(target) }] }),
      ORGANIZATION,
    ],
    [
      'a contained resource',
      (target) =>
        patientOf({
          contained: [{ resourceType: 'Organization', id: 'o', name: 'x', partOf: reference(target) }],
          managingOrganization: { reference: '#o' },
        }),
      ORGANIZATION,
    ],
    [
      'an extension',
      (target) => patientOf({ extension: [{ url: 'http://example.org/x', valueReference: reference(target) }] }),
      ORGANIZATION,
    ],
    [
      'an extension within an element',
      (target) =>
        patientOf({
          name: [{ family: 'x', extension: [{ url: 'http://example.org/x', valueReference: reference(target) }] }],
        }),
      ORGANIZATION,
    ],
    [
      'an extension of a primitive',
      (target) =>
        patientOf({
          birthDate: '1980-01-01',
          _birthDate: { extension: [{ url: 'http://example.org/x', valueReference: reference(target) }] },
        }),
      ORGANIZATION,
    ],
    ['a version', (target) => patientOf({ managingOrganization: reference(target, '/_history/1') }), ORGANIZATION],
    [
      'its whole URL',
      (target) => patientOf({ managingOrganization: { reference: `${F}/Organization/${target.id}` } }),
      ORGANIZATION,
    ],
    [
      'its whole URL at the other base',
      (target) => patientOf({ managingOrganization: { reference: `${FD}/Organization/${target.id}` } }),
      ORGANIZATION,
    ],
    [
      'its whole URL with a version',
      (target) => patientOf({ managingOrganization: { reference: `${F}/Organization/${target.id}/_history/1` } }),
      ORGANIZATION,
    ],
    [
      'the Endpoint of an activity',
      (target) => ({ ...D0, extension: [{ url: ENDPOINT, valueReference: reference(target) }] }),
      SMALLEST['Endpoint'] as Json,
    ],
    [
      'the activity of a Task',
      (target) => ({
        resourceType: 'Task',
        ...{ status: 'ready', intent: 'order' },
        extension: [{ url: INSTANTIATES, valueReference: reference(target) }],
      }),
      { resourceType: 'ActivityDefinition', status: 'active' },
    ],
  ])('DEL-07 counts every reference: %s', async (_, referring, target) => {
    const server = await writeServer()
    const all = await server.as('all')
    const stored = await all.made(target)
    const referrer = await all.made(referring(stored))
    const [issue] = await server.changesNothing(async () =>
      expectRefused(await all.delete(`/${stored['resourceType']}/${stored.id}`), 409, 'conflict'),
    )
    expect(issue?.diagnostics).toContain(`${referrer['resourceType']}/${referrer.id}`)
    await deleted(all, referrer)
    await deleted(all, stored)
  })

  it('DEL-07 counts the references of types that were switched on', async () => {
    const server = await writeServer({ resourceTypes: R4_TYPES })
    server.clients.set('all', [{ type: '*', operations: 'cruds' }])
    const all = await server.as('all', 'system/*.cruds')
    const [subject, focus] = [await all.made(P0), await all.made(ORGANIZATION)]
    const code = { text: 'Sleep' }
    const made = await all.made({
      ...{ resourceType: 'Observation', status: 'final', code },
      ...{ subject: reference(subject), focus: [reference(focus)] },
    })
    for (const { resourceType, id } of [subject, focus] as readonly Json[])
      await expectRefused(await all.delete(`/${resourceType}/${id}`), 409, 'conflict')
    for (const one of [made, subject, focus]) await deleted(all, one)
  })

  it('DEL-07 counts the resource-origin: the Device of what it made stays', async () => {
    const server = await writeServer()
    const all = await server.as('all')
    const device = await all.made(SMALLEST['Device'] as Json)
    const extension = [
      {
        url: 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin',
        valueReference: { reference: `Device/${device.id}` },
      },
    ]
    await server.put({ ...P0, id: 'of-it', extension })
    await server.changesNothing(async () => expectRefused(await all.delete(`/Device/${device.id}`), 409, 'conflict'))
  })

  it('DEL-08 counts no AuditEvents, no earlier versions and no references of a resource to itself', async () => {
    const server = await writeServer()
    const all = await server.as('all')
    const target = await all.made(ORGANIZATION)
    const patient = await all.made(patientOf({ managingOrganization: reference(target) }))
    const { managingOrganization: _, ...without } = patient
    expect((await all.put(`/Patient/${patient.id}`, without, ifMatch(1))).status).toBe(200)
    const example = JSON.stringify(SMALLEST['AuditEvent'])
      .replaceAll('Device/d', 'Device/all')
      .replaceAll('"Patient/p"', `"Organization/${target.id}"`)
      .replaceAll('"Patient"', '"Organization"')
    await all.made({ ...JSON.parse(example), recorded: new Date(server.now()).toISOString() })
    const itself = { ...target, partOf: reference(target) }
    expect((await all.put(`/Organization/${target.id}`, itself, ifMatch(1))).status).toBe(200)
    await deleted(all, target)
  })

  it('DEL-09 names the referring resource to who may read it, and only says that there is one to others', async () => {
    const server = await writeServer()
    const [all, b] = [await server.as('all'), await server.as('B')]
    const mine = await b.made(P0)
    const { id } = await all.made(patientOf({ link: [{ other: reference(mine), type: 'seealso' }] }))
    const [hidden] = await expectRefused(await b.delete(`/Patient/${mine.id}`), 409, 'conflict')
    expect(hidden?.diagnostics).not.toContain(id)
    expect(hidden?.diagnostics).not.toContain('Patient/')
    const [shown] = await expectRefused(await all.delete(`/Patient/${mine.id}`), 409, 'conflict')
    expect(shown?.diagnostics).toContain(`Patient/${id}`)
  })

  it('DEL-10 tells what was done to who prefers an OperationOutcome', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    const { id } = await a.made(P0)
    const response = await a.delete(`/Patient/${id}`, { prefer: 'return=OperationOutcome' })
    expect([response.status, response.headers.get('etag')]).toEqual([200, 'W/"2"'])
    expect(response.headers.get('preference-applied')).toBe('return=OperationOutcome')
    expect(await response.json()).toMatchObject({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'information', code: 'informational' }],
    })
  })

  it('DEL-11 ignores a body', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    const { id } = await a.made(P0)
    expect((await a.send('DELETE', `/Patient/${id}`, '{"resourceType":')).status).toBe(204)
  })

  it('DEL-12 never leaves a Task for a Patient that was deleted, in a race', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    for (let round = 0; round < 20; round += 1) {
      const { patient, task } = await server.task()
      const [removal, creation] = await Promise.all([a.delete(`/Patient/${patient.id}`), a.post('/Task', task)])
      expect([
        [409, 201],
        [204, 422],
      ]).toContainEqual([removal.status, creation.status])
    }
  })

  it('DEL-13 deletes nothing but one resource: no criteria, no cascade, no expunging', async () => {
    const server = await writeServer()
    const all = await server.as('all')
    const { id } = await all.made(P0)
    await server.changesNothing(async () => {
      await expectRefused(await all.delete(''), 405, 'not-supported')
      await expectRefused(await all.delete('/Patient'), 400, 'invalid')
      await expectRefused(await all.delete(`/Patient/${id}?_cascade=delete`), 400, 'not-supported')
      expect((await all.delete(`/Patient/${id}/$expunge`)).status).toBe(404)
      expect((await all.post(`/Patient/${id}/$expunge`, { resourceType: 'Parameters' })).status).toBe(404)
      await expectRefused(await all.delete(`/Patient/${id}?_hardDelete=true`), 400, 'not-supported')
      await expectRefused(await all.delete('/Patient?_cascade=delete'), 400, 'not-supported')
      await expectRefused(await all.delete('/Patient?identifier=p0&_hardDelete=true'), 400, 'not-supported')
    })
  })
})
