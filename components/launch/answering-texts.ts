// Texts of answering and reviewing, the same in every demo app.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  start: 'Start',
  starting: 'Starting',
  place: (number: number, of: number) => `Question ${number} of ${of}`,
  choose: 'Choose an answer to continue.',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  saving: 'Saving',
  saved: 'Saved',
  away: 'The server is not responding. This page keeps trying.',
  awayWithAnswers:
    'The server is not responding. Your answers are kept in this tab, and this page keeps trying. Leave it open.',
  notSaved: 'The task was not saved',
  notSavedBecause: {
    403: 'This app may not change this task.',
    422: 'This step is not possible for this task.',
  } as Readonly<Record<number, string>>,
  serverSaid: 'The server said:',
  again: 'Try again',
  completedNow: 'Thank you. This task is completed.',
  completedBefore: (when: string) => `This task was completed ${when}. There is nothing left to do.`,
  yourAnswers: 'Your answers',
  answersOfDay: 'Answers',
  byRelative: '(answered by a relative)',
  reviewed: 'The review is done',
  reviewOver: 'This review is done.',
  looksAgain: 'The answers appear here by themselves.',
  noAnswers: {
    end: 'End without answers',
    title: 'End the review without answers?',
    text: 'Nobody has answered yet, so there is nothing to review. A review that has ended cannot be taken up again.',
    yes: 'End the review',
    no: 'Keep it open',
  },
  cancelled: (when: string) => `This task was cancelled by the portal ${when}`,
  withdrawn: (when: string) => `This task was withdrawn by the portal ${when}`,
  /** `status` in the words of the status badge. */
  stopped: (status: string) => `This task has the status “${status}”`,
  nothingOverwritten: 'There is nothing left to do here. The app changed nothing after that, and forgot your answers.',
  toPortal: 'Go to the portal',
  at: (time: string) => `at ${time}`,
  on: (moment: string) => `on ${moment}`,
  somebodyElse:
    'This task is for somebody else, who answers it. What they answered is shown in a review, once the task is completed.',
}

const nl: typeof en = {
  start: 'Beginnen',
  starting: 'Bezig met beginnen',
  place: (number, of) => `Vraag ${number} van ${of}`,
  choose: 'Kies een antwoord om verder te gaan.',
  back: 'Terug',
  next: 'Volgende',
  done: 'Klaar',
  saving: 'Bezig met opslaan',
  saved: 'Opgeslagen',
  away: 'De server reageert niet. Deze pagina blijft het proberen.',
  awayWithAnswers:
    'De server reageert niet. Je antwoorden blijven in dit tabblad bewaard, en deze pagina blijft het proberen. Laat de pagina open.',
  notSaved: 'De taak is niet opgeslagen',
  notSavedBecause: {
    403: 'Deze app mag deze taak niet wijzigen.',
    422: 'Deze stap is bij deze taak niet mogelijk.',
  },
  serverSaid: 'De server zei:',
  again: 'Opnieuw proberen',
  completedNow: 'Bedankt. Deze taak is afgerond.',
  completedBefore: (when) => `Deze taak is ${when} afgerond. Er is niets meer te doen.`,
  yourAnswers: 'Je antwoorden',
  answersOfDay: 'Antwoorden',
  byRelative: '(ingevuld door een naaste)',
  reviewed: 'De bespreking is klaar',
  reviewOver: 'Deze bespreking is klaar.',
  looksAgain: 'De antwoorden verschijnen hier vanzelf.',
  noAnswers: {
    end: 'Afronden zonder antwoorden',
    title: 'De bespreking afronden zonder antwoorden?',
    text: 'Nog niemand heeft iets geantwoord, dus er valt niets te bespreken. Een afgeronde bespreking is niet weer op te pakken.',
    yes: 'Bespreking afronden',
    no: 'Open laten',
  },
  cancelled: (when) => `Deze taak is ${when} door het portaal geannuleerd`,
  withdrawn: (when) => `Deze taak is ${when} door het portaal ingetrokken`,
  stopped: (status) => `Deze taak heeft de status “${status}”`,
  nothingOverwritten:
    'Er is hier niets meer te doen. De app heeft daarna niets gewijzigd, en is je antwoorden vergeten.',
  toPortal: 'Naar het portaal',
  at: (time) => `om ${time}`,
  on: (moment) => `op ${moment}`,
  somebodyElse:
    'Deze taak is voor iemand anders, die hem beantwoordt. Wat die persoon antwoordde, zie je in een bespreking, zodra de taak is afgerond.',
}

export const answeringTexts: Catalogue<typeof en> = { en, nl }
