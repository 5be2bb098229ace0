// `audit verify`: whether the audit log is what was recorded. Exit code 1 when it is not.
import type { AuditProblem, AuditProblemKind } from '../audit/verify.ts'
import type { CommandContext } from './main.ts'
import { CommandFailed, result, say } from './output.ts'

interface VerifyOptions {
  readonly head?: string
  json?: true
}

/** Problems that are printed; --json has them all. */
const PROBLEMS_SHOWN = 20

const SENTENCES: Readonly<Record<AuditProblemKind, string>> = {
  changed: 'is not what was recorded, or is hidden by a later version',
  removed: 'is gone',
  misplaced: 'was not recorded at this place: it was moved, put in, or chained with another key',
  inserted: 'was never recorded: it was put in',
  end: 'The end of the log is not the one that was sealed',
  head: 'The log does not hold the head given with --head: its end was taken away, or it was put back to an older state',
}

export async function verifyAudit({ domain, json }: CommandContext, { head }: VerifyOptions): Promise<void> {
  const report = domain.audit.verify(head)
  const { events, problems } = report
  for (const problem of problems.slice(0, PROBLEMS_SHOWN)) say(sentenceOf(problem))
  if (problems.length > PROBLEMS_SHOWN) say(`… and ${problems.length - PROBLEMS_SHOWN} more; --json has the list.`)
  const holds = problems.length === 0
  result(json, { holds, ...report }, holds ? summary(events, report.head) : `head  ${report.head ?? 'none'}`)
  if (!holds) throw new CommandFailed(`The audit log of ${events} events does not hold.`)
}

const summary = (events: number, head: string | null): string =>
  [`The audit log holds: ${events} ${events === 1 ? 'event' : 'events'}.`, ...(head ? [`head  ${head}`] : [])].join(
    '\n',
  )

function sentenceOf({ kind, position, through = position, event }: AuditProblem): string {
  if (position !== through) return `Events ${position} to ${through} are gone.`
  const place = `Event ${position}`
  const subject = position === undefined ? event : event === undefined ? place : `${place}, ${event},`
  return subject === undefined ? `${SENTENCES[kind]}.` : `${subject} ${SENTENCES[kind]}.`
}
