// The roles of accounts, in words.
import type { Catalogue } from './language.ts'

const en = {
  patient: 'patient',
  practitioner: 'practitioner',
  related_person: 'related person',
  admin: 'administrator',
  auditor: 'auditor',
}

const nl: typeof en = {
  patient: 'patiënt',
  practitioner: 'behandelaar',
  related_person: 'naaste',
  admin: 'beheerder',
  auditor: 'auditor',
}

/** The word for each role. */
export const ROLE_NAMES: Catalogue<typeof en> = { en, nl }
