// A hundred invented Dutch people, each with tasks of the sleep diary, for anybody who needs more than the few demo
// people. Names and towns are common ones, combined by counting: no real person is meant. All are marked as test data
// (HTEST), and always the same.

import { INSTANTIATES, originOf } from '#lib/fhir/koppeltaal.ts'
import { profileOf } from '#lib/fhir/validation/koppeltaal-profiles.ts'
import { DAAN } from './people.ts'
import { DEMO_ACTIVITY, DEMO_PORTAL } from './resources.ts'

interface Resource extends Readonly<Record<string, unknown>> {
  readonly resourceType: string
}

const PEOPLE = 100

const GIVEN = {
  female: ['Anouk', 'Fatima', 'Griet', 'Hanneke', 'Ilse', 'Jolanda', 'Lotte', 'Noor', 'Sanne', 'Yasmina'],
  male: ['Ahmed', 'Casper', 'Dirk', 'Floris', 'Gijs', 'Jelle', 'Joost', 'Mehmet', 'Ruben', 'Wouter'],
} as const
const FAMILY = [
  ...[
    'Bakker',
    'van den Berg',
    'Bos',
    'de Bruin',
    'Dekker',
    'van Dijk',
    'El Amrani',
    'de Groot',
    'Hendriks',
    'Hoekstra',
  ],
  ...['Kaya', 'Kok', 'van Leeuwen', 'Meijer', 'Mulder', 'Peters', 'de Vries', 'van der Wal', 'Willems'],
]
const TOWNS = ['Zwolle', 'Assen', 'Breda', 'Deventer', 'Gouda', 'Leeuwarden', 'Roermond']
/** identifier.system of these resources. */
const IDENTIFIERS = 'https://slipway.example/sample-data'
/** A person's progress in three weeks of the diary: one, two or all three were assigned. */
const WEEKS = [['ready'], ['completed', 'in-progress'], ['completed', 'completed', 'requested']] as const
const DAYS_OF_MONTH = 28

/** The people, each before their tasks; tasks refer to people and to the activity of the demo. */
export const samplePeople = (): readonly Resource[] =>
  Array.from({ length: PEOPLE }, (_, number) => [patient(number), ...tasksOf(number)]).flat()

const idOf = (number: number): string => `sample-${String(number + 1).padStart(3, '0')}`

/** The first members of each resource: type and id, the mark for test data (v3-ActReason HTEST), and the origin. */
const begun = (resourceType: string, id: string, extensions: readonly object[] = []) => ({
  resourceType,
  id,
  meta: {
    profile: [profileOf(resourceType)],
    security: [
      { system: 'http://terminology.hl7.org/CodeSystem/v3-ActReason', code: 'HTEST', display: 'test health data' },
    ],
  },
  extension: [originOf(DEMO_PORTAL.clientId), ...extensions],
  identifier: [{ system: IDENTIFIERS, value: id }],
})

/** The lists' lengths have no common divisor, so that no two people are the same in everything. */
const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T

function patient(number: number): Resource {
  const gender = number % 2 === 0 ? 'female' : 'male'
  const [month, day] = [(number % 12) + 1, (number % DAYS_OF_MONTH) + 1].map((part) => String(part).padStart(2, '0'))
  return {
    ...begun('Patient', idOf(number)),
    active: true,
    name: [{ use: 'official', family: pick(FAMILY, number), given: [pick(GIVEN[gender], number >> 1)] }],
    gender,
    birthDate: `${1940 + ((number * 7) % 66)}-${month}-${day}`,
    address: [{ use: 'home', city: pick(TOWNS, number), country: 'NL' }],
  }
}

const tasksOf = (number: number): readonly Resource[] =>
  pick(WEEKS, number).map((status, week) => {
    const owner = { reference: `Patient/${idOf(number)}`, type: 'Patient' }
    const instantiates = { reference: DEMO_ACTIVITY, type: 'ActivityDefinition' }
    return {
      ...begun('Task', `${idOf(number)}-week-${week + 1}`, [{ url: INSTANTIATES, valueReference: instantiates }]),
      status,
      intent: 'order',
      description: `Sleep diary: week ${week + 1}`,
      for: owner,
      authoredOn: '2026-11-16T09:00:00+01:00',
      requester: { reference: DAAN.reference, type: 'Practitioner' },
      owner,
    }
  })
