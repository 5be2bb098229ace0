// The text of a person's record, in each language: a narrative may have parts that say theirs (FHIR R4 narrative.html, languages.html).
import { LANGUAGES, type Language } from '../i18n/language.ts'

/** Another line: its name in each language, and its value. */
type NarrativeRow = readonly [name: Readonly<Record<Language, string>>, value: string]

/** A day as each language writes it. */
const BORN: Readonly<Record<Language, (day: string) => string>> = {
  en: (day) => `born ${day}`,
  nl: (day) => `geboren op ${day.split('-').toReversed().join('-')}`,
}

/** A date of birth that is a whole day. */
export const personNarrative = (name: string, birthDate: string, rows: readonly NarrativeRow[] = []) => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml">${LANGUAGES.map((one) => partIn(one, name, birthDate, rows)).join('')}</div>`,
})

function partIn(language: Language, name: string, birthDate: string, rows: readonly NarrativeRow[]): string {
  const lines = rows.map(([label, value]) => `<tr><td>${label[language]}</td><td>${xml(value)}</td></tr>`).join('')
  const table = lines === '' ? '' : `<table><tbody>${lines}</tbody></table>`
  return `<div lang="${language}"><p><b>${xml(name)}</b>, ${xml(BORN[language](birthDate))}</p>${table}</div>`
}

const xml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
