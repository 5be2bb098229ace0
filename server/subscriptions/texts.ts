// The refusals of /subscriptions/api: the status and the sentence of each.
import type { Catalogue } from '#lib/i18n/language.ts'

export const STATUS = {
  not_signed_in: 401,
  cross_site: 403,
  not_found: 404,
  nothing_waits: 409,
  changed: 409,
  unavailable: 503,
  unexpected: 500,
} as const

export type SubscriptionFailureName = keyof typeof STATUS

export const FAILURE_TEXTS: Catalogue<Readonly<Record<SubscriptionFailureName, string>>> = {
  en: {
    not_signed_in: 'Sign in first.',
    cross_site: 'The request is not of a page of this site.',
    not_found: 'There is no such Subscription, or it is not of an app of yours.',
    nothing_waits: 'Nothing waits to be sent.',
    changed: 'The Subscription was changed at the same time. Look at it again.',
    unavailable: 'The database is busy, or its disk is full. Try again in a moment.',
    unexpected: 'Something went wrong here. Nothing was changed.',
  },
  nl: {
    not_signed_in: 'Log eerst in.',
    cross_site: 'Het verzoek komt niet van een pagina van deze site.',
    not_found: 'Die Subscription is er niet, of is niet van een app van jou.',
    nothing_waits: 'Er wacht niets op verzending.',
    changed: 'De Subscription werd tegelijk gewijzigd. Bekijk hem opnieuw.',
    unavailable: 'De database is bezet, of de schijf is vol. Probeer het zo nog eens.',
    unexpected: 'Er ging hier iets mis. Er is niets gewijzigd.',
  },
}
