// Dutch titles of documents that are there in English alone.
import type { Language } from '../i18n/language.ts'

/** What such documents are called in the lists of a Dutch reader, by folder/name. */
export const DUTCH_TITLES: Readonly<Record<string, string>> = {
  'how-to/test-in-ci': 'Launches testen in CI',
  'how-to/stock-smart-apps': 'Wat een kant-en-klare SMART-app hier vindt',
  'how-to/docker': 'Slipway in Docker draaien',
  'how-to/operate': 'Slipway beheren',
  'how-to/several-machines': 'Op meer machines draaien',
  'how-to/upgrade': 'Naar een nieuwe versie',
  'how-to/back-up': 'Een back-up van een domein maken en terugzetten',
  'how-to/accounts': 'Accounts en sessies',
  'how-to/identity-provider': 'Een eigen identiteitsprovider gebruiken',
  'how-to/keycloak': 'Keycloak als identiteitsprovider',
  'reference/writes': 'Schrijven naar de FHIR-API',
  'reference/validation': 'Hoe een geschreven resource wordt gecontroleerd',
  'reference/command-line': 'De opdrachtregel',
  'reference/settings': 'Instellingen',
  'reference/limits': 'Grenzen',
  'reference/audit': 'Het auditlogboek',
  'reference/conformance-suites': 'Openbare conformiteitstests en onze eigen eisen',
  'reference/benchmarks': 'Benchmarks',
  'reference/licences': 'Licenties',
  'explanation/architecture': 'Architectuur',
  'explanation/traces': 'Traces: elk verzoek en elke controle van een launch',
  'explanation/notifications': 'Hoe apps meldingen krijgen',
  'explanation/paging': 'Hoe je door lijsten bladert',
  'explanation/import': 'Hoe een import werkt',
  'explanation/audit-log': 'Hoe het auditlogboek werkt',
  'explanation/crashes': 'Wat een crash, een volle schijf of een verkeerde klok doet',
  'explanation/request-path': 'Hoe een verzoek snel beantwoord wordt',
  'explanation/token-cost': 'Waar de tijd van een token blijft',
  'explanation/write-cost': 'Waar de tijd van een wijziging blijft',
  'explanation/postgres-search': 'Hoe PostgreSQL resources vindt',
  'decisions/0001-one-process-five-strangers': '1. Eén proces, vijf partijen die elkaar als vreemden behandelen',
  'decisions/0002-one-handler-two-mounts': '2. Eén handler, op twee plaatsen',
  'decisions/0003-resources-are-text': '3. Een resource wordt bewaard als de tekst die binnenkwam',
  'decisions/0004-keys': '4. Private sleutels staan niet leesbaar in de database, hun toestanden zijn rijen',
  'decisions/0005-what-is-on-the-disk': '5. Wat op de schijf staat voor een antwoord vertrekt',
  'decisions/0006-plain-pages': '6. Pagina’s die zonder script moeten werken zijn gewone HTML van de partij zelf',
  'decisions/0007-prisma-without-engines': '7. Prisma zonder zijn engines',
  'decisions/0008-deviations': '8. Bewuste afwijkingen van specificaties',
  'decisions/0009-audit': '9. Een auditlogboek dat gerommel laat zien en niemand ophoudt',
  'decisions/0010-import': '10. Imports die onderbroken en herhaald kunnen worden',
  'decisions/0011-traces': '11. Een controle wordt uitgevoerd door de trace die hem toont',
  'decisions/0012-request-path': '12. Wat een verzoek opleverde dient het volgende, zolang het geldt',
  'decisions/0013-what-a-token-costs': '13. Een token vraagt niets twee keer, en wordt voor zijn lezer ondertekend',
  'decisions/0014-sessions-and-logins': '14. Hoe een sessie eindigt, en wat een inlogpagina mag zeggen',
  'decisions/0015-node': '15. Elke Node voldoet, en waar dat niet zo is een vaste',
  'decisions/0016-storage': '16. Eén naad voor de opslag, met promises',
  'decisions/0017-writes': '17. Eén weg naar binnen voor elke wijziging',
  'decisions/0018-tokens-of-administrators': '18. Hoe een programma namens een beheerder werkt',
  'decisions/0019-search-parameters': '19. Welke zoekvragen er zijn',
  'decisions/0020-search-bounds': '20. Wat een zoekvraag mag kosten',
  'decisions/0021-checks-and-profiles':
    '21. De volgorde van een authorize-verzoek is één lijst, en een profiel zegt wat ervan geldt',
  'decisions/0022-one-session': '22. Eén persoon, één sessie',
  'decisions/0023-pieces-of-the-pages':
    '23. Mantine maakt een onderdeel waar een pagina binnen 200 kB aan script blijft',
  'decisions/0024-the-app-keeps-answers': '24. De demo-apps bewaren de antwoorden zelf',
  'decisions/0025-postgres': '25. PostgreSQL, voor meer processen op meer machines',
  'decisions/0026-what-is-said-with-a-task':
    '26. Wat er bij een taak gezegd wordt, en wat een behandelaar het eerst ziet',
}

/** The title of a document by folder/name for a reader, and its language. */
export function titleFor(
  reader: Language,
  page: string,
  { title, lang }: { readonly title: string; readonly lang: Language },
): { readonly title: string; readonly lang: Language } {
  const inDutch = reader === 'nl' && lang === 'en' ? DUTCH_TITLES[page] : undefined
  return inDutch === undefined ? { title, lang } : { title: inDutch, lang: 'nl' }
}
