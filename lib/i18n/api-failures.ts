// The refusals that every JSON API of our own pages has: the status and the sentence of each, once. An API adds its own.
import type { Catalogue } from './language.ts'

/** The HTTP status of each refusal by its error code. */
export const API_STATUS = {
  not_signed_in: 401,
  cross_site: 403,
  bad_request: 400,
  unavailable: 503,
  unexpected: 500,
} as const

/** The sentence of each refusal by its error code. */
export const API_FAILURE_TEXTS: Catalogue<Readonly<Record<keyof typeof API_STATUS, string>>> = {
  en: {
    not_signed_in: 'Sign in first.',
    cross_site: 'The request does not come from a page of this site.',
    bad_request: 'The body is not what is expected here.',
    unavailable: 'The database is busy, or its disk is full. Try again in a moment.',
    unexpected: 'Something went wrong here. Nothing was changed.',
  },
  nl: {
    not_signed_in: 'Log eerst in.',
    cross_site: 'Het verzoek komt niet van een pagina van deze site.',
    bad_request: 'Wat er verstuurd is, is niet wat hier verwacht wordt.',
    unavailable: 'De database is bezet, of de schijf is vol. Probeer het zo nog eens.',
    unexpected: 'Er ging hier iets mis. Er is niets gewijzigd.',
  },
}
