// Texts of the list of a person's sessions.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  label: 'Sessions',
  none: 'No session is open.',
  where: 'Browser',
  network: 'Network',
  begun: 'Signed in',
  lastUsed: 'Last used',
  unknown: 'not known',
  here: 'this one',
  end: 'Sign out there',
  endHere: 'Sign out here',
}

const nl: typeof en = {
  label: 'Sessies',
  none: 'Er is geen sessie open.',
  where: 'Browser',
  network: 'Netwerk',
  begun: 'Ingelogd',
  lastUsed: 'Laatst gebruikt',
  unknown: 'niet bekend',
  here: 'deze',
  end: 'Daar uitloggen',
  endHere: 'Hier uitloggen',
}

export const sessionListTexts: Catalogue<typeof en> = { en, nl }
