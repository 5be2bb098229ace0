// Texts of the portal's own pages: the hand-over to an app, and the remedies when there is none.

import { NOT_LAUNCHABLE_TEXTS } from '#lib/api/not-launchable-words.ts'
import type { Catalogue, Language } from '#lib/i18n/language.ts'
import type { PortalFailure, PortalFailureName } from './failure.ts'

const en = {
  opening: (app: string) => `Opening ${app}`,
  openingWhy: 'You are taken to the app. You may be asked to sign in there once more.',
  continue: 'Continue',
  failed: 'This cannot be opened',
  back: 'Back to the portal',
  trace: 'See what happened to this launch',
  failures: {
    ...NOT_LAUNCHABLE_TEXTS.en,
    not_signed_in: 'Sign in to the portal first.',
    other_person: (name: string) =>
      `${name} is signed in here now, and somebody else was when the page was opened. Nothing was opened. In the portal you go on as ${name}, or sign in as somebody else.`,
    /** Names the address of the portal. */
    cross_site: (portal: string) =>
      `This request did not come from a page of the portal. The portal is at ${portal} and at no other address. Go there and try again.`,
    bad_request: 'The request is not complete. Go back to the portal and open the task again.',
    not_found: 'There is no such task or patient for you.',
    not_yours: 'You may not see the tasks of this person.',
    not_composer: 'Composing launches is for administrators. Sign in to the portal as one.',
    bad_composition: 'The launch cannot be read: claims must be a JSON object of at most 4 KB.',
    no_such_app: 'There is no approved app with this client_id that has a launch URL.',
    not_makeable: 'This failure cannot be made here for this app. The command line can: slipway launch --fail.',
    not_a_launch:
      'This would not be a launch token: somebody could use it to authenticate as the portal. sub must not be the portal, and aud must be a Device.',
    ticket_gone: 'This code was used before, or is older than five minutes. Make a new one in the composer.',
    too_many: 'Too many launches were composed from here at once. Wait a minute and try again.',
    fhir_unavailable: 'The data of the domain cannot be read at the moment. Wait a minute and try again.',
    /** Names the right that is missing, as a scope. */
    not_readable: (missing: string) =>
      `The role of the portal (demo-portal) lacks the right ${missing}, so this cannot be shown. An administrator can add it to the role in the console.`,
    not_in_use: 'The portal is not an approved app of this domain, so it cannot show or open anything.',
    not_practitioner: 'Only practitioners can give and cancel tasks.',
    not_permitted:
      'The portal has no permission for this. An administrator can add it to the portal’s role in the console.',
    not_assignable: 'This task cannot be given: the person or the activity is not available any more. Choose again.',
    task_changed: 'The task has changed in the meantime. Look at it again.',
    task_over: 'The task has already ended and can no longer be cancelled.',
    not_a_notification: 'This is not a notification for the portal.',
    too_many_streams: 'You have too many portal pages open.',
    unavailable: 'The database is busy, or its disk is full. Try again in a moment.',
    unexpected: 'Something went wrong on our side. Try again from the portal.',
  } satisfies Record<PortalFailureName, unknown>,
  compose: {
    back: 'Back to the composer',
    inFrame: (app: string) => `${app} in a frame`,
    inFrameWhy:
      'An empty frame means that a page refuses to be framed, as sign-in pages should. The sign-in page and the demo app of this domain do. Open such an app in its own tab.',
    twice: 'The same launch twice',
    twiceWhy:
      'Both buttons send the same token. The first launch is good; after it, launch.jti must refuse the second.',
    first: '1. Send it, in a new tab',
    again: '2. Send it again',
    opening: 'Opening a launch',
    openingWhy: 'The code that you scanned opens one launch, once.',
  },
}

