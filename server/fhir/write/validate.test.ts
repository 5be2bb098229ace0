import { describe, expect, it } from 'vitest'
import { K0, P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { expectOutcome, F, FD, type Json } from '../testing/fhir-server.ts'
import { ifMatch, type WriteServer, writeServer } from './testing/writers.ts'

interface Issue {
  readonly severity: string
  readonly code: string
  readonly expression?: readonly string[]
  readonly diagnostics: string
}

const issuesOf = async (response: Response): Promise<readonly Issue[]> => {
  const text = await response.text()
  expect(`${response.status} ${text}`).toMatch(/^200 /)
  const outcome = JSON.parse(text) as { readonly resourceType: string; readonly issue: readonly Issue[] }
  expect(outcome.resourceType).toBe('OperationOutcome')
  return outcome.issue
}

const found = (issues: readonly Issue[]) =>
  issues.map(({ severity, code, expression }) => `${severity} ${code} ${expression?.[0] ?? ''}`.trim())

const parameters = (resource: Json, more: readonly Json[] = []): Json => ({
  resourceType: 'Parameters',
  parameter: [{ name: 'resource', resource }, ...more],
})

const MODE_UPDATE = [{ name: 'mode', valueCode: 'update' }]

/** Asks about a resource; nothing may change. */
const asked = async (server: WriteServer, path: string, body: unknown, client: 'A' | 'all' = 'A') =>
  found(await server.changesNothing(async () => issuesOf(await (await server.as(client)).post(path, body))))

describe.each([F, FD])('$validate below %s', (base) => {
  it('VAL-22 finds nothing wrong with a resource that can be stored, and stores nothing', async () => {
    const server = await writeServer()
    const a = await server.as('A', undefined, base)
    const response = await server.changesNothing(() => a.post('/Patient/$validate', P0))
    expect(found(await issuesOf(response))).toEqual(['information informational'])
  })
})

describe('$validate', () => {
  it('VAL-22 says all that is wrong with a resource, with 200', async () => {
    const server = await writeServer()
    const { name: _, ...nameless } = P0
    expect(await asked(server, '/Patient/$validate', { ...P0, gender: 'x', foo: 1 })).toEqual([
      ...['error code-invalid Patient.gender', 'error structure Patient.foo'],
    ])
    expect(await asked(server, '/Patient/$validate', nameless)).toEqual(['error required Patient.name'])
    expect(await asked(server, '/Task/$validate', P0)).toEqual(['error invalid resourceType'])
  })

  it('VAL-01 tells of a whole number that is written as none, however it comes', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const stored = await a.made(P0)
    const telecom = '"telecom":[{"system":"phone","value":"1","rank":1.0}]'
    const odd = JSON.stringify({ ...P0, telecom: 'here' }).replace('"telecom":"here"', telecom)
    const add = '[{"op":"add","path":"/telecom","value":[{"system":"phone","value":"1","rank":1.0}]}]'
    const entry = `{"resource":${odd},"request":{"method":"POST","url":"Patient"}}`
    const bundle = (type: string) => `{"resourceType":"Bundle","type":"${type}","entry":[${entry}]}`
    await server.changesNothing(async () => {
      for (const refused of [
        await a.post('/Patient', odd),
        await a.put(`/Patient/${stored.id}`, odd.replace('{', `{"id":"${stored.id}",`), ifMatch(1)),
        await a.patch(`/Patient/${stored.id}`, add, ifMatch(1)),
        await a.post('', bundle('transaction')),
      ])
        await expectOutcome(refused, 400, 'value')
      expect(await (await a.post('', bundle('batch'))).text()).toContain('"status":"400 Bad Request"')
      for (const sent of [odd, `{"resourceType":"Parameters","parameter":[{"name":"resource","resource":${odd}}]}`])
        expect(found(await issuesOf(await a.post('/Patient/$validate', sent)))).toEqual([
          'error value Patient.telecom[0].rank',
        ])
    })
  })

  it('HDR-09 VAL-22 is there at the base, as the CapabilityStatement says, where the resource says its type', async () => {
    const server = await writeServer()
    const { name: _, ...nameless } = P0
    expect(await asked(server, '/$validate', P0)).toEqual(['information informational'])
    expect(await asked(server, '/$validate', nameless)).toEqual(['error required Patient.name'])
    expect(await asked(server, '/$validate', parameters(P0))).toEqual(['information informational'])
    const made = await (await server.as('A')).made(P0)
    expect(await asked(server, '/$validate', parameters({ ...made, gender: 'x' }, MODE_UPDATE))).toEqual([
      'error code-invalid Patient.gender',
    ])
    const reader = await server.as('ro')
    await expectOutcome(await reader.post('/$validate', P0), 403, 'forbidden')
    await expectOutcome(await reader.post('/$validate', { resourceType: 'Observation' }), 404, 'not-supported')
    await expectOutcome(await reader.get('/$validate'), 405, 'not-supported')
  })

  it('VAL-22 HDR-09 is the only operation: others are said not to be there, whatever the method', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const made = await a.made(P0)
    const long = `/$${'x'.repeat(40)}`
    const hidden = await expectOutcome(await a.get(long), 404, 'not-supported')
    expect(hidden.issue[0]?.diagnostics).toContain('no such operation, a text of 41 characters, not repeated here;')
    for (const path of ['/$everything', '/Patient/$everything', `/Patient/${made.id}/$everything`, '/$export']) {
      const said = [await a.get(path), await a.post(path, P0)]
      for (const response of said) {
        const outcome = await expectOutcome(response, 404, 'not-supported')
        expect(outcome.issue[0]?.diagnostics).toBe(
          `This address has no such operation, "${path.slice(path.indexOf('$'))}"; this server offers $validate on the base, on a type and on a resource.`,
        )
      }
    }
  })

  it('VAL-09 VAL-15 VAL-22 says what it did not look at', async () => {
    const server = await writeServer()
    const resource = {
      ...P0,
      meta: { profile: ['http://example.org/x'] },
      maritalStatus: { coding: [{ system: 'http://example.org/codes', code: 'x' }] },
    }
    const told = await asked(server, '/Patient/$validate', resource)
    expect(told).toEqual([
      ...[
        'information informational Patient.meta.profile[0]',
        'information informational Patient.maritalStatus.coding[0]',
      ],
    ])
  })

  it('VAL-22 takes the resource, a mode and a profile as Parameters', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { meta, name: _, ...plain } = P0
    const [profile] = (meta as { readonly profile: readonly string[] }).profile
    const claims = { name: 'profile', valueUri: profile }
    expect(await asked(server, '/Patient/$validate', parameters(plain))).toEqual(['information informational'])
    expect(await asked(server, '/Patient/$validate', parameters(plain, [claims]))).toEqual([
      'error required Patient.name',
    ])
    expect(await asked(server, `/Patient/$validate?profile=${profile}`, plain)).toEqual(['error required Patient.name'])
    const stored = await a.made(P0)
    const update = (resource: Json) => asked(server, '/Patient/$validate', parameters(resource, MODE_UPDATE))
    expect(await update(stored)).toEqual(['information informational'])
    expect(await update({ ...stored, id: 'nobody' })).toEqual(['error not-found Patient.id'])
    for (const [body, code] of [
      [parameters(P0, [{ name: 'mode', valueCode: 'profile' }]), 'invalid'],
      [parameters(P0, [{ name: 'mode', valueString: 'update' }]), 'invalid'],
      [{ resourceType: 'Parameters', parameter: [{ name: 'mode', valueCode: 'delete' }] }, 'required'],
      [{ resourceType: 'Parameters' }, 'required'],
      ['{', 'structure'],
    ] as const)
      await expectOutcome(await a.post('/Patient/$validate', body), 400, code)
    await expectOutcome(await a.post('/Patient/$validate?foo=1', P0), 400, 'not-supported')
    await expectOutcome(await a.post('/Patient/$validate', P0, { 'content-type': 'text/plain' }), 415, 'not-supported')
  })

  it('VAL-01 VAL-22 judges a change as the update would be judged', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await server.task()
    const ready = await a.made(task)
    const done = { ...ready, status: 'completed' }
    expect((await a.put(`/Task/${ready.id}`, done, ifMatch(1))).status).toBe(200)
    for (const path of ['/Task/$validate?mode=update', `/Task/${ready.id}/$validate?mode=update`])
      expect(await asked(server, path, ready)).toEqual(['error business-rule Task.status'])
    expect(await asked(server, `/Task/${ready.id}/$validate?mode=update`, { ...ready, id: 'other' })).toEqual([
      'error invalid Task.id',
    ])
    const endpoint = { ...SMALLEST['Endpoint'], address: 'https://evil.example/launch' }
    expect(await asked(server, '/Endpoint/$validate?mode=create', endpoint)).toContain(
      'error business-rule Endpoint.address',
    )
  })

  it('VAL-17 VAL-22 tells an invisible resource from none no better than a write does', async () => {
    const server = await writeServer()
    const { task } = await server.task()
    const foreign = await (await server.as('B')).made(P0)
    const told = async (id: string) => {
      const a = await server.as('A')
      const body = { ...task, for: { reference: `Patient/${id}` } }
      const issues = await issuesOf(await a.post('/Task/$validate?mode=create', body))
      return JSON.stringify(issues).replaceAll(id, 'ID')
    }
    expect(await told(foreign.id)).toBe(await told('00000000-0000-4000-8000-000000000000'))
    expect(await told(foreign.id)).toContain('not-found')
  })

  it('VAL-22 of what is stored needs the permission to read, and says what a write would be told', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task, practitioner } = await server.task()
    const { id } = await a.made(task)
    const path = `/Task/${id}/$validate`
    expect(found(await issuesOf(await a.get(path)))).toEqual(['information informational'])
    server.clients.set('B', [{ type: 'Task', operations: 'r' }])
    const reader = await server.as('B', 'system/Task.r')
    expect(found(await issuesOf(await reader.get(path)))).toEqual(['information informational'])
    expect(found(await issuesOf(await reader.get(`${path}?mode=update`)))).toEqual(['error not-found Task.id'])
    await expectOutcome(await reader.post('/Task/$validate', task), 403, 'forbidden')
    await expectOutcome(await a.get('/Task/nobody/$validate'), 404, 'not-found')
    await expectOutcome(
      await (await server.as('granted')).get(`/Patient/${practitioner.id}/$validate`),
      404,
      'not-found',
    )
  })

  it('VAL-22 needs the permission to create or to update', async () => {
    const server = await writeServer()
    const ro = await server.as('ro')
    const refused = await ro.post('/Patient/$validate', P0)
    expect(refused.headers.get('www-authenticate')).toContain('insufficient_scope')
    await expectOutcome(refused, 403, 'forbidden')
    const granted = await server.as('granted', 'system/Task.ru')
    const { task } = await server.task()
    const stored = await (await server.as('A')).made(task)
    expect(found(await issuesOf(await granted.post('/Task/$validate?mode=update', stored)))).not.toContain(
      'error not-found Task.id',
    )
    await expectOutcome(await ro.post('/Observation/$validate', P0), 404, 'not-supported')
    await expectOutcome(await ro.put('/Patient/$validate', P0), 405, 'not-supported')
    await expectOutcome(await ro.get('/Patient/$validate'), 405, 'not-supported')
  })
})

