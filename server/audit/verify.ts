// Verifies the stored audit log: recomputes its chain and reports every mismatch.
import { sameSecret } from '#lib/crypto/hash.ts'
import type { Chain } from './chain.ts'
import type { AuditProblem } from './problem.ts'
import type { Anchor, Link, StoredLog } from './store.ts'
import { missing, referenceOf, walkFrom } from './walk.ts'

/** The outcome of a verification; the log is sound when `problems` is empty. */
export interface AuditReport {
  /** Number of stored links. */
  readonly events: number
  /** The position of the first link; absent unless earlier links are archived. */
  readonly first?: number
  /** The last archived position; links up to there may be missing. */
  readonly archivedUpTo?: number
  /** `position:hash` of the last link, to be noted elsewhere and passed as `expected` later. Null when there is none. */
  readonly head: string | null
  readonly problems: readonly AuditProblem[]
}

/** The verified part of the chain before the log, from archives. */
export interface VerifiedBefore {
  /** Position of the last archived link. */
  readonly position: number
  readonly hash: string
  /** Hash of the link that the anchor names; undefined when the archives do not reach it. */
  readonly atAnchor: string | undefined
  /** True when the archives contain the expected head. */
  readonly hadHead: boolean
  readonly problems: readonly AuditProblem[]
}

/**
 * Checks a log against its chain, from its sealed anchor if it has one; `expected` is a previously noted head. Reads
 * every event once.
 */
export function verifyLog(log: StoredLog, chain: Chain, expected?: string, before?: VerifiedBefore): AuditReport {
  const claimed = log.anchor()
  const anchor = claimed && isSealed(claimed, chain) ? claimed : undefined
  const problems: AuditProblem[] = claimed && !anchor ? [{ kind: 'anchor' }] : []
  let walk: ReturnType<typeof walkFrom> | undefined
  let events = 0
  let first: number | undefined
  let found = expected === undefined || before?.hadHead === true || (anchor && headOf(anchor) === expected) === true
  for (const link of log.links()) {
    walk ??= walkFrom(beginning(anchor, link), chain)
    walk.step(link)
    if (link.position === anchor?.position && link.hash !== anchor.hash) problems.push({ kind: 'anchor' })
    if (before && link.position === before.position && link.hash !== before.hash) problems.push(OTHER_CHAIN)
    found ||= headOf(link) === expected
    first ??= link.position
    events += 1
  }
  const last = walk?.last()
  problems.push(...(before?.problems ?? []), ...(walk?.problems ?? []))
  if (before) problems.push(...betweenProblems(before, anchor, { first, last: last?.position }))
  problems.push(...endProblems(log, chain, last, anchor))
  problems.push(...log.unlinked().map((id) => ({ kind: 'inserted', event: referenceOf(id) }) as const))
  if (!found) problems.push(lostHead(expected ?? '', anchor))
  return {
    events,
    ...(anchor ? { first: first ?? anchor.position + 1, archivedUpTo: anchor.position } : {}),
    head: last ? headOf(last) : null,
    problems,
  }
}

const isSealed = ({ seal, ...anchor }: Anchor, chain: Chain): boolean => sameSecret(chain.anchorSeal(anchor), seal)

const headOf = ({ position, hash }: Pick<Link, 'position' | 'hash'>) => `${position}:${hash}`

/** The predecessor of the first stored link. After an interrupted removal, that predecessor is already gone. */
function beginning(anchor: Anchor | undefined, { position }: Link) {
  if (!anchor) return { position: 0, hash: '' }
  return position > anchor.position ? anchor : { position: position - 1, hash: undefined }
}

const OTHER_CHAIN: AuditProblem = { kind: 'archive', reason: 'The archives and the log are not of one chain.' }

/** Checks that the archives reach the log, do not extend beyond it, and match the anchor. */
function betweenProblems(
  before: VerifiedBefore,
  anchor: Anchor | undefined,
  { first = (anchor?.position ?? 0) + 1, last = first - 1 }: { first: number | undefined; last: number | undefined },
): readonly AuditProblem[] {
  const differs = anchor !== undefined && before.atAnchor !== undefined && before.atAnchor !== anchor.hash
  return [...missing(before.position, first), ...missing(last, before.position + 1), ...(differs ? [OTHER_CHAIN] : [])]
}

/** Checks that the last link is the sealed one. */
function endProblems(
  log: StoredLog,
  chain: Chain,
  last: Link | undefined,
  anchor: Anchor | undefined,
): readonly AuditProblem[] {
  const head = log.head()
  if (!head) return last || anchor ? [{ kind: 'end' }] : []
  const end = last?.position ?? anchor?.position ?? 0
  if (head.position > end) return missing(end, head.position + 1)
  return last && sameSecret(chain.seal(last.position, last.hash), head.seal) ? [] : [{ kind: 'end' }]
}

/** A head from the archived part can only be found in an archive. */
function lostHead(expected: string, anchor: Anchor | undefined): AuditProblem {
  const position = Number(expected.split(':')[0])
  return anchor && position <= anchor.position ? { kind: 'head', position } : { kind: 'head' }
}
