// What the demo apps say and ask, each its own. The questions are invented here: they are no measuring instrument.
import type { Catalogue } from '#lib/i18n/language.ts'
import type { DemoAppName } from '#lib/launch/demo-paths.ts'

export interface Question {
  readonly ask: string
  /** The place of an answer, from 0, is what it counts where there is a score. */
  readonly answers: readonly string[]
}

export interface AppTexts {
  readonly about: string
  readonly start: string
  /** `own`: the person answers for themselves. */
  readonly questions: (own: boolean) => readonly Question[]
  readonly kept: string
  readonly nothingAnswered: string
  readonly earlier: (times: number) => string
  /** Where answers add up to a score. */
  readonly scored?: {
    readonly score: (score: number, most: number) => string
    readonly overTime: string
    /** The line in words: the scores in order of time. */
    readonly line: (scores: readonly number[], most: number) => string
    readonly meaning: string
  }
}

const sleepEn: AppTexts = {
  about: 'A diary of how you sleep: three short questions a day.',
  start: 'Three short questions. It takes a minute.',
  questions: (own) => [
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
  kept: 'This app keeps these answers. A practitioner who reviews the diary sees them.',
  nothingAnswered: 'Nobody has completed a diary for this patient yet.',
  earlier: (days) => (days === 1 ? '1 earlier day' : `${days} earlier days`),
}

const sleepNl: AppTexts = {
  about: 'Een dagboek over hoe je slaapt: drie korte vragen per dag.',
  start: 'Drie korte vragen. Het duurt een minuut.',
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
  kept: 'Deze app bewaart deze antwoorden. Een behandelaar die het dagboek bespreekt, ziet ze.',
  nothingAnswered: 'Voor deze patiënt heeft nog niemand een dagboek afgerond.',
  earlier: (days) => (days === 1 ? '1 eerdere dag' : `${days} eerdere dagen`),
}

const DAYS_EN = ['On no day', 'On one day', 'On a few days', 'On most days', 'Every day']
const DAYS_NL = ['Op geen enkele dag', 'Op één dag', 'Op een paar dagen', 'Op de meeste dagen', 'Elke dag']

const energyEn: AppTexts = {
  about: 'Four questions about your week, and a score that you can follow over time.',
  start: 'Four short questions about the past week. It takes a minute.',
  questions: (own) => [
    {
      ask: own ? 'How much energy did you have this week?' : 'How much energy did the patient have this week?',
      answers: ['Hardly any', 'A little', 'Some', 'Quite a lot', 'Plenty'],
    },
    {
      ask: own ? 'On how many days were you outdoors?' : 'On how many days was the patient outdoors?',
      answers: DAYS_EN,
    },
    {
      ask: own
        ? 'On how many days did you do something just because you liked it?'
        : 'On how many days did the patient do something just for pleasure?',
      answers: DAYS_EN,
    },
    {
      ask: own ? 'How much of what you had planned did you do?' : 'How much of what was planned did the patient do?',
      answers: ['Nothing', 'A small part', 'About half', 'Most of it', 'All of it'],
    },
  ],
  kept: 'This app keeps these answers. A practitioner who reviews the energy check sees them.',
  nothingAnswered: 'Nobody has completed an energy check for this patient yet.',
  earlier: (times) => (times === 1 ? '1 earlier time' : `${times} earlier times`),
  scored: {
    score: (score, most) => `Score ${score} of ${most}: more is more energy`,
    overTime: 'Score over time',
    line: (scores, most) => `Scores from the first time to the last, each of ${most}: ${scores.join(', ')}.`,
    meaning: 'The score is an invented example, and no advice follows from it.',
  },
}

const energyNl: AppTexts = {
  about: 'Vier vragen over je week, en een score die je kunt volgen.',
  start: 'Vier korte vragen over de afgelopen week. Het duurt een minuut.',
  questions: (own) => [
    {
      ask: own ? 'Hoeveel energie had je deze week?' : 'Hoeveel energie had de patiënt deze week?',
      answers: ['Bijna geen', 'Een beetje', 'Redelijk wat', 'Vrij veel', 'Volop'],
    },
    { ask: own ? 'Op hoeveel dagen was je buiten?' : 'Op hoeveel dagen was de patiënt buiten?', answers: DAYS_NL },
    {
      ask: own
        ? 'Op hoeveel dagen deed je iets alleen omdat je het leuk vond?'
        : 'Op hoeveel dagen deed de patiënt iets alleen voor het plezier?',
      answers: DAYS_NL,
    },
    {
      ask: own
        ? 'Hoeveel heb je gedaan van wat je van plan was?'
        : 'Hoeveel heeft de patiënt gedaan van wat het plan was?',
      answers: ['Niets', 'Een klein deel', 'Ongeveer de helft', 'Het meeste', 'Alles'],
    },
  ],
  kept: 'Deze app bewaart deze antwoorden. Een behandelaar die de energiecheck bespreekt, ziet ze.',
  nothingAnswered: 'Voor deze patiënt heeft nog niemand een energiecheck afgerond.',
  earlier: (times) => `${times} eerdere ${times === 1 ? 'keer' : 'keren'}`,
  scored: {
    score: (score, most) => `Score ${score} van ${most}: meer is meer energie`,
    overTime: 'Score in de tijd',
    line: (scores, most) => `Scores van de eerste keer tot de laatste, elk van ${most}: ${scores.join(', ')}.`,
    meaning: 'De score is een verzonnen voorbeeld; er volgt geen advies uit.',
  },
}

export const APP_TEXTS: Readonly<Record<DemoAppName, Catalogue<AppTexts>>> = {
  sleep: { en: sleepEn, nl: sleepNl },
  energy: { en: energyEn, nl: energyNl },
}
