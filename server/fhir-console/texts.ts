// The sentences of the FHIR console's refusals. Those of the FHIR API itself pass through as they are.
import { API_FAILURE_TEXTS, API_STATUS } from '#lib/i18n/api-failures.ts'
import type { Catalogue } from '#lib/i18n/language.ts'

export const STATUS = {
  ...API_STATUS,
  not_yours: 403,
  bad_path: 400,
  too_many_requests: 429,
  no_answer: 502,
} as const

const en: Readonly<Record<keyof typeof STATUS, string>> = {
  ...API_FAILURE_TEXTS.en,
  not_signed_in: 'Sign in first. A token of your own is sent from your browser without signing in.',
  not_yours: 'Your account may not use the token of this client.',
  bad_request: 'Expected client, method, path, headers and, where there is one, body.',
  bad_path:
    'The address is a path below the FHIR base, such as Task?status=ready, or an absolute URL below it. Only the query may be percent-encoded.',
  too_many_requests: 'Too many requests. Wait as long as Retry-After says.',
  no_answer:
    'The FHIR API did not answer, or the client got no token: it may be disabled. It is unknown whether a change was made.',
  unavailable: 'The domain cannot answer at the moment. Try again in a minute.',
  unexpected: 'Something went wrong on the server. Its log says more.',
}

const nl: typeof en = {
  ...API_FAILURE_TEXTS.nl,
  not_signed_in: 'Log eerst in. Een eigen token wordt zonder inloggen vanuit je browser verstuurd.',
  not_yours: 'Jouw account mag het token van deze client niet gebruiken.',
  bad_request: 'Verwacht: client, method, path, headers en, als die er is, body.',
  bad_path:
    'Het adres is een pad onder het FHIR-basisadres, zoals Task?status=ready, of een absolute URL daaronder. Procentcodering is alleen voor de query.',
  too_many_requests: 'Dat waren te veel verzoeken. Wacht zo lang als Retry-After zegt.',
  no_answer:
    'De FHIR-API antwoordde niet, of de client kreeg geen token: misschien is die uitgezet. Of een wijziging is gedaan, is niet bekend.',
  unavailable: 'Het domein kan nu niet antwoorden. Probeer het over een minuut opnieuw.',
  unexpected: 'Er ging iets mis op de server. De log zegt meer.',
}

export const FAILURE_TEXTS: Catalogue<typeof en> = { en, nl }
