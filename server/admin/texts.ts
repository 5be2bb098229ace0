// Texts of the console's refusals.
import type { Catalogue } from '#lib/i18n/language.ts'
import type { AdminFailureName } from './endpoint.ts'

export const FAILURE_TEXTS: Catalogue<Readonly<Record<AdminFailureName, string>>> = {
  en: {
    not_signed_in: 'Sign in first.',
    not_admin: 'The console is for administrators.',
    not_auditor: 'The audit log is for auditors.',
    cross_site: 'The request is not of a page of this site.',
    bad_request: 'The body is not what is expected here.',
    bad_query: 'What is looked for is not understood. Days are written as 2026-01-31, records as Patient/id.',
    not_found: 'There is no such thing.',
    taken: 'That name is taken.',
    invalid: 'The registration is not complete.',
    own_account: 'You cannot change your own role or delete your own account. Another administrator can.',
    last_admin: 'This is the last administrator: somebody must stay who can.',
    role_in_use: 'Apps have this role. Give them another one first.',
    unavailable: 'The database is busy, or its disk is full. Try again in a moment.',
    unexpected: 'Something went wrong here. Nothing was changed.',
  },
  nl: {
    not_signed_in: 'Log eerst in.',
    not_admin: 'Het beheer is voor beheerders.',
    not_auditor: 'Het auditlogboek is voor auditors.',
    cross_site: 'Het verzoek komt niet van een pagina van deze site.',
    bad_request: 'Wat er verstuurd is, is niet wat hier verwacht wordt.',
    bad_query: 'Wat er gezocht wordt, is niet te begrijpen. Schrijf dagen als 2026-01-31, gegevens als Patient/id.',
    not_found: 'Dat is er niet.',
    taken: 'Die naam is bezet.',
    invalid: 'De registratie is niet compleet.',
    own_account:
      'Je kunt je eigen rol niet wijzigen en je eigen account niet verwijderen. Een andere beheerder kan dat wel.',
    last_admin: 'Dit is de laatste beheerder: er moet iemand blijven die het kan.',
    role_in_use: 'Er zijn apps met deze rol. Geef die eerst een andere.',
    unavailable: 'De database is bezet, of de schijf is vol. Probeer het zo nog eens.',
    unexpected: 'Er ging hier iets mis. Er is niets gewijzigd.',
  },
}
