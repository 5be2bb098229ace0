// The refusals of /launch/api/hook: the status and the sentence of each.
import type { Catalogue } from '#lib/i18n/language.ts'

export const STATUS = {
  not_signed_in: 401,
  not_yours: 403,
  cross_site: 403,
  bad_request: 400,
  unavailable: 503,
  unexpected: 500,
} as const

export type ReceiverFailureName = keyof typeof STATUS

export const FAILURE_TEXTS: Catalogue<Readonly<Record<ReceiverFailureName, string>>> = {
  en: {
    not_signed_in: 'Sign in first.',
    not_yours: 'The receiver of the demo app is for administrators, and for the developers of that app.',
    cross_site: 'The request is not of a page of this site.',
    bad_request: 'The body is not what is expected: {"broken": true} or {"broken": false}.',
    unavailable: 'The database is busy, or its disk is full. Try again in a moment.',
    unexpected: 'Something went wrong here. Nothing was changed.',
  },
  nl: {
    not_signed_in: 'Log eerst in.',
    not_yours: 'De ontvanger van de demo-app is er voor beheerders, en voor de ontwikkelaars van die app.',
    cross_site: 'Het verzoek komt niet van een pagina van deze site.',
    bad_request: 'De body is niet wat verwacht wordt: {"broken": true} of {"broken": false}.',
    unavailable: 'De database is bezet, of de schijf is vol. Probeer het zo nog eens.',
    unexpected: 'Er ging hier iets mis. Er is niets gewijzigd.',
  },
}
