// The refusals of the API for developers: the status and the sentence of each.
import type { Catalogue } from '#lib/i18n/language.ts'

export const STATUS = {
  not_signed_in: 401,
  not_developer: 403,
  cross_site: 403,
  bad_request: 400,
  not_found: 404,
  too_many_apps: 409,
  invalid: 422,
  too_many_requests: 429,
  unavailable: 503,
  unexpected: 500,
} as const

export type ConnectFailureName = keyof typeof STATUS

export const FAILURE_TEXTS: Catalogue<Readonly<Record<ConnectFailureName, string>>> = {
  en: {
    not_signed_in: 'Sign in first.',
    not_developer: 'Tokens are judged for administrators, and for who has an app here.',
    cross_site: 'The request is not of a page of this site.',
    bad_request: 'The body is not what is expected here.',
    not_found: 'There is no such thing, or it is not yours.',
    too_many_apps: 'There are as many apps as one account may have. Remove one first.',
    invalid: 'The registration is not complete.',
    too_many_requests: 'Too many requests. Wait a minute.',
    unavailable: 'The database is busy, or its disk is full. Try again in a moment.',
    unexpected: 'Something went wrong here. Nothing was changed.',
  },
  nl: {
    not_signed_in: 'Log eerst in.',
    not_developer: 'Tokens worden beoordeeld voor beheerders, en voor wie hier een app heeft.',
    cross_site: 'Het verzoek komt niet van een pagina van deze site.',
    bad_request: 'Wat er verstuurd is, is niet wat hier verwacht wordt.',
    not_found: 'Dat is er niet, of het is niet van jou.',
    too_many_apps: 'Er zijn zoveel apps als een account mag hebben. Verwijder er eerst een.',
    invalid: 'De registratie is niet compleet.',
    too_many_requests: 'Te veel verzoeken. Wacht een minuut.',
    unavailable: 'De database is bezet, of de schijf is vol. Probeer het zo nog eens.',
    unexpected: 'Er ging hier iets mis. Er is niets gewijzigd.',
  },
}
