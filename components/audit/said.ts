// What an event is about, in the words of its row.
import type { AuditItem } from '#lib/api/audit.ts'
import { LEFT_OUT } from '#lib/api/audit-words.ts'
import { FIND_SEARCH } from '#lib/api/find-words.ts'

interface SaidTexts {
  readonly leftOut: string
  readonly lookedFor: (words: string) => string
}

/** Each thing once: a text that somebody looked for with Ctrl-K is searched for among several types. */
export function saidOf({ who, what }: Pick<AuditItem, 'who' | 'what'>, texts: SaidTexts): readonly string[] {
  const byPerson = who.some(({ role }) => role === 'person')
  const said = what.map((one) => {
    if (one === LEFT_OUT) return texts.leftOut
    const words = byPerson ? wordsIn(one) : undefined
    return words === undefined ? one : texts.lookedFor(words)
  })
  return [...new Set(said)]
}

/** The words of a search that the field on every page made; undefined for other reads. */
function wordsIn(search: string): string | undefined {
  const [, query = ''] = search.split('?')
  if (!query.endsWith(`&${FIND_SEARCH}`)) return undefined
  const given = [...new URLSearchParams(query.slice(0, -FIND_SEARCH.length - 1))]
  if (given.length === 0 || !given.every(([name]) => name === 'name' || name === '_id')) return undefined
  return given.map(([, value]) => value).join(' ')
}
