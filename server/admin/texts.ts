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
  locked: 409,
  has_record: 409,
  not_here: 409,
  role_in_use: 409,
  app_changed: 409,
  app_approved: 409,
  own_app: 409,
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
    bad_token: 'The token is unknown, expired or revoked, or its account no longer belongs to an administrator.',
    token_scope: 'The token may not do this.',
    not_by_token: 'No token may do this: sign in to the console.',
    too_many_tokens: 'This account has reached its maximum number of tokens. Revoke one first.',
    bad_query: 'The search is not valid. Write days as 2026-01-31 and records as Patient/id.',
    not_found: 'There is no such thing.',
    taken: 'That name is taken.',
    invalid: 'The registration is not complete.',
    own_account: 'You cannot change your own role, or lock or delete your own account. Another administrator can.',
    locked: 'The account is locked. Unlock it first.',
    has_record: 'A record is made here for a patient, practitioner or related person who has none.',
    not_here: 'Another identity provider keeps the passwords.',
    last_admin: 'This is the last administrator who can sign in. At least one must remain.',
    role_in_use: 'Apps have this role. Give them another one first.',
    app_changed:
      'The addresses or keys of the app were changed since this page was read. Reload it, and look at them again.',
    app_approved: 'The app is approved. Disable it first.',
    own_app: 'The domain itself works by this app: it can be disabled, and not deleted.',
    no_demo: 'This domain is not a demo: there is nothing to restore, and no sample data.',
    import_busy: 'Another import is running. Wait until it has finished.',
    import_too_large:
      'The file is larger than the console accepts, or it did not arrive completely. The command line accepts larger files: slipway import.',
    import_empty: 'The file is empty.',
    import_gzip: 'The file is compressed. Unpack it first, or import it on the command line: slipway import.',
    import_broke_off:
      'The import stopped because of a server fault. What it had reported is stored. Import the file again, and it continues from there.',
  },
  nl: {
    ...API_FAILURE_TEXTS.nl,
    not_admin: 'Het beheer is voor beheerders.',
    not_auditor: 'Het auditlogboek is voor auditors.',
    bad_token: 'Het token is onbekend, verlopen of ingetrokken, of het account is niet meer van een beheerder.',
    token_scope: 'Dit token mag dit niet.',
    not_by_token: 'Geen enkel token mag dit: log in bij het beheer.',
    too_many_tokens: 'Dit account heeft het maximale aantal tokens. Trek er eerst een in.',
    bad_query: 'De zoekopdracht is niet geldig. Schrijf dagen als 2026-01-31 en dossiers als Patient/id.',
    not_found: 'Dat is er niet.',
    taken: 'Die naam is bezet.',
    invalid: 'De registratie is niet compleet.',
    own_account:
      'Je kunt je eigen rol niet wijzigen, en je eigen account niet vergrendelen of verwijderen. Een andere beheerder kan dat wel.',
    locked: 'Het account is vergrendeld. Ontgrendel het eerst.',
    has_record: 'Hier wordt een dossier gemaakt voor een patiënt, behandelaar of naaste die er geen heeft.',
    not_here: 'Een andere identityprovider bewaart de wachtwoorden.',
    last_admin: 'Dit is de laatste beheerder die kan inloggen. Er moet er minstens één overblijven.',
    role_in_use: 'Er zijn apps met deze rol. Geef die eerst een andere.',
    app_changed:
      'De adressen of sleutels van de app zijn gewijzigd sinds deze pagina is gelezen. Laad de pagina opnieuw, en bekijk ze nog eens.',
    app_approved: 'De app is goedgekeurd. Schakel hem eerst uit.',
    own_app: 'Het domein zelf werkt met deze app: die kun je uitschakelen, niet verwijderen.',
    no_demo: 'Dit domein is geen demo: er is niets om terug te zetten, en er zijn geen voorbeeldgegevens.',
    import_busy: 'Er loopt al een import. Wacht tot die klaar is.',
    import_too_large:
      'Het bestand is groter dan het beheer aanneemt, of het kwam niet helemaal aan. De opdrachtregel neemt grotere aan: slipway import.',
    import_empty: 'Het bestand is leeg.',
    import_gzip:
      'Het bestand is gecomprimeerd. Pak het eerst uit, of importeer het met de opdrachtregel: slipway import.',
    import_broke_off:
      'De import is gestopt door een fout van de server. Wat al gemeld was, is opgeslagen. Importeer het bestand nog eens, dan gaat het daar verder.',
  },
}
