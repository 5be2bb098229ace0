// Texts of the audit log in the console.
import { AUDIT_WORDS } from '#lib/audit/audit-texts.ts'
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  ...AUDIT_WORDS.en,
  title: 'Audit log',
  lead: 'Who signed in, what was launched, who read which record, what was changed and what was refused. Your visit to this page is recorded, too.',
  filters: 'Find events',
  name: 'Event',
  outcome: 'Outcome',
  app: 'App (client_id)',
  person: 'Person',
  personHint: 'part of a name',
  record: 'Record',
  recordHint: 'Patient/…, Task/…',
  trace: 'Trace id',
  from: 'From',
  to: 'Until, inclusive',
  any: 'any',
  moreFilters: 'More filters',
  usedFilters: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
  export: 'Save as CSV',
  exportFailed: 'The file could not be made. Try again.',
  exported: (count: number, more: boolean) =>
    more
      ? `The newest ${count} events are in the file; choose fewer days for older ones.`
      : count === 1
        ? '1 event is in the file.'
        : `${count} events are in the file.`,
  becomes: 'becomes',
  show: 'Show',
  clear: 'Show all',
  when: 'When',
  who: 'Who',
  what: 'What',
  loaded: (count: number, rows: number) => {
    const events = count === 1 ? 'One event' : `${count} events`
    return rows === count ? events : `${events} in ${rows === 1 ? 'one row' : `${rows} rows`}`
  },
  andMore: 'and there are more',
  older: 'Older events',
  empty: 'No events yet',
  noneFound: 'No events match',
  noneFoundText: (upTo: number | null) =>
    upTo === null
      ? 'Ids have to be whole; of a person, a part of the name will do.'
      : `Ids have to be whole; of a person, a part of the name will do. Events 1 to ${upTo} are in archives.`,
  morePeople: 'More people have that in their name than are looked for at once: type more of it.',
  more: (count: number) => `and ${count} more`,
  /** Of the comparison of who logged in with whom the launch is for. */
  decided: { '0': 'the person of the launch', '4': 'not the person of the launch' } as Readonly<Record<string, string>>,
  folded: {
    app: (count: number) => `${count} reads and tokens`,
    reads: (count: number) => `${count} reads`,
  },
  together: {
    app: 'By the app itself, within seconds',
    reads: 'By what one page asked for, within seconds',
    login: 'One sign-in, at each part of the domain',
    logout: 'One sign-out, at each part of the domain',
  },
  whatTheyMean: 'What the events mean',
  by: 'By',
  byPeople: 'people only',
  byAll: 'people and apps',
  alsoApps: 'Show what apps did, too',
  peopleOnly: 'Only what people did is shown.',
  actions: { C: 'added', U: 'changed', D: 'removed' } as Readonly<Record<string, string>>,
  kinds: {
    account: 'account',
    app: 'app',
    import: 'import',
    key: 'key',
    resource: 'record',
    role: 'role',
    token: 'token',
  },
  address: (address: string) => `from ${address}`,
  receiver: (address: string) => `to ${address}`,
  copy: 'Copy',
  chain: 'Is this what was recorded?',
  chainText:
    'Each event is chained to the one before with a key that is not in the database. On the machine of the domain, this command recomputes the chain and says whether it still ends where it ended when you opened this page:',
  command: 'Command',
  head: 'Newest event',
  archived: (upTo: number) => `Events 1 to ${upTo} were archived in files and removed from here.`,
}

const nl: typeof en = {
  ...AUDIT_WORDS.nl,
  title: 'Auditlogboek',
  lead: 'Wie er inlogde, wat er geopend werd, wie welk dossier las, wat er gewijzigd en wat er geweigerd werd. Dat je deze pagina bekijkt, staat er ook in.',
  filters: 'Gebeurtenissen zoeken',
  name: 'Gebeurtenis',
  outcome: 'Uitkomst',
  app: 'App (client_id)',
  person: 'Persoon',
  personHint: 'deel van een naam',
  record: 'Dossier',
  recordHint: 'Patient/…, Task/…',
  trace: 'Trace-id',
  from: 'Vanaf',
  to: 'Tot en met',
  any: 'alle',
  moreFilters: 'Meer filters',
  usedFilters: (count) => (count === 0 ? 'Filters' : `Filters (${count})`),
  export: 'Opslaan als CSV',
  exportFailed: 'Het bestand kon niet worden gemaakt. Probeer het opnieuw.',
  exported: (count, more) =>
    more
      ? `De nieuwste ${count} gebeurtenissen staan in het bestand; kies minder dagen voor oudere.`
      : count === 1
        ? '1 gebeurtenis staat in het bestand.'
        : `${count} gebeurtenissen staan in het bestand.`,
  becomes: 'wordt',
  show: 'Tonen',
  clear: 'Alles tonen',
  when: 'Wanneer',
  who: 'Wie',
  what: 'Wat',
  loaded: (count, rows) => {
    const events = count === 1 ? 'Eén gebeurtenis' : `${count} gebeurtenissen`
    return rows === count ? events : `${events} in ${rows === 1 ? 'één rij' : `${rows} rijen`}`
  },
  andMore: 'en er zijn er meer',
  older: 'Oudere gebeurtenissen',
  empty: 'Er is nog geen gebeurtenis',
  noneFound: 'Geen gebeurtenis gevonden',
  noneFoundText: (upTo) =>
    upTo === null
      ? 'Geef id’s voluit; van iemands naam is een deel genoeg.'
      : `Geef id’s voluit; van iemands naam is een deel genoeg. Gebeurtenissen 1 tot en met ${upTo} staan in archieven.`,
  morePeople: 'Meer mensen hebben dat in hun naam dan er tegelijk worden gezocht: typ er meer van.',
  more: (count) => `en nog ${count}`,
  decided: { '0': 'de persoon van de launch', '4': 'niet de persoon van de launch' },
  folded: {
    app: (count) => `${count} keer lezen of token`,
    reads: (count) => `${count} keer lezen`,
  },
  together: {
    app: 'Door de app zelf, binnen enkele seconden',
    reads: 'Wat één pagina opvroeg, binnen enkele seconden',
    login: 'Eén keer inloggen, bij elk deel van het domein',
    logout: 'Eén keer uitloggen, bij elk deel van het domein',
  },
  whatTheyMean: 'Wat de gebeurtenissen betekenen',
  by: 'Door',
  byPeople: 'alleen mensen',
  byAll: 'mensen en apps',
  alsoApps: 'Toon ook wat apps deden',
  peopleOnly: 'Alleen wat mensen deden staat hier.',
  actions: { C: 'toegevoegd', U: 'gewijzigd', D: 'verwijderd' },
  kinds: {
    account: 'account',
    app: 'app',
    import: 'import',
    key: 'sleutel',
    resource: 'dossier',
    role: 'rol',
    token: 'token',
  },
  address: (address) => `vanaf ${address}`,
  receiver: (address) => `naar ${address}`,
  copy: 'Kopiëren',
  chain: 'Is dit wat er vastgelegd is?',
  chainText:
    'Elke gebeurtenis is aan de vorige geketend met een sleutel die niet in de database staat. Op de machine van het domein rekent deze opdracht de keten na, en zegt of die nog eindigt waar die eindigde toen je deze pagina opende:',
  command: 'Opdracht',
  head: 'Nieuwste gebeurtenis',
  archived: (upTo) => `Gebeurtenissen 1 tot en met ${upTo} zijn in bestanden gearchiveerd en hier verwijderd.`,
}

export type EventName = keyof (typeof en)['names']
export const auditTexts: Catalogue<typeof en> = { en, nl }
