import { describe, expect, it } from 'vitest'
import { throughRecords, waysTo } from './ways-to.ts'

const reference = (name: string) => ({ name, type: 'reference' })
const served = [
  {
    type: 'Task',
    searchParameters: [
      { name: 'status', type: 'token' },
      ...['patient', 'subject', 'for', 'owner', 'resource-origin'].map(reference),
    ],
  },
  { type: 'CareTeam', searchParameters: ['patient', 'subject'].map(reference) },
  { type: 'Observation', searchParameters: ['patient', 'subject', 'performer', 'device'].map(reference) },
  { type: 'AuditEvent', searchParameters: ['agent', 'entity'].map(reference) },
  { type: 'ActivityDefinition', searchParameters: ['composed-of', 'depends-on'].map(reference) },
  { type: 'Endpoint', searchParameters: ['organization'].map(reference) },
]
const stored = [
  { type: 'Task', access: 'open' as const, total: 3 },
  { type: 'CareTeam', access: 'open' as const, total: 1 },
  { type: 'Observation', access: 'open' as const, total: 0 },
  { type: 'AuditEvent', access: 'auditors' as const },
]
const waysOf = (type: string) =>
  waysTo({ type }, served)
    .filter((way) => way.type !== 'Observation')
    .map((way) => `${way.type}?${way.name}`)

describe('the ways to the records that refer to a record', () => {
  it('are one for each element that may refer to it', () => {
    expect(waysOf('Patient')).toEqual(['Task?patient', 'Task?owner', 'CareTeam?patient'])
    expect(waysOf('Practitioner')).toEqual(['Task?subject', 'Task?owner', 'CareTeam?subject'])
    expect(waysOf('Device')).toEqual(['Task?subject', 'Task?owner', 'Task?resource-origin', 'CareTeam?subject'])
  })

  it('can leave out types without records, so that a page does not ask for every type of R4', () => {
    const ways = waysTo({ type: 'Patient' }, served)
    const ofObservations = ways.filter(({ type }) => type === 'Observation')
    expect(ofObservations.map(({ name }) => name)).toEqual(['patient', 'performer', 'device'])
    expect(throughRecords(ways, stored)).toEqual(ways.filter(({ type }) => type !== 'Observation'))
    expect(throughRecords(ways, [])).toEqual([])
  })
})
