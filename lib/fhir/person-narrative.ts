// The text of a person's record, in each language: a narrative may have parts that say theirs (FHIR R4 narrative.html, languages.html).
import { LANGUAGES, type Language } from '../i18n/language.ts'
import type { JsonObject } from '../json.ts'
import { humanName } from './display-name.ts'

const USER_NAME: Readonly<Record<Language, string>> = { en: 'User name', nl: 'Gebruikersnaam' }

/** A day as each language writes it. */
const BORN: Readonly<Record<Language, (day: string) => string>> = {
  en: (day) => `born ${day}`,
  nl: (day) => `geboren op ${day.split('-').toReversed().join('-')}`,
}

/** A date of birth that is a whole day. */
export const personNarrative = (name: string, birthDate: string, username?: string) => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml">${LANGUAGES.map((one) => partIn(one, name, birthDate, username)).join('')}</div>`,
})

/** The narrative of a record that was changed, where personNarrative had made that of before; undefined for any other. */
export function narrativeAnew(before: JsonObject, after: JsonObject): string | undefined {
  const { div } = (before['text'] ?? {}) as { readonly div?: unknown }
  if (div === undefined) return undefined
  return divsOf(after)[divsOf(before).indexOf(`${div}`)]
}

/** What personNarrative may have made of a record: without a user name, and with each of its identifiers as one. */
function divsOf(person: JsonObject): readonly string[] {
  const { birthDate, identifier } = person
  const name = humanName(person)
  if (name === undefined || typeof birthDate !== 'string' || !WHOLE_DAY.test(birthDate)) return []
  const usernames = Array.isArray(identifier) ? identifier.map((one) => `${one?.value}`) : []
  return [undefined, ...usernames].map((username) => personNarrative(name, birthDate, username).div)
}

const WHOLE_DAY = /^\d{4}-\d{2}-\d{2}$/

function partIn(language: Language, name: string, birthDate: string, username: string | undefined): string {
  const row = `<tr><td>${USER_NAME[language]}</td><td>${xml(username ?? '')}</td></tr>`
  const table = username === undefined ? '' : `<table><tbody>${row}</tbody></table>`
  return `<div lang="${language}"><p><b>${xml(name)}</b>, ${xml(BORN[language](birthDate))}</p>${table}</div>`
}

const xml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
