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

export const FAILURE_TEXTS: Catalogue<Readonly<Record<keyof typeof STATUS, string>>> = {
  en: {
    ...API_FAILURE_TEXTS.en,
    not_developer: 'Only administrators, and people with an app here, can have tokens checked.',
    not_found: 'It does not exist, or it is not yours.',
    too_many_apps: 'This account has reached its maximum number of apps. Remove one first.',
    invalid: 'The registration is not complete.',
    too_many_requests: 'Too many requests. Wait a minute.',
  },
  nl: {
    ...API_FAILURE_TEXTS.nl,
    not_developer: 'Alleen beheerders, en mensen met een app hier, kunnen tokens laten controleren.',
    not_found: 'Dat bestaat niet, of het is niet van jou.',
    too_many_apps: 'Dit account heeft het maximale aantal apps. Verwijder er eerst een.',
    invalid: 'De registratie is niet compleet.',
    too_many_requests: 'Te veel verzoeken. Wacht een minuut.',
  },
}
