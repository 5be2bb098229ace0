// The smallest good example of each profile of Koppeltaal 2.0, and the resources that they refer to. Tests break one thing of them
// at a time.
import { CLIENT_ID_SYSTEM, ENDPOINT, INSTANTIATES } from '../../koppeltaal.ts'
import { profileOf } from '../koppeltaal-profiles.ts'
import type { ParsedResource } from '../problem.ts'

const claiming = (resourceType: string, more: object): ParsedResource => ({
  resourceType,
  meta: { profile: [profileOf(resourceType)] },
  ...more,
})

const identifier = (value: string) => [{ system: 'urn:example:identifiers', value }]
const name = [{ use: 'official', family: 'Jansen', given: ['Marijke'] }]
const coded = (system: string, code: string) => ({ coding: [{ system, code }] })

/** KT2Patient. */
export const P0 = claiming('Patient', {
  identifier: identifier('p0'),
  active: true,
  name,
  gender: 'female',
  birthDate: '1980-01-31',
})

/** KT2Task: ready, for the Patient `p`, owned by the Practitioner `q`. Give it references that exist. */
export const K0 = claiming('Task', {
  identifier: identifier('k0'),
  status: 'ready',
  intent: 'order',
  for: { reference: 'Patient/p', type: 'Patient' },
  owner: { reference: 'Practitioner/q', type: 'Practitioner' },
})

/** KT2ActivityDefinition, whose app is at the Endpoint `e`. */
export const D0 = claiming('ActivityDefinition', {
  extension: [{ url: ENDPOINT, valueReference: { reference: 'Endpoint/e', type: 'Endpoint' } }],
  url: 'https://app.example/activities/sleep',
  title: 'Sleep diary',
  status: 'active',
})

/** KT2Subscription to all Tasks. Give it an endpoint of your own. */
export const S0 = claiming('Subscription', {
  status: 'requested',
  reason: 'Tasks that change',
  criteria: 'Task?',
  channel: { type: 'rest-hook', endpoint: 'https://app.example/hook' },
})

/** The smallest good example of each of the eleven profiles, by its resource type. */
export const SMALLEST: Readonly<Record<string, ParsedResource>> = {
  ActivityDefinition: D0,
  AuditEvent: claiming('AuditEvent', {
    type: { system: 'http://terminology.hl7.org/CodeSystem/audit-event-type', code: 'rest' },
    recorded: '2026-11-22T12:00:00Z',
    agent: [
      {
        type: coded('http://dicom.nema.org/resources/ontology/DCM', '110153'),
        who: { reference: 'Device/d', type: 'Device' },
        requestor: true,
      },
    ],
    source: { observer: { reference: 'Device/d', type: 'Device' } },
    entity: [{ what: { reference: 'Patient/p', type: 'Patient' } }],
  }),
  CareTeam: claiming('CareTeam', {
    identifier: identifier('c0'),
    status: 'active',
    subject: { reference: 'Patient/p', type: 'Patient' },
  }),
  Device: claiming('Device', {
    identifier: [{ system: CLIENT_ID_SYSTEM, value: 'd0' }],
    status: 'active',
    deviceName: [{ name: 'Sleep', type: 'user-friendly-name' }],
  }),
  Endpoint: claiming('Endpoint', {
    status: 'active',
    connectionType: {
      system: 'http://vzvz.nl/fhir/CodeSystem/koppeltaal-endpoint-connection-type',
      code: 'hti-smart-on-fhir',
    },
    payloadType: [coded('http://terminology.hl7.org/CodeSystem/endpoint-payload-type', 'any')],
    address: 'https://app.example/launch',
  }),
  Organization: claiming('Organization', { identifier: identifier('o0'), active: true, name: 'Practice' }),
  Patient: P0,
  Practitioner: claiming('Practitioner', {
    identifier: identifier('q0'),
    active: true,
    name,
    telecom: [{ system: 'email', value: 'marijke@example.org' }],
  }),
  RelatedPerson: claiming('RelatedPerson', {
    identifier: identifier('r0'),
    active: true,
    patient: { reference: 'Patient/p', type: 'Patient' },
    relationship: [coded('http://terminology.hl7.org/CodeSystem/v3-RoleCode', 'DAUC')],
    name,
    gender: 'female',
    birthDate: '2005-02-28',
  }),
  Subscription: S0,
  Task: K0,
}

/** A KT2Task with everything that a portal usually says: an instance of an activity, with times and a requester. */
export const COMMON_TASK: ParsedResource = {
  ...K0,
  id: 'k',
  extension: [{ url: INSTANTIATES, valueReference: { reference: 'ActivityDefinition/a', type: 'ActivityDefinition' } }],
  priority: 'routine',
  requester: { reference: 'Practitioner/q', type: 'Practitioner', display: 'B. de Vries' },
  description: 'Sleep diary',
  executionPeriod: { start: '2026-11-22T09:00:00+01:00', end: '2026-12-22T09:00:00+01:00' },
  authoredOn: '2026-11-22T09:00:00+01:00',
  lastModified: '2026-11-22T09:00:00+01:00',
}
