// Texts for people whose task cannot be opened: the reason.

import type { Catalogue } from '../i18n/language.ts'
import type { NotLaunchable } from './portal.ts'

/** A sentence for each reason. */
export const NOT_LAUNCHABLE_TEXTS: Catalogue<Readonly<Record<NotLaunchable, string>>> = {
  en: {
    task_ended: 'This task has ended.',
    no_activity: 'This task is not linked to an activity that can be opened.',
    no_endpoint: 'The activity of this task has no address to open.',
    foreign_endpoint:
      'This task cannot be opened: its address is not one of its app. Tell the people who run this portal.',
    no_app: 'This task cannot be opened at the moment: its app is not in use.',
  },
  nl: {
    task_ended: 'Deze taak is afgesloten.',
    no_activity: 'Deze taak hoort niet bij een activiteit die geopend kan worden.',
    no_endpoint: 'De activiteit van deze taak heeft geen adres om te openen.',
    foreign_endpoint:
      'Deze taak kan niet worden geopend: het adres is niet van de app. Meld het bij de beheerder van dit portaal.',
    no_app: 'Deze taak kan op dit moment niet worden geopend: de app is niet in gebruik.',
  },
}
