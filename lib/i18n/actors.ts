// The names of the five peers.
import type { Language } from './language.ts'

/** The peers of the domain; a badge on each page names its peer. */
export const ACTORS = ['portal', 'oauth', 'idp', 'app', 'fhir'] as const
export type Actor = (typeof ACTORS)[number]

/** The name of each peer, as pages and traces write it. */
export const ACTOR_NAMES: Readonly<Record<Language, Readonly<Record<Actor, string>>>> = {
  en: { portal: 'Portal', oauth: 'Authorization server', idp: 'Identity provider', app: 'App', fhir: 'FHIR API' },
  nl: { portal: 'Portaal', oauth: 'Autorisatieserver', idp: 'Identiteitsprovider', app: 'App', fhir: 'FHIR-API' },
}
