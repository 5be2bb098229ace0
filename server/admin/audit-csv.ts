// The audit log as CSV (RFC 4180), for a spreadsheet: no cell is read as a formula there.
import type { AuditItem } from '#lib/api/audit.ts'

const COLUMNS = [
  'recorded',
  'event',
  'outcome',
  'who',
  'address',
  'what',
  'changed',
  'description',
  'trace',
  'id',
] as const

/** A row for each event, below the names of the columns. Times are in UTC. */
export function auditCsv(items: readonly AuditItem[]): string {
  const rows = items.map((item) => valuesOf(item).map(cell).join(','))
  return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`
}

function valuesOf({ recorded, name, outcome, who, what, more, changes, description, traceIds, id }: AuditItem) {
  const rest = more > 0 ? [`and ${more} more`] : []
  return [
    recorded,
    name,
    outcome,
    who.map(({ name: actor, role }) => `${actor ?? 'not proven'} (${role})`).join('; '),
    who.flatMap(({ address }) => address ?? []).join('; '),
    [...what, ...rest].join('; '),
    changes.map(({ name: field, before, after }) => `${field}: ${before ?? ''} -> ${after ?? ''}`).join('; '),
    description,
    traceIds.join('; '),
    id,
  ]
}

/** Characters that start a formula in a spreadsheet (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/

/** A quoted value. One that would be a formula begins with an apostrophe, as spreadsheets write a text. */
function cell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
