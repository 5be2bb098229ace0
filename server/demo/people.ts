// The demo people, with the log-ins that the terminal and the login page show.

import type { PersonRole } from '#lib/fhir/person-role.ts'

/** A person of the demo: an account, and a record whose reference is given. */
export interface DemoPerson {
  readonly reference: string
  readonly name: string
  readonly given: string
  readonly family: string
  readonly username: string
  readonly password: string
  readonly role: PersonRole
  readonly gender: 'female' | 'male'
  readonly birthDate: string
}

const person = (
  role: DemoPerson['role'],
  type: string,
  given: string,
  family: string,
  gender: DemoPerson['gender'],
  birthDate: string,
): DemoPerson => {
  const id = `${given}-${family}`.toLowerCase().replace(/[^a-z]+/g, '-')
  return {
    reference: `${type}/${id}`,
    name: `${given} ${family}`,
    given,
    family,
    username: `${given.toLowerCase()}@demo.test`,
    password: 'demo',
    role,
    gender,
    birthDate,
  }
}

/** A patient, who has tasks. */
export const MARIJKE = person('patient', 'Patient', 'Marijke', 'Jansen', 'female', '1986-04-12')
/** The patient of the demo whose tasks are those of Energy check. */
export const BRAM = person('patient', 'Patient', 'Bram', 'de Boer', 'male', '1972-11-30')
/** Their practitioner, who gives the demo's tasks. */
export const DAAN = person('practitioner', 'Practitioner', 'Daan', 'Visser', 'male', '1979-08-02')
export const ELS = person('related_person', 'RelatedPerson', 'Els', 'Jansen', 'female', '1958-01-23')

/** The people who can log in; the start page's button signs in the first one. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [MARIJKE, BRAM, DAAN, ELS]

/** The references of those whom the demo's tasks are about. */
export const DEMO_PATIENTS: readonly string[] = [MARIJKE, BRAM].map(({ reference }) => reference)

/** The administrator of the demo domain: an account without a person in the record. */
export const DEMO_ADMIN = { username: 'beheer@demo.test', password: 'demo', name: 'Femke Smit', role: 'admin' } as const

/** Who reads the audit log of the demo domain, and nothing else of the console. */
export const DEMO_AUDITOR = {
  username: 'auditor@demo.test',
  password: 'demo',
  name: 'Tessa van Loon',
  role: 'auditor',
} as const

/** Every login of the demo domain, as the terminal, the start page and the login page show them. */
export const DEMO_LOGINS = [...DEMO_PEOPLE, DEMO_ADMIN, DEMO_AUDITOR]
