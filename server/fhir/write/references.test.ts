import { describe, expect, it } from 'vitest'
import { K0, P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { expectOutcome, F, FD, type Json } from '../testing/fhir-server.ts'
import { batch, type EntryJson, entriesOf, patching, posting, putting, transaction } from './testing/bundles.ts'
import { ifMatch, type Stored, writeServer, writesBy } from './testing/writers.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

interface Issue {
  readonly code: string
  readonly expression?: readonly string[]
  readonly diagnostics: string
}

const issueOf = async (response: Response, status: number, code: string) =>
  (await expectOutcome(response, status, code)).issue[0] as unknown as Issue

describe('what is judged', () => {
  it('VAL-01 is judged the same by every way of writing', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const stored = await a.made(P0)
    const bad: Json = { ...stored, gender: 'x' }
    const { id: _, extension: __, ...body } = bad
    const patch = [{ op: 'replace', path: '/gender', value: 'x' }]
    const said: string[] = []
    const add = ({ code, expression = [], diagnostics }: Issue) =>
      said.push([code, expression[0]?.replace(/^Bundle\.entry\[0\]\.resource/, 'Patient'), diagnostics].join(' '))
    await server.changesNothing(async () => {
      add(await issueOf(await a.post('/Patient', body), 400, 'code-invalid'))
      add(await issueOf(await a.put(`/Patient/${stored.id}`, bad, ifMatch(1)), 400, 'code-invalid'))
      add(await issueOf(await a.patch(`/Patient/${stored.id}`, patch, ifMatch(1)), 400, 'code-invalid'))
      for (const entry of [posting(body), putting(bad), patching(`Patient/${stored.id}`, patch, { ifMatch: 'W/"1"' })])
        add(await issueOf(await a.post('', transaction(entry)), 400, 'code-invalid'))
      const [entry] = await entriesOf(await a.post('', batch(posting(body))), 'batch')
      add((entry as EntryJson).response.outcome?.issue[0] as unknown as Issue)
      const validated = (await (await a.post('/Patient/$validate', body)).json()) as { issue: readonly Issue[] }
      add(validated.issue[0] as Issue)
    })
    expect(said[0]).toMatch(/^code-invalid Patient\.gender /)
    expect(new Set(said).size).toBe(1)
    expect(said).toHaveLength(8)
  })

  it('VAL-16 refers to a type that the element takes, also within the resource and where the reference was elsewhere before', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const other = await a.made(P0)
    const reference = `Patient/${other.id}`
    const unclaimed = { ...P0, meta: undefined }
    const contained = (resourceType: string, more: Json = { active: true }) => [{ resourceType, id: 'o', ...more }]
    const stored = await a.made({ ...unclaimed, link: [{ other: { reference }, type: 'seealso' }] })
    await server.changesNothing(async () => {
      for (const [more, at] of [
        [{ contained: contained('Practitioner'), managingOrganization: { reference: '#o' } }, 'managingOrganization'],
        [{ managingOrganization: { reference: '#' } }, 'managingOrganization'],
        [{ generalPractitioner: [{ reference }] }, 'generalPractitioner[0]'],
      ] as const) {
        const refused = await issueOf(
          await a.put(`/Patient/${stored.id}`, { ...stored, ...more }, ifMatch(1)),
          422,
          'value',
        )
        expect(refused.expression).toEqual([`Patient.${at}.reference`])
        await expectOutcome(await a.post('/Patient', { ...unclaimed, ...more }), 422, 'value')
      }
    })
    await a.made({
      ...unclaimed,
      contained: contained('Organization', { name: 'x' }),
      managingOrganization: { reference: '#o' },
    })
    await a.made({ ...unclaimed, link: [{ other: { reference: '#' }, type: 'seealso' }] })
  })

  it('VAL-02 VAL-08 is 400 where it is no FHIR, and 422 where a profile, a reference or a rule is not met', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await server.task()
    const { name: _, ...nameless } = P0
    await server.changesNothing(async () => {
      await expectOutcome(await a.post('/Patient', { ...P0, foo: 1 }), 400, 'structure')
      await expectOutcome(await a.post('/Patient', { ...nameless, gender: 'x' }), 400, 'code-invalid')
      expect(await issueOf(await a.post('/Patient', nameless), 422, 'required')).toMatchObject({
        expression: ['Patient.name'],
      })
      await expectOutcome(await a.post('/Task', { ...task, for: { reference: 'Patient/none' } }), 422, 'not-found')
      const endpoint = { ...SMALLEST['Endpoint'], address: 'https://evil.example/' }
      await expectOutcome(await a.post('/Endpoint', endpoint), 422, 'business-rule')
    })
  })

  it('VAL-10 VAL-11 has to claim a profile of Koppeltaal, or need not keep one, where the domain says so', async () => {
    const server = await writeServer()
    const { rules } = server.writes
    const by = async (profiles: 'koppeltaal' | 'off') =>
      (await writeServer({ writes: writesBy(server, { ...rules, profiles }) }, { beside: server })).as('A')
    const [strict, off] = [await by('koppeltaal'), await by('off')]
    const [profile] = (P0['meta'] as { readonly profile: readonly string[] }).profile
    const { name: _, ...nameless } = P0
    const refused = await server.changesNothing(() => strict.post('/Patient', { ...P0, meta: undefined }))
    expect(await issueOf(refused, 422, 'required')).toMatchObject({ expression: ['Patient.meta.profile'] })
    expect((await strict.post('/Patient', { ...P0, meta: { profile: [`${profile}|0.16.3`] } })).status).toBe(201)
    await expectOutcome(await strict.post('/Patient', nameless), 422, 'required')
    expect((await off.post('/Patient', nameless)).status).toBe(201)
  })

  it('VAL-12 is refused where a sub-task does not fit the Task that it is part of', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await server.task()
    const parent = await a.made(task)
    const other = await a.made(P0)
    const system = 'http://vzvz.nl/fhir/CodeSystem/koppeltaal-task-code'
    const view = { coding: [{ system, code: 'view' }] }
    const partOf = [{ reference: `Task/${parent.id}`, type: 'Task' }]
    const child = await a.made({ ...task, code: view, partOf })
    const refused: readonly Json[] = [
      { ...task, code: view },
      { ...task, code: view, partOf: [{ reference: `Task/${child.id}`, type: 'Task' }] },
      { ...task, code: view, partOf: [{ reference: `${FD}/Task/${child.id}`, type: 'Task' }] },
      { ...task, code: view, partOf, for: { reference: `Patient/${other.id}`, type: 'Patient' } },
    ]
    for (const body of refused)
      await expectOutcome(await server.changesNothing(() => a.post('/Task', body)), 422, 'business-rule')
    expect((await a.post('/Task', { ...task, code: { coding: [{ code: 'view' }] } })).status).toBe(201)
  })

  it('VAL-12 tells a writer nothing of a Task that it may not read, where references are not looked at', async () => {
    const server = await writeServer()
    const { rules } = server.writes
    const loose = await writeServer({ writes: writesBy(server, { ...rules, integrity: false }) }, { beside: server })
    const { task } = await server.task()
    const system = 'http://vzvz.nl/fhir/CodeSystem/koppeltaal-task-code'
    const view = { coding: [{ system, code: 'view' }] }
    const parent = await (await server.as('A')).made(task)
    const child = { ...task, code: view, partOf: [{ reference: `Task/${parent.id}`, type: 'Task' }] }
    const unfit = { ...child, for: { reference: 'Patient/of-another', type: 'Patient' } }
    await expectOutcome(await (await loose.as('A')).post('/Task', unfit), 422, 'business-rule')
    expect((await (await loose.as('B')).post('/Task', unfit)).status).toBe(201)
  })

  it('VAL-21 is refused with a label that is reserved', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const stored = await a.made(P0)
    const meta = {
      security: [{ system: 'https://koppeltaal.nl/fhir/CodeSystem/security-label', code: 'kt2-delete-flow' }],
    }
    const patch = [{ op: 'add', path: '/meta/security', value: meta.security }]
    await server.changesNothing(async () => {
      for (const send of [
        () => a.post('/Patient', { ...P0, meta }),
        () => a.put(`/Patient/${stored.id}`, { ...stored, meta }, ifMatch(1)),
        () => a.patch(`/Patient/${stored.id}`, patch, ifMatch(1)),
        () => a.post('', transaction(posting({ ...P0, meta }))),
      ]) {
        const { expression } = await issueOf(await send(), 422, 'business-rule')
        expect(expression?.[0]).toMatch(/(Patient|resource)\.meta\.security/)
      }
    })
  })
})

