// The refusals of the API for developers: the status and the sentence of each.
import { API_FAILURE_TEXTS, API_STATUS } from '#lib/i18n/api-failures.ts'
import type { Catalogue } from '#lib/i18n/language.ts'

export const STATUS = {
  ...API_STATUS,
  not_developer: 403,
  not_found: 404,
  too_many_apps: 409,
  invalid: 422,
  too_many_requests: 429,
} as const

export type ConnectFailureName = keyof typeof STATUS

export const FAILURE_TEXTS: Catalogue<Readonly<Record<ConnectFailureName, string>>> = {
  en: {
    ...API_FAILURE_TEXTS.en,
    not_developer: 'Tokens are judged for administrators, and for who has an app here.',
    not_found: 'There is no such thing, or it is not yours.',
    too_many_apps: 'There are as many apps as one account may have. Remove one first.',
    invalid: 'The registration is not complete.',
    too_many_requests: 'Too many requests. Wait a minute.',
  },
  nl: {
    ...API_FAILURE_TEXTS.nl,
    not_developer: 'Tokens worden beoordeeld voor beheerders, en voor wie hier een app heeft.',
    not_found: 'Dat is er niet, of het is niet van jou.',
    too_many_apps: 'Er zijn zoveel apps als een account mag hebben. Verwijder er eerst een.',
    invalid: 'De registratie is niet compleet.',
    too_many_requests: 'Te veel verzoeken. Wacht een minuut.',
  },
}
