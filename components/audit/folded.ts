// The list of events for people: what an app read by itself within the same seconds is one row, so that people stand out.
import type { AuditItem } from '#lib/api/audit.ts'
import { SECOND } from '#lib/clock.ts'

/** Routine events of an app in which no person took part, newest first; one at least. */
export interface Folded {
  /** client_id. */
  readonly app: string
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
 * The rows of a list, newest first. Events are folded with those of the same app that follow within TOGETHER_MS, where
 * each is a successful read or token without a person. Events of others in between stay.
 */
export function rowsOf(items: readonly AuditItem[]): readonly ListRow[] {
  const rows: { readonly app: string | undefined; items: AuditItem[] }[] = []
  const open = new Map<string, (typeof rows)[number]>()
  for (const item of items) {
    const app = routineAppOf(item)
    const group = app === undefined ? undefined : open.get(app)
    const last = group?.items.at(-1)
    if (group && last && Date.parse(last.recorded) - Date.parse(item.recorded) <= TOGETHER_MS) group.items.push(item)
    else {
      const row = { app, items: [item] }
      rows.push(row)
      if (app !== undefined) open.set(app, row)
    }
  }
  return rows.flatMap(({ app, items: [first, ...more] }): ListRow[] => {
    if (!first) return []
    return app === undefined ? [first] : [{ app, items: [first, ...more] }]
  })
}

/** The app of a routine event; undefined for any other event. */
function routineAppOf({ name, outcome, who }: AuditItem): string | undefined {
  if (!ROUTINE.includes(name) || outcome !== '0' || who.some(({ role }) => role === 'person')) return undefined
  return who.find(({ role }) => role === 'app')?.name ?? undefined
}
