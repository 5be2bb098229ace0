// Texts of lists of resources and of the links between their pages.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  columns: { id: 'Id', what: 'What', status: 'Status', version: 'Version', changed: 'Changed' },
  range: (from: number, to: number, total: number | undefined) =>
    total === undefined ? `${from} to ${to}` : `${from} to ${to} of ${total}`,
  noRows: 'Nothing on this page',
  pagesOf: (type: string) => `Pages of ${type}`,
  previous: 'Previous',
  next: 'Next',
  nextUrl: 'The next link of this Bundle',
  followingUrl: 'URL of the page after this',
  noNextUrl: 'This is the last page: the Bundle has no next link.',
  selfUrl: 'The self link of this Bundle',
  thisUrl: 'URL of this page',
  nameless: 'Without a name',
  whose: { for: 'for', patient: 'of', subject: 'of', owner: 'owner' },
}

const nl: typeof en = {
  columns: { id: 'Id', what: 'Wat', status: 'Status', version: 'Versie', changed: 'Gewijzigd' },
  range: (from, to, total) =>
    total === undefined ? `${from} tot en met ${to}` : `${from} tot en met ${to} van ${total}`,
  noRows: 'Niets op deze pagina',
  pagesOf: (type) => `Pagina’s van ${type}`,
  previous: 'Vorige',
  next: 'Volgende',
  nextUrl: 'De next-link van deze Bundle',
  followingUrl: 'URL van de pagina hierna',
  noNextUrl: 'Dit is de laatste pagina: de Bundle heeft geen next-link.',
  selfUrl: 'De self-link van deze Bundle',
  thisUrl: 'URL van deze pagina',
  nameless: 'Zonder naam',
  whose: { for: 'voor', patient: 'van', subject: 'van', owner: 'eigenaar' },
}

export const bundleTexts: Catalogue<typeof en> = { en, nl }
