// The console's refusals: the status and the sentence of each.
import { API_FAILURE_TEXTS, API_STATUS } from '#lib/i18n/api-failures.ts'
import type { Catalogue } from '#lib/i18n/language.ts'

export const STATUS = {
  ...API_STATUS,
  not_admin: 403,
  not_auditor: 403,
  bad_token: 401,
  token_scope: 403,
  not_by_token: 403,
  too_many_tokens: 409,
  bad_query: 400,
  not_found: 404,
  taken: 409,
  invalid: 422,
  own_account: 409,
  last_admin: 409,
  role_in_use: 409,
  app_changed: 409,
  no_demo: 404,
  import_busy: 409,
  import_too_large: 413,
  import_empty: 400,
  import_gzip: 415,
  import_broke_off: 500,
} as const

export type AdminFailureName = keyof typeof STATUS

export const FAILURE_TEXTS: Catalogue<Readonly<Record<AdminFailureName, string>>> = {
  en: {
    ...API_FAILURE_TEXTS.en,
    not_admin: 'The console is for administrators.',
    not_auditor: 'The audit log is for auditors.',
    bad_token: 'The token is unknown, has expired or was revoked, or its account is no administrator’s any more.',
    token_scope: 'The token may not do this.',
    not_by_token: 'No token may do this: sign in to the console.',
    too_many_tokens: 'This account has as many tokens as it may have. Revoke one first.',
    bad_query: 'What is looked for is not understood. Days are written as 2026-01-31, records as Patient/id.',
    not_found: 'There is no such thing.',
    taken: 'That name is taken.',
    invalid: 'The registration is not complete.',
    own_account: 'You cannot change your own role or delete your own account. Another administrator can.',
    last_admin: 'This is the last administrator: somebody must stay who can.',
    role_in_use: 'Apps have this role. Give them another one first.',
    app_changed:
      'The addresses or keys of the app were changed since this page was read. Reload it, and look at them again.',
    no_demo: 'This domain is no demo: there is nothing to put back, and no sample data.',
    import_busy: 'Another import is under way. Wait until it is through.',
    import_too_large:
      'The file is larger than the console takes, or not all of it came. The command line takes larger ones: slipway import.',
    import_empty: 'The file is empty.',
    import_gzip: 'The file is compressed. Unpack it first, or import it on the command line: slipway import.',
    import_broke_off:
      'The import broke off by a fault here. What it had reported is in; import the file again, and it goes on from there.',
  },
  nl: {
    ...API_FAILURE_TEXTS.nl,
    not_admin: 'Het beheer is voor beheerders.',
    not_auditor: 'Het auditlogboek is voor auditors.',
    bad_token: 'Het token is onbekend, verlopen of ingetrokken, of het account is niet meer van een beheerder.',
    token_scope: 'Dit token mag dit niet.',
    not_by_token: 'Geen enkel token mag dit: log in bij het beheer.',
    too_many_tokens: 'Dit account heeft zoveel tokens als het mag hebben. Trek er eerst een in.',
    bad_query: 'Wat er gezocht wordt, is niet te begrijpen. Schrijf dagen als 2026-01-31, dossiers als Patient/id.',
    not_found: 'Dat is er niet.',
    taken: 'Die naam is bezet.',
    invalid: 'De registratie is niet compleet.',
    own_account:
      'Je kunt je eigen rol niet wijzigen en je eigen account niet verwijderen. Een andere beheerder kan dat wel.',
    last_admin: 'Dit is de laatste beheerder: er moet iemand blijven die het kan.',
    role_in_use: 'Er zijn apps met deze rol. Geef die eerst een andere.',
    app_changed:
      'De adressen of sleutels van de app zijn gewijzigd sinds deze pagina is gelezen. Herlaad haar, en bekijk ze opnieuw.',
    no_demo: 'Dit domein is geen demo: er is niets om terug te zetten, en er zijn geen voorbeeldgegevens.',
    import_busy: 'Er loopt al een import. Wacht tot die klaar is.',
    import_too_large:
      'Het bestand is groter dan het beheer aanneemt, of het kwam niet helemaal aan. De opdrachtregel neemt grotere aan: slipway import.',
    import_empty: 'Het bestand is leeg.',
    import_gzip:
      'Het bestand is gecomprimeerd. Pak het eerst uit, of importeer het met de opdrachtregel: slipway import.',
    import_broke_off:
      'De import is afgebroken door een fout hier. Wat al gemeld was, staat erin; importeer het bestand nog eens, dan gaat het daar verder.',
  },
}
