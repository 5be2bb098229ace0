// The list of events for people: what belongs together within the same seconds is one row. That is what an app read by itself, what
// a page read for a person, as a search does with each letter, and a person's one sign-in or sign-out at several parts of the domain.
import type { AuditItem } from '#lib/api/audit.ts'
import { SECOND } from '#lib/clock.ts'

/** Events of an app in which no person took part, a person's reads through an app, or a person's sign-in or sign-out. */
type Sort = 'app' | 'reads' | 'login' | 'logout'

/** Events shown as one, newest first. */
export interface Folded {
  readonly sort: Sort
  readonly items: readonly AuditItem[]
}

/** A row of the list: an event, or those that are shown as one that opens. */
export type ListRow = AuditItem | Folded

export const isFolded = (row: ListRow): row is Folded => 'items' in row

/** A page that is opened makes its requests within a few seconds, and reads are recorded within one. */
const TOGETHER_MS = 5 * SECOND

/** What pages and back ends do all the time. */
const ROUTINE: readonly string[] = ['read', 'token']

/**
 * The rows of a list, newest first. A successful event is folded with those of its group that follow within TOGETHER_MS; events of
 * others in between stay, and an event that nothing follows is a row like any other.
 */
export function rowsOf(items: readonly AuditItem[]): readonly ListRow[] {
  const rows: { readonly sort: Sort | undefined; items: AuditItem[] }[] = []
  const open = new Map<string, (typeof rows)[number]>()
  for (const item of items) {
    const { sort, key } = groupOf(item) ?? {}
    const group = key === undefined ? undefined : open.get(key)
    const last = group?.items.at(-1)
    if (group && last && Date.parse(last.recorded) - Date.parse(item.recorded) <= TOGETHER_MS) group.items.push(item)
    else {
      const row = { sort, items: [item] }
      rows.push(row)
      if (key !== undefined) open.set(key, row)
    }
  }
  return rows.flatMap(({ sort, items: [first, ...more] }): ListRow[] => {
    if (!first) return []
    return sort === undefined || more.length === 0 ? [first] : [{ sort, items: [first, ...more] }]
  })
}

/** With what an event may be folded; undefined for an event that is always a row. */
function groupOf({ name, outcome, who }: AuditItem): { readonly sort: Sort; readonly key: string } | undefined {
  if (outcome !== '0') return undefined
  const nameOf = (wanted: 'app' | 'person') => who.find(({ role }) => role === wanted)?.name ?? undefined
  const [app, person] = [nameOf('app'), nameOf('person')]
  if (person !== undefined && (name === 'login' || name === 'logout')) return { sort: name, key: `${name} ${person}` }
  if (person !== undefined && name === 'read') return { sort: 'reads', key: `read ${person}` }
  const isByItself = app !== undefined && ROUTINE.includes(name) && !who.some(({ role }) => role === 'person')
  return isByItself ? { sort: 'app', key: `app ${app}` } : undefined
}
