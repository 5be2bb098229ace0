// The audit log as CSV (RFC 4180), for a spreadsheet: no cell is read as a formula there. Beside the codes and ids it has the words and
// names of the page, in the language of the reader.
import type { AuditActor, AuditItem } from '#lib/api/audit.ts'
import { AUDIT_WORDS } from '#lib/audit/audit-texts.ts'
import { saidOf } from '#lib/audit/said.ts'
import type { Language } from '#lib/i18n/language.ts'

const COLUMNS = [
  'recorded',
  'event',
  'event in words',
  'outcome',
  'outcome in words',
  'who',
  'who by name',
  'address',
  'what',
  'what by name',
  'why',
  'changed',
  'description',
  'trace',
  'id',
] as const

/** A row for each event, below the names of the columns. Times are in UTC. */
export function auditCsv(items: readonly AuditItem[], language: Language): string {
  const rows = items.map((item) => valuesOf(item, language).map(cell).join(','))
  return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`
}

function valuesOf(item: AuditItem, language: Language): readonly string[] {
  const { recorded, name, outcome, who, what, more, changes, description, why = '', traceIds, id } = item
  const words = AUDIT_WORDS[language]
  const rest = more > 0 ? [`and ${more} more`] : []
  return [
    recorded,
    name,
    wordFor(words.names, name),
    outcome,
    wordFor(words.outcomes, outcome),
    who.map(codesOf).join('; '),
    who.map((actor) => namedIn(words, actor)).join('; '),
    who.flatMap(({ address }) => address ?? []).join('; '),
    [...what, ...rest].join('; '),
    [...saidOf(item, words), ...rest].join('; '),
    why,
    changes.map(({ name: field, before, after }) => `${field}: ${before ?? ''} -> ${after ?? ''}`).join('; '),
    description,
    traceIds.join('; '),
    id,
  ]
}

/** What a later version records has no word yet. */
const wordFor = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? code

const codesOf = ({ name, role, claimed }: AuditActor): string =>
  `${name ?? 'not proven'} (${role}${claimed ? ', claimed' : ''})`

const namedIn = (words: (typeof AUDIT_WORDS)[Language], { name, known, role, claimed }: AuditActor): string =>
  `${known ?? name ?? words.nobody} (${words.roles[role]}${claimed ? `, ${words.claimed}` : ''})`

/** Characters that start a formula in a spreadsheet (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/

/** A quoted value. One that would be a formula begins with an apostrophe, as spreadsheets write a text. */
function cell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
