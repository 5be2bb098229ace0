// Texts of the field that finds things.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  find: 'Find',
  keys: 'Ctrl+K or ⌘K',
  title: 'Find on this site',
  field: 'Find documents, pages and records',
  found: 'Found',
  groups: {
    page: 'Pages',
    document: 'Documentation',
    record: 'Records',
    trace: 'Traces',
    user: 'Users',
    app: 'Apps',
  },
  count: (count: number) => (count === 1 ? 'One place.' : `${count} places.`),
  looking: 'Looking …',
  nothing: 'Nothing. Try fewer words, or the beginning of one.',
  failed: 'The search did not answer. Enter tries the search page.',
  all: 'All of the documentation',
  help: 'Arrow keys choose, Enter opens, Escape closes.',
  close: 'Close',
}

const nl: typeof en = {
  find: 'Zoek',
  keys: 'Ctrl+K of ⌘K',
  title: 'Zoek op deze site',
  field: 'Zoek documenten, pagina’s en dossiers',
  found: 'Gevonden',
  groups: {
    page: 'Pagina’s',
    document: 'Documentatie',
    record: 'Dossiers',
    trace: 'Traces',
    user: 'Gebruikers',
    app: 'Apps',
  },
  count: (count) => (count === 1 ? 'Eén plaats.' : `${count} plaatsen.`),
  looking: 'Aan het zoeken …',
  nothing: 'Niets. Probeer minder woorden, of het begin van een woord.',
  failed: 'Het zoeken gaf geen antwoord. Met Enter probeer je de zoekpagina.',
  all: 'De hele documentatie',
  help: 'Pijltjes kiezen, Enter opent, Escape sluit.',
  close: 'Sluiten',
}

export const findTexts: Catalogue<typeof en> = { en, nl }
