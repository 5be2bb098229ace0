// Texts of the pieces that stand on many screens.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  loading: 'Loading',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (label: string) => `Copy ${label}`,
}

const nl: typeof en = {
  loading: 'Bezig met laden',
  cancel: 'Annuleren',
  copy: 'Kopiëren',
  copied: 'Gekopieerd',
  copyOf: (label) => `${label} kopiëren`,
}

export const pieceTexts: Catalogue<typeof en> = { en, nl }