describe('the mode of $validate (value set resource-validation-mode)', () => {
  it.each(['', '?mode=update'])(
    'VAL-22 has nothing against what was read here, by GET and by POST: %j',
    async (mode) => {
      const server = await writeServer()
      const a = await server.as('A')
      const { task } = await server.task()
      const made = await a.made(task)
      const path = `/Task/${made.id}/$validate${mode}`
      expect(made['extension']).toBeDefined()
      for (const ask of [
        () => a.get(path),
        () => a.post(path, made),
        () => a.post(`/Task/$validate${mode}`, made),
        () => a.post(`/$validate${mode}`, parameters(made)),
      ])
        expect(found(await issuesOf(await server.changesNothing(ask)))).toEqual(['information informational'])
    },
  )

  it('VAL-22 without one applies no rule about writing: not of labels, of other resources nor of a status', async () => {
    const server = await writeServer()
    const tag = [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }]
    const { task } = await server.task()
    const odd = { ...task, for: { reference: 'Patient/none' }, meta: { ...(task['meta'] as Json), tag } }
    expect(await asked(server, '/Task/$validate', odd)).toEqual([expect.stringMatching(/^information/)])
    expect(await asked(server, '/Task/$validate?mode=create', odd)).toEqual([
      ...['error business-rule Task.meta.tag', 'error not-found Task.for.reference'],
      expect.stringMatching(/^information/),
    ])
    expect(await asked(server, '/Task/$validate', { ...task, owner: { reference: 'Location/1' } })).toContain(
      'error value Task.owner.reference',
    )
  })

  it.each(['AAA', 'profile', 'Create'])('VAL-22 is create, update or delete, and never %j', async (mode) => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    for (const ask of [
      () => a.get(`/Patient/${id}/$validate?mode=${mode}`),
      () => a.post(`/Patient/${id}/$validate?mode=${mode}`, P0),
      () => a.post(`/Patient/$validate?mode=${mode}`, P0),
      () => a.post('/Patient/$validate', parameters(P0, [{ name: 'mode', valueCode: mode }])),
    ])
      await expectOutcome(await ask(), 400, 'invalid')
    await expectOutcome(await a.get(`/Patient/${id}/$validate?mode=create&mode=update`), 400, 'invalid')
  })

  it('VAL-22 of a deletion says what the DELETE would be told, by GET and by POST', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task, patient } = await server.task()
    const made = await a.made(task)
    const path = `/Patient/${patient.id}/$validate?mode=delete`
    const body = { resourceType: 'Parameters', parameter: [{ name: 'mode', valueCode: 'delete' }] }
    const ways = [
      () => a.get(path),
      () => a.post(path, patient),
      () => a.post(`/Patient/${patient.id}/$validate`, body),
      () => a.post('/Patient/$validate?mode=delete', { resourceType: 'Patient', id: patient.id, gender: 'ignored' }),
    ]
    const all = () => Promise.all(ways.map(async (ask) => found(await issuesOf(await server.changesNothing(ask)))))
    expect(new Set((await all()).flat())).toEqual(new Set(['error conflict Patient']))
    expect((await a.delete(`/Task/${made.id}`)).status).toBe(204)
    expect(new Set((await all()).flat())).toEqual(new Set(['information informational']))
    const b = await server.as('B')
    expect(found(await issuesOf(await b.post('/Patient/$validate?mode=delete', patient)))).toEqual([
      'error not-found Patient.id',
    ])
    expect((await a.delete(`/Patient/${patient.id}`)).status).toBe(204)
  })
})

