// The text of a person's record, in each language: a narrative may have parts that say theirs (FHIR R4 narrative.html, languages.html).
import { dayInWords } from '../i18n/instants.ts'
import { LANGUAGES, type Language } from '../i18n/language.ts'
import type { JsonObject } from '../json.ts'
import { isDay } from './days.ts'
import { humanName } from './display-name.ts'

const USER_NAME: Readonly<Record<Language, string>> = { en: 'User name', nl: 'Gebruikersnaam' }

type Born = Readonly<Record<Language, (day: string) => string>>

/** A day as each language writes it; what is no day of the calendar, such as one that is still being typed, as it is. */
const BORN: Born = {
  en: (day) => `born ${isDay(day) ? dayInWords(day, 'en') : day}`,
  nl: (day) => `geboren op ${isDay(day) ? dayInWords(day, 'nl') : day}`,
}
/** As it stands in records that were made with digits. */
const BORN_IN_DIGITS: Born = {
  en: (day) => `born ${day}`,
  nl: (day) => `geboren op ${day.split('-').toReversed().join('-')}`,
}

interface Told {
  readonly name: string
  /** A whole day. */
  readonly birthDate: string
  readonly username: string | undefined
}

/** A date of birth that is a whole day. */
export const personNarrative = (name: string, birthDate: string, username?: string) => ({
  status: 'generated',
  div: divOf({ name, birthDate, username }, BORN),
})

const divOf = (told: Told, born: Born): string =>
  `<div xmlns="http://www.w3.org/1999/xhtml">${LANGUAGES.map((one) => partIn(one, told, born)).join('')}</div>`

/** The narrative of a record that was changed, where personNarrative had made that of before; undefined for any other. */
export function narrativeAnew(before: JsonObject, after: JsonObject): string | undefined {
  const { div } = (before['text'] ?? {}) as { readonly div?: unknown }
  if (div === undefined) return undefined
  const at = [BORN, BORN_IN_DIGITS].map((born) => divsOf(before, born).indexOf(`${div}`))
  return divsOf(after, BORN)[Math.max(...at)]
}

/** What personNarrative may have made of a record: without a user name, and with each of its identifiers as one. */
function divsOf(person: JsonObject, born: Born): readonly string[] {
  const { birthDate, identifier } = person
  const name = humanName(person)
  if (name === undefined || typeof birthDate !== 'string' || !WHOLE_DAY.test(birthDate)) return []
  const usernames = Array.isArray(identifier) ? identifier.map((one) => `${one?.value}`) : []
  return [undefined, ...usernames].map((username) => divOf({ name, birthDate, username }, born))
}

const WHOLE_DAY = /^\d{4}-\d{2}-\d{2}$/

function partIn(language: Language, { name, birthDate, username }: Told, born: Born): string {
  const row = `<tr><td>${USER_NAME[language]}</td><td>${xml(username ?? '')}</td></tr>`
  const table = username === undefined ? '' : `<table><tbody>${row}</tbody></table>`
  return `<div lang="${language}"><p><b>${xml(name)}</b>, ${xml(born[language](birthDate))}</p>${table}</div>`
}

const xml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
