// Recomputes the chain of the audit log over what is stored, and names what does not hold.
import { sameSecret } from '#lib/crypto/hash.ts'
import type { Chain } from './chain.ts'
import type { StoredLink, StoredLog } from './store.ts'

export type AuditProblemKind =
  /** The event is not what was recorded, or readers are shown something else in its place. */
  | 'changed'
  /** The event, or its link, is gone. */
  | 'removed'
  /** The link was not written at this place: it was moved, put in, or made by another key. */
  | 'misplaced'
  /** An event that looks like one of the log and was never recorded. */
  | 'inserted'
  /** The end of the log is not the one that was sealed. */
  | 'end'
  /** The log does not hold the head that was expected. */
  | 'head'

export interface AuditProblem {
  readonly kind: AuditProblemKind
  readonly position?: number
  /** The last position of a gap. */
  readonly through?: number
  /** `AuditEvent/…`, where it is known. */
  readonly event?: string
}

export interface AuditReport {
  /** Links that are there. */
  readonly events: number
  /** `position:hash` of the last link: note it elsewhere, and give it back later. Null when there is none. */
  readonly head: string | null
  readonly problems: readonly AuditProblem[]
}

/** Holds a log against its chain; `expected` is a head that was noted earlier. Reads every event once. */
export function verifyLog(log: StoredLog, chain: Chain, expected?: string): AuditReport {
  const problems: AuditProblem[] = []
  let last: StoredLink | undefined
  let sound = true
  let events = 0
  let found = expected === undefined
  for (const link of log.links()) {
    const gap = missing(last?.position ?? 0, link.position)
    const own: AuditProblem | undefined =
      problemOf(link, chain) ?? (sound && gap.length === 0 ? problemBetween(last, link) : undefined)
    problems.push(...gap, ...(own ? [own] : []))
    sound = own === undefined
    found ||= headOf(link) === expected
    last = link
    events += 1
  }
  problems.push(...endProblems(log, chain, last))
  problems.push(...log.unlinked().map((id) => ({ kind: 'inserted', event: referenceOf(id) }) as const))
  if (!found) problems.push({ kind: 'head' })
  return { events, head: last ? headOf(last) : null, problems }
}

const referenceOf = (id: string) => `AuditEvent/${id}`

const headOf = ({ position, hash }: StoredLink) => `${position}:${hash}`

/** The gap between two positions, if there is one. */
const missing = (from: number, to: number): readonly AuditProblem[] =>
  to > from + 1 ? [{ kind: 'removed', position: from + 1, through: to - 1 }] : []

/** What is wrong with a link and its event, taken by themselves. */
function problemOf(link: StoredLink, chain: Chain): AuditProblem | undefined {
  const { position, eventId, event, current } = link
  const problem = (kind: AuditProblemKind) => ({ kind, position, event: referenceOf(eventId) })
  if (!event) return problem('removed')
  if (!sameSecret(chain.linkHash(link), link.hash)) return problem('misplaced')
  return current && chain.eventHash(event) === link.eventHash ? undefined : problem('changed')
}

function problemBetween(last: StoredLink | undefined, { position, eventId, previous }: StoredLink) {
  if (previous === (last?.hash ?? '')) return undefined
  return { kind: 'misplaced', position, event: referenceOf(eventId) } as const
}

/** Whether the last link is the one that the head was sealed for. */
function endProblems(log: StoredLog, chain: Chain, last: StoredLink | undefined): readonly AuditProblem[] {
  const head = log.head()
  if (!head) return last ? [{ kind: 'end' }] : []
  if (head.position > (last?.position ?? 0)) return missing(last?.position ?? 0, head.position + 1)
  return last && sameSecret(chain.seal(last.position, last.hash), head.seal) ? [] : [{ kind: 'end' }]
}
