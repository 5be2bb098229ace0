// Texts for people whose launch fails: what happened and what to do, without protocol terms (TOP-KT-012c).

import type { Catalogue } from '../i18n/language.ts'
import type { LaunchFailureName } from './launch-session.ts'

interface FailureText {
  readonly title: string
  readonly whatToDo: string
}

/** The title and the advice for each way in which a launch can fail. */
export const LAUNCH_FAILURE_TEXTS: Catalogue<Readonly<Record<LaunchFailureName, FailureText>>> = {
  en: {
    missing_parameter: {
      title: 'This launch is not complete',
      whatToDo: 'Open the task again from your portal. If that does not help, tell the people who run the portal.',
    },
    unknown_iss: {
      title: 'This launch comes from a place that this app does not know',
      whatToDo: 'Open the task from a portal that works with this app.',
    },
    discovery_failed: {
      title: 'The care domain of this launch does not answer',
      whatToDo:
        'Wait a few minutes and open the task again from your portal. If it happens again, tell the people who run the portal.',
    },
    launch_unknown: {
      title: 'This launch has ended, or started in another browser',
      whatToDo:
        'Open the task again from your portal, in this browser and in a tab of its own. The browser must accept cookies.',
    },
    issuer_mismatch: {
      title: 'The answer came from another server than the one that was asked',
      whatToDo:
        'For your safety nothing was opened. Open the task again from your portal. If it happens again, tell the people who run the portal.',
    },
    refused: {
      title: 'The launch was refused',
      whatToDo:
        'Open the task again from your portal: a launch works once, and only for a few minutes. If it happens again, tell the people who run the portal.',
    },
    wrong_user: {
      title: 'This task was not opened for you',
      whatToDo:
        'You may be signed in as somebody other than the person for whom the task was opened. Sign in as that person, or open a task of your own.',
    },
    wrong_patient: {
      title: 'The portal did not say for which patient this task is, or named another one',
      whatToDo:
        'You did nothing wrong, and nothing was opened. Tell the people who run the portal: they have to name you, or the patient whom you help.',
    },
    cancelled: {
      title: 'You cancelled the sign-in',
      whatToDo: 'Nothing was opened. Open the task again from your portal when you want to go on.',
    },
    token_failed: {
      title: 'The sign-in could not be completed',
      whatToDo: 'Open the task again from your portal. If it happens again, tell the people who run the portal.',
    },
    id_token_invalid: {
      title: 'Who you are could not be proven',
      whatToDo:
        'For your safety nothing was opened. Open the task again from your portal. If it happens again, tell the people who run the portal.',
    },
    no_context: {
      title: 'This launch does not say which task to open',
      whatToDo: 'Open a task from your portal. If it happens again, tell the people who run the portal.',
    },
    other_app: {
      title: 'This task belongs to another app',
      whatToDo:
        'Nothing was opened or changed. Open the task from your portal, which opens it in the app that it is for.',
    },
    unexpected: {
      title: 'Something went wrong on our side',
      whatToDo: 'Open the task again from your portal. If it happens again, tell the people who run the portal.',
    },
  },
  nl: {
    missing_parameter: {
      title: 'Deze launch is niet compleet',
      whatToDo:
        'Open de taak opnieuw vanuit je portaal. Helpt dat niet, meld het dan bij de beheerder van het portaal.',
    },
    unknown_iss: {
      title: 'Deze launch komt van een plek die deze app niet kent',
      whatToDo: 'Open de taak vanuit een portaal dat met deze app samenwerkt.',
    },
    discovery_failed: {
      title: 'Het zorgdomein van deze launch antwoordt niet',
      whatToDo:
        'Wacht een paar minuten en open de taak opnieuw vanuit je portaal. Gebeurt het weer, meld het dan bij de beheerder van het portaal.',
    },
    launch_unknown: {
      title: 'Deze launch is verlopen, of begon in een andere browser',
      whatToDo:
        'Open de taak opnieuw vanuit je portaal, in deze browser en in een eigen tabblad. De browser moet cookies toestaan.',
    },
    issuer_mismatch: {
      title: 'Het antwoord kwam van een andere server dan gevraagd was',
      whatToDo:
        'Voor je veiligheid is er niets geopend. Open de taak opnieuw vanuit je portaal. Gebeurt het weer, meld het dan bij de beheerder van het portaal.',
    },
    refused: {
      title: 'De launch is geweigerd',
      whatToDo:
        'Open de taak opnieuw vanuit je portaal: een launch werkt één keer, en maar een paar minuten. Gebeurt het weer, meld het dan bij de beheerder van het portaal.',
    },
    wrong_user: {
      title: 'Deze taak is niet voor jou geopend',
      whatToDo:
        'Misschien ben je ingelogd als iemand anders dan de persoon voor wie de taak is geopend. Log in als die persoon, of open een eigen taak.',
    },
    wrong_patient: {
      title: 'Het portaal zei niet voor welke patiënt deze taak is, of noemde een andere',
      whatToDo:
        'Jij deed niets verkeerd, en er is niets geopend. Meld het bij de beheerder van het portaal: die moet jou noemen, of de patiënt die je helpt.',
    },
    cancelled: {
      title: 'Je hebt het inloggen geannuleerd',
      whatToDo: 'Er is niets geopend. Open de taak opnieuw vanuit je portaal als je verder wilt.',
    },
    token_failed: {
      title: 'Het inloggen kon niet worden afgerond',
      whatToDo:
        'Open de taak opnieuw vanuit je portaal. Gebeurt het weer, meld het dan bij de beheerder van het portaal.',
    },
    id_token_invalid: {
      title: 'Wie je bent kon niet worden aangetoond',
      whatToDo:
        'Voor je veiligheid is er niets geopend. Open de taak opnieuw vanuit je portaal. Gebeurt het weer, meld het dan bij de beheerder van het portaal.',
    },
    no_context: {
      title: 'Deze launch zegt niet welke taak geopend moet worden',
      whatToDo: 'Open een taak vanuit je portaal. Gebeurt het weer, meld het dan bij de beheerder van het portaal.',
    },
    other_app: {
      title: 'Deze taak hoort bij een andere app',
      whatToDo:
        'Er is niets geopend of gewijzigd. Open de taak vanuit je portaal: dat opent hem in de app waarvoor hij is.',
    },
    unexpected: {
      title: 'Er ging bij ons iets mis',
      whatToDo:
        'Open de taak opnieuw vanuit je portaal. Gebeurt het weer, meld het dan bij de beheerder van het portaal.',
    },
  },
}
