// Verifies the stored audit log: recomputes its chain and reports every mismatch.
import { sameSecret } from '#lib/crypto/hash.ts'
import type { Chain } from './chain.ts'
import type { AuditProblem } from './problem.ts'
import type { Anchor, AuditStore, Head, Link } from './store.ts'
import { missing, referenceOf, type Walk, walkFrom } from './walk.ts'

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

/** What a verification has seen of a log. */
interface Seen {
  anchor: Anchor | undefined
  walk: Walk | undefined
  events: number
  first: number | undefined
  found: boolean
  readonly problems: AuditProblem[]
}

/**
 * Checks a log against its chain, from its sealed anchor if it has one; `expected` is a previously noted head. Reads
 * every event once. Rejects with StorageUnavailable.
 */
export async function verifyLog(
  { read }: Pick<AuditStore, 'read'>,
  chain: Chain,
  expected?: string,
  before?: VerifiedBefore,
): Promise<AuditReport> {
  const found = expected === undefined || before?.hadHead === true
  const seen: Seen = { anchor: undefined, walk: undefined, events: 0, first: undefined, found, problems: [] }
  const { problems } = seen
  const { head, unlinked } = await read((claimed) => {
    if (claimed && !isSealed(claimed, chain)) problems.push({ kind: 'anchor' })
    else seen.anchor = claimed
    const { anchor } = seen
    seen.found ||= anchor !== undefined && headOf(anchor) === expected
    return (link) => {
      seen.walk ??= walkFrom(beginning(anchor, link), chain)
      seen.walk.step(link)
      if (link.position === anchor?.position && link.hash !== anchor.hash) problems.push({ kind: 'anchor' })
      if (before && link.position === before.position && link.hash !== before.hash) problems.push(OTHER_CHAIN)
      seen.found ||= headOf(link) === expected
      seen.first ??= link.position
      seen.events += 1
    }
  })
  const { anchor, walk, events, first } = seen
  const last = walk?.last()
  problems.push(...(before?.problems ?? []), ...(walk?.problems ?? []))
  if (before) problems.push(...betweenProblems(before, anchor, { first, last: last?.position }))
  problems.push(...endProblems(head, chain, last, anchor))
  problems.push(...unlinked.map((id) => ({ kind: 'inserted', event: referenceOf(id) }) as const))
  if (!seen.found) problems.push(lostHead(expected ?? '', anchor))
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
  head: Head | undefined,
  chain: Chain,
  last: Link | undefined,
  anchor: Anchor | undefined,
): readonly AuditProblem[] {
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
