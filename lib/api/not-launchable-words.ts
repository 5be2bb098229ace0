// Texts for people whose task cannot be opened: the reason.

import type { Catalogue } from '../i18n/language.ts'
import type { NotLaunchable } from './portal.ts'

/** A sentence for each reason. */
export const NOT_LAUNCHABLE_TEXTS: Catalogue<Readonly<Record<NotLaunchable, string>>> = {
  en: {
    task_ended: 'This task has ended.',
    no_activity: 'This task is not linked to an activity that can be opened.',
    no_endpoint: 'The activity of this task has no address to open.',
    foreign_endpoint: 'The address of this activity is not one of its app: it is not opened.',
    no_app: 'The app of this activity is not known, or is not in use any more.',
  },
  nl: {
    task_ended: 'Deze taak is afgesloten.',
    no_activity: 'Deze taak hoort niet bij een activiteit die geopend kan worden.',
    no_endpoint: 'De activiteit van deze taak heeft geen adres om te openen.',
    foreign_endpoint: 'Het adres van deze activiteit is niet van de app: het wordt niet geopend.',
    no_app: 'De app van deze activiteit is niet bekend, of is niet meer in gebruik.',
  },
}
