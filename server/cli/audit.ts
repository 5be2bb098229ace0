// `audit`: verifies the log, archives a range of it, and prunes archived events.
import path from 'node:path'
import { DAY } from '#lib/clock.ts'
import { isDay } from '#lib/fhir/days.ts'
import type { CheckedArchive } from '../audit/archive.ts'
import type { AuditProblem, AuditProblemKind } from '../audit/problem.ts'
import { type Asked, NothingToArchive, type Retention } from '../audit/retention.ts'
import type { AuditReport } from '../audit/verify.ts'
import { operator, SITE } from './audited.ts'
import type { CommandContext } from './context.ts'
import { CommandFailed, CommandUsage, counted, note, result, say } from './output.ts'

interface VerifyOptions {
  readonly head?: string
  readonly archive?: readonly string[]
}

/** Problems that are printed; --json has them all. */
const PROBLEMS_SHOWN = 20

const SENTENCES: Readonly<Record<Exclude<AuditProblemKind, 'archive'>, string>> = {
  changed: 'is not what was recorded, or is hidden by a later version',
  removed: 'is gone',
  misplaced: 'was not recorded at this position: it was moved, inserted, or chained with another key',
  inserted: 'was never recorded: it was inserted',
  end: 'The end of the log is not the one that was sealed',
  head: 'The log does not contain the head given with --head: its end was removed, or an older copy was put back',
  anchor: 'The position up to which the log is supposed to be archived was not sealed: its beginning was removed',
}

/** Exit code 1 when it is not. */
export async function verifyAudit(context: CommandContext, { head, archive = [] }: VerifyOptions): Promise<void> {
  const files = archive.map((file) => path.resolve(context.calledFrom, file))
  const report = await retentionOf(context).verify(files, head)
  const { events, problems } = report
  for (const problem of problems.slice(0, PROBLEMS_SHOWN)) say(sentenceOf(problem))
  if (problems.length > PROBLEMS_SHOWN) say(`… and ${problems.length - PROBLEMS_SHOWN} more; --json has the list.`)
  const holds = problems.length === 0
  if (holds) sayWhatIsLeft(report)
  result(context.json, { holds, ...report }, holds ? summary(report, files.length) : `head  ${report.head ?? 'none'}`)
  if (!holds) throw new CommandFailed(`The audit log of ${counted(events, 'event')} does not hold.`)
}

interface ArchiveOptions {
  readonly until?: string
  readonly days?: number
}

export async function archiveAudit(
  context: CommandContext,
  { until, days }: ArchiveOptions,
  [file = '']: readonly string[],
): Promise<void> {
  const { domain, json, calledFrom } = context
  const end = days === undefined ? momentOf(until) : domain.clock() - days * DAY
  const archive = await archiveOf(context, path.resolve(calledFrom, file), end)
  if (!archive) return result(json, { archive: null, events: 0 }, new NothingToArchive().message)
  note(
    'It contains what the audit log says about people: protect it like the log, and keep the key file of the log with it.',
  )
  result(json, archiveResult(archive), `${archive.file}: ${stretch(archive)}, SHA-256 ${archive.sha256}`)
}

/** Undefined when no event is old enough, which is no failure for a monthly job. */
async function archiveOf(context: CommandContext, file: string, end: number) {
  try {
    return await retentionOf(context).archive(file, end, askedBy(context))
  } catch (error) {
    if (error instanceof NothingToArchive) return undefined
    throw error
  }
}

export async function pruneAudit(
  context: CommandContext,
  { archive: file }: { readonly archive: string },
): Promise<void> {
  const { json, calledFrom } = context
  const { archive, removed } = await retentionOf(context).prune(path.resolve(calledFrom, file), askedBy(context))
  result(
    json,
    { removed, ...archiveResult(archive) },
    removed === 0
      ? `Nothing to remove: ${stretch(archive)} were removed before.`
      : `Removed ${counted(removed, 'event')}: ${archive.file} is now the only copy of ${stretch(archive)}.`,
  )
}

const retentionOf = ({ domain }: CommandContext): Retention => domain.audit.retention(SITE)

const askedBy = ({ domain }: CommandContext): Asked => ({
  request: new Request(domain.config.publicUrl),
  person: { operator: operator() },
})

const archiveResult = ({ file, first, last, events, hash, sha256 }: CheckedArchive) => ({
  ...{ archive: file, first, last, events, sha256 },
  head: `${last}:${hash}`,
})

function momentOf(until: string | undefined): number {
  if (until === undefined) return Number.POSITIVE_INFINITY
  const [, day = ''] = /^(.{10})(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.exec(until) ?? []
  const moment = isDay(day) ? Date.parse(until) : Number.NaN
  if (Number.isNaN(moment))
    throw new CommandUsage('--until must be a day such as 2026-01-31, or an instant such as 2026-01-31T12:00:00Z.')
  return moment
}

const stretch = ({ first, last }: Pick<CheckedArchive, 'first' | 'last'>) =>
  first === last ? `event ${first}` : `events ${first} to ${last}`

function summary({ events, head, first, archivedUpTo }: AuditReport, archives: number): string {
  const last = (first ?? 1) + events - 1
  const what =
    archivedUpTo === undefined || first === undefined
      ? counted(events, 'event')
      : `${stretch({ first, last })}, archived up to ${archivedUpTo}`
  const together = archives === 0 ? '' : `, one chain with ${counted(archives, 'archive')}`
  return [`The audit log holds: ${what}${together}.`, ...(head ? [`head  ${head}`] : [])].join('\n')
}

/** A removal that was cut off leaves events that are archived. */
function sayWhatIsLeft({ first, archivedUpTo }: AuditReport): void {
  if (first === undefined || archivedUpTo === undefined || first > archivedUpTo) return
  note(`The removal of events up to ${archivedUpTo} was cut off. Finish it: audit prune with the same archive.`)
}

function sentenceOf({ kind, position, through = position, event, reason }: AuditProblem): string {
  if (kind === 'archive') return reason ?? ''
  if (kind === 'head' && position !== undefined)
    return 'The head given with --head is older than this log: give the archives with --archive, too.'
  if (position !== through) return `Events ${position} to ${through} are gone.`
  const place = `Event ${position}`
  const subject = position === undefined ? event : event === undefined ? place : `${place}, ${event},`
  return subject === undefined ? `${SENTENCES[kind]}.` : `${subject} ${SENTENCES[kind]}.`
}
