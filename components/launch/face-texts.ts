// Texts of the demo apps' faces.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  demo: 'A demo app of',
  by: 'An app of',
  other: 'The other demo app:',
  openedFrom: 'Opened from the portal',
  openedFromOther: (portal: string) => `Opened from ${portal}, a portal of somebody else`,
  opened: 'Who opened this app',
  howDidThisHappen: 'How did this happen?',
  hide: 'Hide',
  howTitle: 'How this task was opened',
  howText:
    'For developers: what the launch told this app, and what the app may read. People do not see this in a real app.',
}

const nl: typeof en = {
  demo: 'Een demo-app van',
  by: 'Een app van',
  other: 'De andere demo-app:',
  openedFrom: 'Geopend vanuit het portaal',
  openedFromOther: (portal) => `Geopend vanuit ${portal}, een portaal van iemand anders`,
  opened: 'Wie deze app opende',
  howDidThisHappen: 'Hoe is dit gegaan?',
  hide: 'Verbergen',
  howTitle: 'Hoe deze taak is geopend',
  howText:
    'Voor ontwikkelaars: wat de launch deze app vertelde, en wat de app mag lezen. In een echte app zien mensen dit niet.',
}

export const faceTexts: Catalogue<typeof en> = { en, nl }
