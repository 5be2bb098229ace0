// What people read on the portal's own pages: the hand-over to an app, and what to do when there is none.
import type { Catalogue } from '#lib/i18n/language.ts'
import { NOT_LAUNCHABLE_TEXTS } from '#lib/i18n/not-launchable.ts'
import type { PortalFailureName } from './failure.ts'

interface Texts {
  readonly opening: (app: string) => string
  readonly openingWhy: string
  readonly continue: string
  readonly failed: string
  readonly back: string
  readonly failures: Readonly<Record<PortalFailureName, string>>
}

export const TEXTS: Catalogue<Texts> = {
  en: {
    opening: (app) => `Opening ${app}`,
    openingWhy: 'You are taken to the app. You may be asked to log in there once more.',
    continue: 'Continue',
    failed: 'This cannot be opened',
    back: 'Back to the portal',
    failures: {
      ...NOT_LAUNCHABLE_TEXTS.en,
      not_signed_in: 'Sign in to the portal first.',
      cross_site: 'This was not asked for from a page of the portal. Go to the portal and try it there.',
      bad_request: 'The request is not complete. Go back to the portal and open the task again.',
      not_found: 'There is no such task for you.',
      not_yours: 'You may not see the tasks of this person.',
      no_demo: 'Acting as somebody else is possible only in the demo domain.',
      fhir_unavailable: 'The data of the domain cannot be read at the moment. Wait a minute and try again.',
      unexpected: 'Something went wrong on our side. Try again from the portal.',
    },
  },
  nl: {
    opening: (app) => `${app} wordt geopend`,
    openingWhy: 'Je gaat naar de app. Misschien moet je daar nog een keer inloggen.',
    continue: 'Verder',
    failed: 'Dit kan niet worden geopend',
    back: 'Terug naar het portaal',
    failures: {
      ...NOT_LAUNCHABLE_TEXTS.nl,
      not_signed_in: 'Log eerst in op het portaal.',
      cross_site: 'Dit is niet vanaf een pagina van het portaal gevraagd. Ga naar het portaal en probeer het daar.',
      bad_request: 'Het verzoek is niet compleet. Ga terug naar het portaal en open de taak opnieuw.',
      not_found: 'Er is voor jou geen taak met dit kenmerk.',
      not_yours: 'Je mag de taken van deze persoon niet zien.',
      no_demo: 'Als iemand anders handelen kan alleen in het demodomein.',
      fhir_unavailable: 'De gegevens van het domein zijn nu niet te lezen. Wacht een minuut en probeer het opnieuw.',
      unexpected: 'Er ging bij ons iets mis. Probeer het opnieuw vanuit het portaal.',
    },
  },
}
