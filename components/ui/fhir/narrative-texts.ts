// Texts around the narrative of a record.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  fromSource: 'from source system',
  noNarrative: 'no narrative',
  noNarrativeText: 'The source system sent no text with this record.',
}

const nl: typeof en = {
  fromSource: 'uit het bronsysteem',
  noNarrative: 'geen tekst',
  noNarrativeText: 'Het bronsysteem stuurde geen tekst bij dit dossier.',
}

export const narrativeTexts: Catalogue<typeof en> = { en, nl }
