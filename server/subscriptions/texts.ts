// The refusals of /subscriptions/api: the status and the sentence of each.
import { API_FAILURE_TEXTS, API_STATUS } from '#lib/i18n/api-failures.ts'
import type { Catalogue } from '#lib/i18n/language.ts'

export const STATUS = {
  ...API_STATUS,
  not_found: 404,
  nothing_waits: 409,
  changed: 409,
  is_off: 409,
  not_your_app: 403,
  may_not_delete: 403,
  refused: 422,
  too_many_requests: 429,
} as const

export const FAILURE_TEXTS: Catalogue<Readonly<Record<keyof typeof STATUS, string>>> = {
  en: {
    ...API_FAILURE_TEXTS.en,
    not_found: 'There is no such Subscription, or it does not belong to one of your apps.',
    nothing_waits: 'No notification is waiting.',
    changed: 'The Subscription was changed in the meantime. Look at it again.',
    is_off: 'The Subscription is off: nothing is sent, not even a test.',
    not_your_app: 'That app is not one of yours.',
    may_not_delete: 'The role of the app may not delete a Subscription. Switch it off, or ask an administrator.',
    refused: 'The FHIR API refused the Subscription.',
    too_many_requests: 'That was often enough for a minute. Wait a moment.',
  },
  nl: {
    ...API_FAILURE_TEXTS.nl,
    not_found: 'Die Subscription bestaat niet, of hoort niet bij een app van jou.',
    nothing_waits: 'Er wacht geen melding.',
    changed: 'De Subscription is intussen gewijzigd. Bekijk hem opnieuw.',
    is_off: 'De Subscription staat uit: er wordt niets verstuurd, ook geen test.',
    not_your_app: 'Die app is niet van jou.',
    may_not_delete: 'De rol van de app mag een Subscription niet verwijderen. Zet hem uit, of vraag het een beheerder.',
    refused: 'De FHIR API weigerde de Subscription.',
    too_many_requests: 'Dat was vaak genoeg voor een minuut. Wacht even.',
  },
}