describe('the profile that $validate is asked for', () => {
  const BASE = 'http://hl7.org/fhir/StructureDefinition'
  const plain: Json = { resourceType: 'Patient', active: true }

  it.each(['Patient', 'Patient|4.0.1', 'DomainResource', 'Resource|4.0'])(
    'P7 is known where it is the definition of %s',
    async (name) => {
      const server = await writeServer()
      const profile = `${BASE}/${name}`
      const address = `/Patient/$validate?profile=${encodeURIComponent(profile)}`
      const a = await server.as('A')
      const stored = await a.made({ ...plain, meta: { profile: [profile] } })
      for (const ask of [
        () => a.post(address, plain),
        () => a.post('/Patient/$validate', parameters(plain, [{ name: 'profile', valueUri: profile }])),
        () => a.post('/Patient/$validate', { ...plain, meta: { profile: [profile] } }),
        () => a.get(`/Patient/${stored.id}/$validate`),
      ])
        expect((await issuesOf(await ask())).map((issue) => issue.diagnostics)).toEqual(['No problems found'])
    },
  )

  it.each(['Task', 'HumanName', 'string', 'Task|4.0.1'])('P7 is not that of another type: %s', async (name) => {
    const server = await writeServer()
    const a = await server.as('A')
    const profile = `${BASE}/${name}`
    const claiming = { ...plain, meta: { profile: ['urn:x', profile] } }
    await expectOutcome(await server.changesNothing(() => a.post('/Patient', claiming)), 422, 'value')
    expect(await asked(server, '/Patient/$validate', claiming)).toContain('error value Patient.meta.profile[1]')
    expect(await asked(server, `/Patient/$validate?profile=${encodeURIComponent(profile)}`, plain)).toEqual([
      'error value Patient',
    ])
  })

  it.each(['vitalsigns', 'Patient|3.0.2', 'patient'])(
    'P7 VAL-09 is unknown where it is any other: %s',
    async (name) => {
      const server = await writeServer()
      const profile = `${BASE}/${name}`
      const [issue] = await issuesOf(
        await (await server.as('A')).post('/Patient/$validate', { ...plain, meta: { profile: [profile] } }),
      )
      expect(issue?.diagnostics).toContain('it is not known here')
    },
  )

  it('VAL-22 is reported at an element that the resource has', async () => {
    const server = await writeServer()
    const unknown = encodeURIComponent('http://example.org/x')
    expect(await asked(server, `/Patient/$validate?profile=${unknown}`, plain)).toEqual([
      'information informational Patient',
    ])
    const claiming = { ...plain, meta: { profile: ['urn:y'] } }
    expect(await asked(server, `/Patient/$validate?profile=${unknown}`, claiming)).toEqual([
      ...['information informational Patient.meta.profile[0]', 'information informational Patient'],
    ])
    const other = encodeURIComponent(String((K0['meta'] as { readonly profile: readonly string[] }).profile[0]))
    expect(await asked(server, `/Patient/$validate?profile=${other}`, plain)).toContain('error value Patient')
  })
})