describe('references that a write adds', () => {
  it('VAL-16 are to something that is there, of a type that fits', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task, patient } = await server.task()
    const deleted = await a.made(P0)
    expect((await a.delete(`/Patient/${deleted.id}`)).status).toBe(204)
    await server.changesNothing(async () => {
      for (const reference of ['Patient/none', `Patient/${deleted.id}`, `Patient/${patient.id}/_history/9`]) {
        const refused = await a.post('/Task', { ...task, for: { reference } })
        expect(await issueOf(refused, 422, 'not-found')).toMatchObject({ expression: ['Task.for.reference'] })
      }
      const owned = { ...task, meta: undefined, owner: { reference: `Task/${patient.id}` } }
      await expectOutcome(await a.post('/Task', owned), 422, 'value')
    })
    expect((await a.post('/Task', { ...task, for: { reference: `Patient/${patient.id}/_history/1` } })).status).toBe(
      201,
    )
    const named = { display: 'Marijke', identifier: { system: 'urn:x', value: '1' } }
    expect((await a.post('/Task', { ...task, meta: undefined, for: named })).status).toBe(201)
  })

  it('VAL-17 are the same to what is invisible and to what never was', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await server.task()
    const foreign = await (await server.as('B')).made(P0)
    const said = async (id: string) => {
      const refused = await server.changesNothing(() =>
        a.post('/Task', { ...task, for: { reference: `Patient/${id}` } }),
      )
      return [refused.status, (await refused.text()).replaceAll(id, 'ID')]
    }
    expect(await said(foreign.id)).toEqual(await said(UNKNOWN))
    expect((await said(foreign.id))[0]).toBe(422)
  })

  it('VAL-18 are not looked at where they were there before, are external, the own Device, or of an audit event', async () => {
    const server = await writeServer()
    const [a, all] = [await server.as('A'), await server.as('all')]
    const { task } = await server.task()
    const stored = await a.made(task)
    const owner = String((stored['owner'] as Json)['reference'])
    const unlinked = await writeServer(
      { writes: writesBy(server, { ...server.writes.rules, integrity: false }) },
      { beside: server },
    )
    expect((await (await unlinked.as('A')).delete(`/${owner}`)).status).toBe(204)
    const put = (body: Json, version: number) => a.put(`/Task/${stored.id}`, body, ifMatch(version))
    expect((await put({ ...stored, status: 'in-progress' }, 1)).status).toBe(200)
    await expectOutcome(await a.post('/Task', { ...task, meta: undefined }), 422, 'not-found')
    const plain: Json = { ...K0, meta: undefined, owner: undefined }
    const requester = { reference: 'Device/A', type: 'Device' }
    const external = { ...plain, requester, for: { reference: 'https://elsewhere.example/fhir/Patient/1' } }
    expect((await a.post('/Task', external)).status).toBe(201)
    const contained = { ...plain, for: { reference: '#x' } }
    await expectOutcome(await server.changesNothing(() => a.post('/Task', contained)), 400, 'invalid')
    const event = JSON.parse(
      JSON.stringify({ ...SMALLEST['AuditEvent'], recorded: '2026-04-01T12:00:00Z' }).replaceAll(
        'Device/d',
        'Device/all',
      ),
    ) as Json
    expect((await all.post('/AuditEvent', event)).status).toBe(201)
  })

  it.each([F, FD])('VAL-19 below %s are local ones, stored as they were sent', async (base) => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task, patient } = await server.task()
    const reference = `${base}/Patient/${patient.id}`
    const stored: Stored = await a.made({ ...task, for: { reference } })
    expect(stored['for']).toEqual({ reference })
    const refused = await a.post('/Task', { ...task, for: { reference: `${base}/Patient/none` } })
    await expectOutcome(refused, 422, 'not-found')
    await expectOutcome(await a.delete(`/Patient/${patient.id}`), 409, 'conflict')
  })

  it('VAL-20 are neither to an entry nor by criteria where there is no transaction', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await server.task()
    const stored = await a.made(task)
    await server.changesNothing(async () => {
      for (const [reference, code] of [
        [`urn:uuid:${UNKNOWN}`, 'not-found'],
        ['urn:oid:1.2.3', 'not-found'],
        ['Patient?identifier=p0', 'not-supported'],
      ] as const) {
        await expectOutcome(await a.post('/Task', { ...task, for: { reference } }), 422, code)
        const change = { ...stored, requester: { reference } }
        await expectOutcome(await a.put(`/Task/${stored.id}`, change, ifMatch(1)), 422, code)
        const patch = [{ op: 'add', path: '/requester', value: { reference } }]
        await expectOutcome(await a.patch(`/Task/${stored.id}`, patch, ifMatch(1)), 422, code)
      }
    })
  })
})
