// What an event is about, in the words of its row.
import type { AuditItem } from '../api/audit.ts'
import { LEFT_OUT } from '../api/audit-words.ts'
import { FIND_SEARCH } from '../api/find-words.ts'

interface SaidTexts {
  readonly leftOut: string
  readonly lookedFor: (words: string) => string
  /** What sort of thing an id is of, for an id that says nothing itself. */
  readonly sorts: Readonly<Record<string, string>>
}

type Said = Pick<AuditItem, 'who' | 'what'> & Partial<Pick<AuditItem, 'kind' | 'named'>>

/**
 * Each thing once, by its name: a text that somebody looked for with Ctrl-K is searched for among several types. Of a record without a
 * name for this reader, whose id was made up, its type says more; the event itself has the id.
 */
export function saidOf({ who, what, kind = null, named = {} }: Said, texts: SaidTexts): readonly string[] {
  const byPerson = who.some(({ role }) => role === 'person')
  const said = what.map((one) => {
    if (one === LEFT_OUT) return texts.leftOut
    const words = byPerson ? wordsIn(one) : undefined
    if (words !== undefined) return texts.lookedFor(words)
    const name = named[one]
    const sort = sortOf(one, kind, texts.sorts)
    if (name === undefined) return sort ?? one
    if (NAMED_BY_SORT.test(one)) return `${name} (${sort ?? one})`
    return one.includes('/') ? name : `${name} (${one})`
  })
  return [...new Set(said)]
}

/** What the name of an activity or of a Subscription says too little of. */
const NAMED_BY_SORT = /^(?:ActivityDefinition|Subscription|Task)\//

const MADE_UP = /^(?:([A-Z][A-Za-z]+)\/)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\/_history\/\d+)?$/

/** What a made-up id is of; undefined for what says itself what it is. */
function sortOf(one: string, kind: string | null, sorts: SaidTexts['sorts']): string | undefined {
  if (kind === 'trace') return sorts[kind]
  if (kind === 'audit log') return sorts[one] ?? sorts[kind]
  const [found, type] = MADE_UP.exec(one) ?? []
  if (found === undefined) return undefined
  const sort = type ?? kind
  return sort === null ? undefined : (sorts[sort] ?? sort)
}

/** The words of a search that the field on every page made; undefined for other reads. */
function wordsIn(search: string): string | undefined {
  const [, query = ''] = search.split('?')
  if (!query.endsWith(`&${FIND_SEARCH}`)) return undefined
  const given = [...new URLSearchParams(query.slice(0, -FIND_SEARCH.length - 1))]
  if (given.length === 0 || !given.every(([name]) => name === 'name' || name === '_id')) return undefined
  return given.map(([, value]) => value).join(' ')
}