describe('texts that R4 advises against', () => {
  it.each([' ', '\u00a0\t', 'a\u0001b'])(
    'VAL-24 are stored as they were sent, and $validate warns: %j',
    async (family) => {
      const server = await writeServer()
      const a = await server.as('A')
      const odd: Json = { resourceType: 'Patient', name: [{ family }] }
      const made = await a.made(odd)
      expect(((await (await a.get(`/Patient/${made.id}`)).json()) as Json)['name']).toEqual(odd['name'])
      for (const path of ['/Patient/$validate', '/Patient/$validate?mode=create'])
        expect(await asked(server, path, odd)).toEqual(['warning value Patient.name[0].family'])
      expect(found(await issuesOf(await a.get(`/Patient/${made.id}/$validate`)))).toEqual([
        'warning value Patient.name[0].family',
      ])
    },
  )

  it('VAL-24 are warned of up to twenty times', async () => {
    const server = await writeServer()
    const name = Array.from({ length: 30 }, () => ({ family: ' ' }))
    expect(await asked(server, '/Patient/$validate', { resourceType: 'Patient', name })).toHaveLength(20)
  })

  it.each(['"\\u0000"', '"\\ud800"', '"\\udc00x"'])('VAL-24 CRE-10 are not %s', async (family) => {
    const server = await writeServer()
    const a = await server.as('A')
    const refused = () => a.post('/Patient', `{"resourceType":"Patient","name":[{"family":${family}}]}`)
    await expectOutcome(await server.changesNothing(refused), 400, 'structure')
  })
})
