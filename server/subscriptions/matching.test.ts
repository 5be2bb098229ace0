import { describe, expect, it } from 'vitest'
import { originOf } from '#lib/fhir/koppeltaal.ts'
import { compared } from '#lib/fhir/search/matching.ts'
import { receiver } from './testing/receiver.ts'
import { OWNER, subscribed } from './testing/subscribed.ts'

type Json = Readonly<Record<string, unknown>>

/** Numbers that are the same in every run (a linear congruential generator, Numerical Recipes). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const below = numbers(7)
const oneOf = <Value>(...values: readonly Value[]): Value => values[below(values.length)] as Value

const TASK_CRITERIA = [
  'Task',
  'Task?',
  'Task?status=ready',
  'Task?status=ready,completed',
  'Task?status=http://hl7.org/fhir/task-status|ready',
  'Task?owner=Practitioner/a',
  'Task?owner=a',
  'Task?owner=Practitioner/a,Practitioner/b&status=ready',
  'Task?owner=http://localhost:3000/fhir/DEFAULT/Practitioner/a',
  'Task?patient=Patient/p1',
  'Task?patient=p2',
  'Task?patient=Practitioner/a',
  'Task?subject=Patient/p1&owner=Practitioner/b',
  'Task?identifier=urn:s|1',
  'Task?identifier=urn:s|',
  'Task?identifier=|2',
  'Task?identifier=2',
  'Task?identifier=1,3&identifier=urn:s|3,urn:t|1',
  'Task?instantiates=ActivityDefinition/x',
  'Task?_id=task-1,task-2,task-50',
  'Task?_lastUpdated=gt2020',
  'Task?_lastUpdated=lt2020',
  `Task?resource-origin=Device/${OWNER}`,
  'Task?resource-origin=Device/other&status=ready',
  'Task?resource-origin=Device/nobody',
]
const PATIENT_CRITERIA = [
  'Patient?name=jan',
  'Patient?family=\u00e9mile,zo\u00eb',
  'Patient?birthdate=ge1980',
  'Patient?birthdate=lt1980-06&gender=female',
  'Patient?active=true&name=\ufb01',
]

const randomTask = (n: number): Json => ({
  resourceType: 'Task',
  id: `task-${n}`,
  status: oneOf('ready', 'completed', 'draft'),
  intent: 'order',
  extension: [
    originOf(oneOf(OWNER, 'other')),
    ...oneOf(
      [],
      [
        {
          url: 'http://vzvz.nl/fhir/StructureDefinition/instantiates',
          valueReference: { reference: 'ActivityDefinition/x' },
        },
      ],
    ),
  ],
  identifier: [{ ...oneOf({}, { system: 'urn:s' }, { system: 'urn:t' }), value: String(below(4)) }],
  owner: { reference: `Practitioner/${oneOf('a', 'b', 'c')}` },
  for: { reference: oneOf('Patient/p1', 'Patient/p2', 'Practitioner/a') },
})

const randomPatient = (n: number): Json => ({
  resourceType: 'Patient',
  id: `patient-${n}`,
  extension: [originOf(oneOf(OWNER, 'other'))],
  active: oneOf(true, false),
  gender: oneOf('male', 'female'),
  birthDate: oneOf('1979', '1980-01', '1980-06-15', '1991-12-31'),
  name: [{ family: oneOf('Jansen', '\u00c9mile', 'Zo\u00eb', '\ufb01n', '\u{1f600}'), given: [oneOf('Jan', 'Piet')] }],
})

describe('criteria', () => {
  it('SUB-20 match exactly the versions that the same search by the owner finds', async () => {
    const hook = await receiver()
    const env = { SUBSCRIPTION_EVENTS_PER_MINUTE: '100000' }
    const { subscribe, write, settle, fetch, bearer, app } = await subscribed({ endpoint: `${hook.origin}/`, env })
    const all = [...TASK_CRITERIA, ...PATIENT_CRITERIA]
    for (const [n, criteria] of all.entries()) await subscribe({ id: `sub-${n}`, criteria })
    await settle()
    // Every write is told by its own id, which comes back as X-Correlation-Id.
    for (let n = 0; n < 100; n += 1)
      for (const one of [randomTask(n), randomPatient(n)]) await write(one, { requestId: String(one['id']) })
    await settle()
    const headers = { authorization: `Bearer ${await bearer(app)}` }
    const found = async (criteria: string) => {
      const [type = '', query = ''] = criteria.split('?')
      const answer = await fetch(`/fhir/${type}?${query.replace(/[|]/g, '%7C')}&_count=200`, { headers })
      const { entry = [] } = (await answer.json()) as { readonly entry?: readonly { readonly resource: Json }[] }
      // What the seed brought was written before, and not by a request.
      return entry
        .map(({ resource }) => String(resource['id']))
        .filter((id) => /^(task|patient)-\d+$/.test(id))
        .sort()
    }
    const told = (n: number) =>
      hook.arrived
        .filter(({ number, headers: sent }) => number > 0 && sent['x-slipway-subscription'] === `Subscription/sub-${n}`)
        .map(({ headers: sent }) => sent['x-correlation-id'])
        .sort()
    for (const [n, criteria] of all.entries()) expect([criteria, told(n)]).toEqual([criteria, await found(criteria)])
    // Criteria that match nothing, or everything, would agree by chance.
    expect(all.filter((_, n) => told(n).length > 0 && told(n).length < 100).length).toBeGreaterThan(20)
  })
})

describe('the order of index values', () => {
  it('is the order of their bytes, as in the database', () => {
    const texts = [
      '',
      'a',
      'ab',
      'b',
      '\u00e9',
      '\ud7ff',
      '\ue000',
      '\ufb01',
      '\u{10000}',
      '\u{10ffff}',
      'a\u{10ffff}',
      'a\ufb01',
    ]
    const byBytes = [...texts].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    expect([...texts].sort(compared)).toEqual(byBytes)
  })
})
