// Texts of the sleep diary.
import type { Catalogue } from '#lib/i18n/language.ts'

interface Question {
  readonly ask: string
  readonly answers: readonly string[]
}

const en = {
  start: 'Start',
  startText: 'Three short questions. It takes a minute.',
  starting: 'Starting',
  /** `own`: the person answers for themselves. */
  questions: (own: boolean): readonly Question[] => [
    {
      ask: own ? 'How did you sleep last night?' : 'How did the patient sleep last night?',
      answers: ['Very badly', 'Badly', 'Not well, not badly', 'Well', 'Very well'],
    },
    {
      ask: own ? 'How long did you sleep?' : 'How long did the patient sleep?',
      answers: ['Less than 4 hours', '4 to 6 hours', '6 to 8 hours', 'More than 8 hours'],
    },
    {
      ask: own ? 'How often did you wake up?' : 'How often did the patient wake up?',
      answers: ['Not at all', 'Once or twice', 'Three times or more'],
    },
  ],
  place: (number: number, of: number) => `Question ${number} of ${of}`,
  choose: 'Choose an answer to continue.',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  saving: 'Saving',
  savedAs: (version: string) => `Saved as version ${version}`,
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
  answersKept: 'This app keeps these answers. A practitioner who reviews the diary sees them.',
  nothingAnswered: 'Nobody has completed a diary for this patient yet.',
  answersOfDay: 'Answers of a day',
  byRelative: '(answered by a relative)',
  earlier: (days: number) => (days === 1 ? '1 earlier day' : `${days} earlier days`),
  reviewed: 'The review is done',
  reviewOver: 'This review is done.',
  cancelled: (when: string) => `This task was cancelled by the portal ${when}`,
  withdrawn: (when: string) => `This task was withdrawn by the portal ${when}`,
  /** `status` in the words of the status badge. */
  stopped: (status: string) => `This task has the status “${status}”`,
  nothingOverwritten: 'There is nothing left to do here. The app changed nothing after that, and forgot your answers.',
  toPortal: 'Go to the portal',
  at: (time: string) => `at ${time}`,
  on: (moment: string) => `on ${moment}`,
  somebodyElse: 'This task is for somebody else. You can look at it.',
}

const nl: typeof en = {
  start: 'Beginnen',
  startText: 'Drie korte vragen. Het duurt een minuut.',
  starting: 'Bezig met beginnen',
  questions: (own) => [
    {
      ask: own ? 'Hoe heb je vannacht geslapen?' : 'Hoe heeft de patiënt vannacht geslapen?',
      answers: ['Heel slecht', 'Slecht', 'Niet goed, niet slecht', 'Goed', 'Heel goed'],
    },
    {
      ask: own ? 'Hoe lang heb je geslapen?' : 'Hoe lang heeft de patiënt geslapen?',
      answers: ['Minder dan 4 uur', '4 tot 6 uur', '6 tot 8 uur', 'Meer dan 8 uur'],
    },
    {
      ask: own ? 'Hoe vaak werd je wakker?' : 'Hoe vaak werd de patiënt wakker?',
      answers: ['Geen enkele keer', 'Een of twee keer', 'Drie keer of vaker'],
    },
  ],
  place: (number, of) => `Vraag ${number} van ${of}`,
  choose: 'Kies een antwoord om verder te gaan.',
  back: 'Terug',
  next: 'Volgende',
  done: 'Klaar',
  saving: 'Bezig met opslaan',
  savedAs: (version) => `Opgeslagen als versie ${version}`,
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
  answersKept: 'Deze app bewaart deze antwoorden. Een behandelaar die het dagboek bespreekt, ziet ze.',
  nothingAnswered: 'Voor deze patiënt heeft nog niemand een dagboek afgerond.',
  answersOfDay: 'Antwoorden van een dag',
  byRelative: '(ingevuld door een naaste)',
  earlier: (days) => (days === 1 ? '1 eerdere dag' : `${days} eerdere dagen`),
  reviewed: 'De bespreking is klaar',
  reviewOver: 'Deze bespreking is klaar.',
  cancelled: (when) => `Deze taak is ${when} door het portaal geannuleerd`,
  withdrawn: (when) => `Deze taak is ${when} door het portaal ingetrokken`,
  stopped: (status) => `Deze taak heeft de status “${status}”`,
  nothingOverwritten:
    'Er is hier niets meer te doen. De app heeft daarna niets gewijzigd, en is je antwoorden vergeten.',
  toPortal: 'Naar het portaal',
  at: (time) => `om ${time}`,
  on: (moment) => `op ${moment}`,
  somebodyElse: 'Deze taak is voor iemand anders. Je kunt hem bekijken.',
}

export const diaryTexts: Catalogue<typeof en> = { en, nl }
