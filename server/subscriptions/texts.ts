// The refusals of /subscriptions/api: the status and the sentence of each.
import { API_FAILURE_TEXTS, API_STATUS } from '#lib/i18n/api-failures.ts'
import type { Catalogue } from '#lib/i18n/language.ts'

export const STATUS = {
  ...API_STATUS,
  not_found: 404,
  nothing_waits: 409,
  changed: 409,
} as const

export const FAILURE_TEXTS: Catalogue<Readonly<Record<keyof typeof STATUS, string>>> = {
  en: {
    ...API_FAILURE_TEXTS.en,
    not_found: 'There is no such Subscription, or it does not belong to one of your apps.',
    nothing_waits: 'No notification is waiting.',
    changed: 'The Subscription was changed in the meantime. Look at it again.',
  },
  nl: {
    ...API_FAILURE_TEXTS.nl,
    not_found: 'Die Subscription bestaat niet, of hoort niet bij een app van jou.',
    nothing_waits: 'Er wacht geen melding.',
    changed: 'De Subscription is intussen gewijzigd. Bekijk hem opnieuw.',
  },
}