const nl: typeof en = {
  opening: (app) => `${app} wordt geopend`,
  openingWhy: 'Je gaat naar de app. Misschien moet je daar nog een keer inloggen.',
  continue: 'Verder',
  failed: 'Dit kan niet worden geopend',
  back: 'Terug naar het portaal',
  trace: 'Bekijk wat er met deze launch gebeurde',
  failures: {
    ...NOT_LAUNCHABLE_TEXTS.nl,
    not_signed_in: 'Log eerst in op het portaal.',
    other_person: (name) =>
      `${name} is hier nu ingelogd, en toen de pagina werd geopend was dat iemand anders. Er is niets geopend. In het portaal ga je verder als ${name}, of log je in als iemand anders.`,
    cross_site: (portal) =>
      `Dit verzoek kwam niet van een pagina van het portaal. Het portaal staat op ${portal} en op geen ander adres. Ga daarheen en probeer het opnieuw.`,
    bad_request: 'Het verzoek is niet compleet. Ga terug naar het portaal en open de taak opnieuw.',
    not_found: 'Er is voor jou geen taak of patiënt met dit kenmerk.',
    not_yours: 'Je mag de taken van deze persoon niet zien.',
    not_composer: 'Launches samenstellen is voor beheerders. Log als beheerder in op het portaal.',
    bad_composition: 'De launch is niet te lezen: claims moet een JSON-object van hoogstens 4 KB zijn.',
    no_such_app: 'Er is geen goedgekeurde app met deze client_id en een launch-URL.',
    not_makeable: 'Deze fout is hier voor deze app niet te maken. Op de opdrachtregel wel: slipway launch --fail.',
    not_a_launch:
      'Dit zou geen launch-token zijn: iemand zou zich ermee als het portaal kunnen authenticeren. sub mag niet het portaal zijn, en aud moet een Device zijn.',
    ticket_gone: 'Deze code is al gebruikt, of ouder dan vijf minuten. Maak een nieuwe in de samensteller.',
    too_many: 'Hiervandaan werden te veel launches tegelijk samengesteld. Wacht een minuut en probeer het opnieuw.',
    fhir_unavailable: 'De gegevens van het domein zijn nu niet te lezen. Wacht een minuut en probeer het opnieuw.',
    not_readable: (missing) =>
      `De rol van het portaal (demo-portal) mist het recht ${missing}; daarom is dit niet te tonen. Een beheerder kan het in het beheer aan de rol toevoegen.`,
    not_in_use: 'Het portaal is geen goedgekeurde app van dit domein en kan dus niets tonen of openen.',
    not_practitioner: 'Alleen behandelaren kunnen taken geven en annuleren.',
    not_permitted:
      'Het portaal heeft hier geen recht voor. Een beheerder kan het in het beheer toevoegen aan de rol van het portaal.',
    not_assignable: 'Deze taak kan niet worden gegeven: de persoon of de activiteit is er niet meer. Kies opnieuw.',
    task_changed: 'De taak is intussen veranderd. Kijk er nog een keer naar.',
    task_over: 'De taak is al afgesloten en kan niet meer worden geannuleerd.',
    not_a_notification: 'Dit is geen melding voor het portaal.',
    too_many_streams: 'Je hebt te veel portaalpagina’s open.',
    unavailable: 'De database is bezet, of de schijf is vol. Probeer het zo nog eens.',
    unexpected: 'Er ging bij ons iets mis. Probeer het opnieuw vanuit het portaal.',
  },
  compose: {
    back: 'Terug naar de samensteller',
    inFrame: (app) => `${app} in een frame`,
    inFrameWhy:
      'Een leeg frame betekent dat een pagina niet in een frame wil, zoals het hoort bij een inlogpagina. De inlogpagina en de demo-app van dit domein weigeren het. Open zo’n app in een eigen tabblad.',
    twice: 'Dezelfde launch twee keer',
    twiceWhy:
      'Beide knoppen versturen hetzelfde token. De eerste launch is goed; daarna moet launch.jti de tweede weigeren.',
    first: '1. Versturen, in een nieuw tabblad',
    again: '2. Nog een keer versturen',
    opening: 'Een launch openen',
    openingWhy: 'De code die je hebt gescand opent één launch, één keer.',
  },
}

export const TEXTS: Catalogue<typeof en> = { en, nl }

export function failureText(
  language: Language,
  { failure, missing = '', who = '' }: Pick<PortalFailure, 'failure'> & Partial<Pick<PortalFailure, 'missing' | 'who'>>,
  publicUrl: string,
): string {
  const { failures } = TEXTS[language]
  if (failure === 'not_readable') return failures.not_readable(missing)
  if (failure === 'other_person') return failures.other_person(who)
  return failure === 'cross_site' ? failures.cross_site(`${publicUrl}/portal`) : failures[failure]
}
