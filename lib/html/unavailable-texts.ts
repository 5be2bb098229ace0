// What every page says that cannot be shown now, whichever peer answers.
import type { Catalogue } from '../i18n/language.ts'
import { DISK_IS_FULL } from '../storage-unavailable.ts'

interface PageText {
  readonly title: string
  readonly text: string
}

/** Title and text of such a page: `unavailable` for a while, or `full` when the disk has no room. */
export const UNAVAILABLE_TEXTS: Catalogue<Readonly<Record<'unavailable' | 'full', PageText>>> = {
  en: {
    unavailable: { title: 'The service is busy', text: 'Wait a few seconds and load the page again.' },
    full: { title: 'The service has no room', text: `${DISK_IS_FULL} Whoever runs it has to make room.` },
  },
  nl: {
    unavailable: { title: 'Het is hier even te druk', text: 'Wacht een paar seconden en laad de pagina opnieuw.' },
    full: {
      title: 'Hier is geen plaats meer',
      text: 'De schijf van de server is vol: er is niets opgeslagen. Wie de server beheert, moet ruimte maken.',
    },
  },
}
