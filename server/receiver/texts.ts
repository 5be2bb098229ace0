// The refusals of /launch/api/hook: the status and the sentence of each.
import { API_FAILURE_TEXTS, API_STATUS } from '#lib/i18n/api-failures.ts'
import type { Catalogue } from '#lib/i18n/language.ts'

export const STATUS = {
  ...API_STATUS,
  not_yours: 403,
} as const

export const FAILURE_TEXTS: Catalogue<Readonly<Record<keyof typeof STATUS, string>>> = {
  en: {
    ...API_FAILURE_TEXTS.en,
    not_yours: 'The receiver of the demo app is for administrators, and for the developers of that app.',
    bad_request: 'The body is not what is expected: {"broken": true} or {"broken": false}.',
  },
  nl: {
    ...API_FAILURE_TEXTS.nl,
    not_yours: 'De ontvanger van de demo-app is er voor beheerders, en voor de ontwikkelaars van die app.',
    bad_request: 'De body is niet wat verwacht wordt: {"broken": true} of {"broken": false}.',
  },
}
