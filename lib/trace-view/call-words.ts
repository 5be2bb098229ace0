// The words for what the requests of a client did, without its name before them.
import type { TraceCall } from '../api/traces.ts'
import type { Language } from '../i18n/language.ts'

type Act = TraceCall['act']
type Quotes = readonly [string, string]

/** The types that were read, or the records that were changed, of each act. */
function grouped(calls: readonly TraceCall[], and: string, [begin, end]: Quotes): readonly (readonly [Act, string])[] {
  const acts = new Map<Act, string[]>()
  for (const { act, on, name } of calls) {
    const what = name === undefined ? shortOf(on) : `${begin}${name}${end}`
    acts.set(act, [...new Set([...(acts.get(act) ?? []), what])])
  }
  return [...acts].map(([act, all]) => [act, listed(all, and)])
}

/** An id that a server made up says nothing: its type does. */
const LONGEST_RECORD = 32
const shortOf = (record: string): string => (record.length > LONGEST_RECORD ? (record.split('/')[0] ?? record) : record)

const listed = (all: readonly string[], and: string): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${and} ${all.at(-1)}`

const ENGLISH: Readonly<Record<Act, readonly [done: string, tried: string]>> = {
  read: ['read', 'to read'],
  create: ['created', 'to create'],
  change: ['changed', 'to change'],
  delete: ['deleted', 'to delete'],
  bundle: ['sent a Bundle', 'to send a Bundle'],
  token: ['got a token', 'to get a token'],
}

const DUTCH: Readonly<Record<Act, (what: string) => readonly [done: string, tried: string]>> = {
  read: (what) => [`las ${what}`, `${what} te lezen`],
  create: (what) => [`maakte ${what}`, `${what} te maken`],
  change: (what) => [`wijzigde ${what}`, `${what} te wijzigen`],
  delete: (what) => [`verwijderde ${what}`, `${what} te verwijderen`],
  bundle: () => ['stuurde een Bundle', 'een Bundle te sturen'],
  token: () => ['kreeg een token', 'een token te krijgen'],
}

const english = (calls: readonly TraceCall[], at: 0 | 1): string =>
  listed(
    grouped(calls, 'and', ['“', '”']).map(([act, what]) => `${ENGLISH[act][at]} ${what}`.trim()),
    'and',
  )

const dutch = (calls: readonly TraceCall[], at: 0 | 1): string =>
  listed(
    grouped(calls, 'en', ['‘', '’']).map(([act, what]) => DUTCH[act](what)[at]),
    'en',
  )

const told = { en: english, nl: dutch } as const

/** As `read Task and Patient`. */
export const callsDone = (calls: readonly TraceCall[], language: Language): string => told[language](calls, 0)

/** As `tried to read Patient`: it was refused. */
export const callsTried = (calls: readonly TraceCall[], language: Language): string =>
  `${{ en: 'tried', nl: 'probeerde' }[language]} ${told[language](calls, 1)}`
