import { describe, expect, it } from 'vitest'
import { CLIENT_ID_SYSTEM } from '#lib/fhir/koppeltaal.ts'
import { SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { expectOutcome, F, type Json } from '../../testing/fhir-server.ts'
import { writeServer } from '../testing/writers.ts'

const OWN = { reference: 'Device/A', type: 'Device' }
const identifiedAs = (value: string) => ({ identifier: { system: CLIENT_ID_SYSTEM, value } })
/** The Device of another application, and a person, in the event itself. */
const CONTAINED = [
  { resourceType: 'Device', id: 'device', ...identifiedAs('B'), identifier: [identifiedAs('B').identifier] },
  { resourceType: 'Practitioner', id: 'person', active: true },
]

async function writer() {
  const server = await writeServer()
  server.clients.set('A', [{ type: 'AuditEvent', operations: 'cruds', origins: ['A'] }])
  const a = await server.as('A', 'system/AuditEvent.cruds')
  const post = (agent: readonly Json[], observer: Json) => {
    const parties = JSON.stringify([agent, observer])
    const contained = CONTAINED.filter(({ id }) => parties.includes(`#${id}`))
    return a.post('/AuditEvent', {
      ...SMALLEST['AuditEvent'],
      meta: undefined,
      recorded: '2026-04-01T12:00:00Z',
      ...(contained.length > 0 && { contained }),
      agent: agent.map((who) => ({ who, requestor: false })),
      source: { observer },
    })
  }
  return { server, post }
}

describe('the parties of an AuditEvent that an application sends', () => {
  it.each<Json>([
    identifiedAs('B'),
    { ...identifiedAs('B'), type: 'Device' },
    { ...identifiedAs('B'), type: 'Practitioner' },
    { ...identifiedAs('B'), reference: 'Practitioner/x' },
    { ...identifiedAs('B'), ...OWN },
    { identifier: { system: 'urn:x', value: 'serial number of B' } },
    { identifier: { value: 'B' }, type: 'http://hl7.org/fhir/StructureDefinition/Device' },
    { display: 'B' },
    { display: 'B', type: 'Device' },
    { reference: '#device' },
    { reference: 'Device/B' },
    { reference: `${F}/Device/B` },
    { reference: 'https://other.example/fhir/Device/B' },
    { reference: `Device?identifier=${CLIENT_ID_SYSTEM}|B` },
    { reference: 'urn:uuid:0b1d1b5e-9a3f-4b6e-8f0a-0d5b7a9c1e2f' },
  ])('EVT-07 are not another application, in whichever way it is named: %j', async (party) => {
    const { server, post } = await writer()
    const expressions = async (response: Response) =>
      (await expectOutcome(response, 403, 'forbidden')).issue.map(({ expression }) => expression)
    await server.changesNothing(async () => {
      expect(await expressions(await post([OWN, party], OWN))).toEqual([['AuditEvent.agent[1].who']])
      expect(await expressions(await post([OWN], party))).toEqual([['AuditEvent.source.observer']])
    })
  })

  it.each<Json>([
    OWN,
    { ...OWN, ...identifiedAs('A'), display: 'A' },
    { reference: 'Practitioner/x' },
    { reference: '#person' },
    { identifier: { system: 'urn:x', value: '7' }, type: 'Practitioner' },
    { display: 'Daan', type: 'Patient' },
    { display: 'A hospital', type: 'http://hl7.org/fhir/StructureDefinition/Organization' },
  ])('EVT-07 are the application itself, people and organizations: %j', async (party) => {
    const { post } = await writer()
    expect((await post([OWN, party], party)).status).toBe(201)
  })
})
