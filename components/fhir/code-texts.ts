// Codes of FHIR R4 value sets in words: TaskStatus, AdministrativeGender, and the roles of people.
import type { Catalogue } from '#lib/i18n/language.ts'

export const fhirCodeTexts: Catalogue<
  Readonly<Record<'status' | 'gender' | 'role', Readonly<Record<string, string>>>>
> = {
  en: {
    status: {
      draft: 'draft',
      requested: 'requested',
      received: 'received',
      accepted: 'accepted',
      rejected: 'rejected',
      ready: 'ready',
      cancelled: 'cancelled',
      'in-progress': 'in progress',
      'on-hold': 'on hold',
      failed: 'failed',
      completed: 'completed',
      'entered-in-error': 'entered in error',
      active: 'active',
      inactive: 'inactive',
      retired: 'retired',
      suspended: 'suspended',
      off: 'off',
      error: 'error',
      unknown: 'unknown',
    },
    gender: { male: 'male', female: 'female', other: 'other', unknown: 'unknown' },
    role: {
      patient: 'patient',
      practitioner: 'practitioner',
      related_person: 'related person',
      admin: 'administrator',
    },
  },
  nl: {
    status: {
      draft: 'concept',
      requested: 'aangevraagd',
      received: 'ontvangen',
      accepted: 'geaccepteerd',
      rejected: 'afgewezen',
      ready: 'klaar om te starten',
      cancelled: 'geannuleerd',
      'in-progress': 'bezig',
      'on-hold': 'gepauzeerd',
      failed: 'mislukt',
      completed: 'afgerond',
      'entered-in-error': 'foutief ingevoerd',
      active: 'actief',
      inactive: 'niet actief',
      retired: 'vervallen',
      suspended: 'opgeschort',
      off: 'uit',
      error: 'fout',
      unknown: 'onbekend',
    },
    gender: { male: 'man', female: 'vrouw', other: 'anders', unknown: 'onbekend' },
    role: { patient: 'patiënt', practitioner: 'behandelaar', related_person: 'naaste', admin: 'beheerder' },
  },
}
