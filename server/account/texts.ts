// The refusals of the pages about the own account: the status and the sentence of each.
import { API_FAILURE_TEXTS, API_STATUS } from '#lib/i18n/api-failures.ts'
import { GUESSABLE } from '#lib/i18n/guessable-password.ts'
import type { Catalogue } from '#lib/i18n/language.ts'

export const STATUS = {
  ...API_STATUS,
  not_found: 404,
  not_here: 409,
  shared: 409,
  wrong_password: 422,
  guessable_password: 422,
  link_used: 410,
  too_many_requests: 429,
} as const

export type AccountFailureName = keyof typeof STATUS

export const FAILURE_TEXTS: Catalogue<Readonly<Record<AccountFailureName, string>>> = {
  en: {
    ...API_FAILURE_TEXTS.en,
    not_found: 'There is no such session: it has ended, or it is not yours.',
    not_here: 'Another identity provider keeps your password and your sessions.',
    shared:
      'Everybody may sign in as this demo person, so the name and the password stay, and so do the other sessions.',
    wrong_password: 'Your present password is wrong. Nothing was changed.',
    guessable_password: GUESSABLE.en,
    link_used:
      'This link cannot be used: it was used before, has expired, or was replaced. Ask an administrator for a new one.',
    too_many_requests: 'Too many attempts. Wait a quarter of an hour.',
  },
  nl: {
    ...API_FAILURE_TEXTS.nl,
    not_found: 'Die sessie is er niet: ze is beëindigd, of ze is niet van jou.',
    not_here: 'Een andere identityprovider bewaart je wachtwoord en je sessies.',
    shared:
      'Iedereen mag inloggen als deze demopersoon, dus de naam en het wachtwoord blijven, en de andere sessies ook.',
    wrong_password: 'Je huidige wachtwoord klopt niet. Er is niets gewijzigd.',
    guessable_password: GUESSABLE.nl,
    link_used: 'Deze link werkt niet: hij is al gebruikt, verlopen of vervangen. Vraag een beheerder om een nieuwe.',
    too_many_requests: 'Te veel pogingen. Wacht een kwartier.',
  },
}
