// Walks the chain link by link, over the database alone or over archives first.
import { sameSecret } from '#lib/crypto/hash.ts'
import type { Chain } from './chain.ts'
import type { AuditProblem, AuditProblemKind } from './problem.ts'
import type { Link, StoredLink } from './store.ts'

/** A place in the chain: position and hash of a link. The hash is unknown when the links up to there are gone. */
export interface Place {
  readonly position: number
  readonly hash: string | undefined
}

export interface Walk {
  readonly step: (link: StoredLink) => void
  /** The last link visited. */
  readonly last: () => Link | undefined
  readonly problems: readonly AuditProblem[]
}

/** Starts after a place: the next link must be its successor. */
export function walkFrom(begin: Place, chain: Chain): Walk {
  const problems: AuditProblem[] = []
  let place = begin
  let last: Link | undefined
  let sound = true
  return {
    problems,
    last: () => last,
    step: (link) => {
      const gap = missing(place.position, link.position)
      const own = problemOf(link, chain) ?? (sound && gap.length === 0 ? problemBetween(place, link) : undefined)
      problems.push(...gap, ...(own ? [own] : []))
      sound = own === undefined
      place = link
      last = link
    },
  }
}

export const referenceOf = (id: string) => `AuditEvent/${id}`

/** The gap between two positions, if there is one. */
export const missing = (from: number, to: number): readonly AuditProblem[] =>
  to > from + 1 ? [{ kind: 'removed', position: from + 1, through: to - 1 }] : []

/** The problem of a link and its event, apart from their neighbours. */
function problemOf(link: StoredLink, chain: Chain): AuditProblem | undefined {
  const { position, eventId, event, current } = link
  const problem = (kind: AuditProblemKind) => ({ kind, position, event: referenceOf(eventId) })
  if (!event) return problem('removed')
  if (!sameSecret(chain.linkHash(link), link.hash)) return problem('misplaced')
  return current && chain.eventHash(event) === link.eventHash ? undefined : problem('changed')
}

function problemBetween({ hash }: Place, { position, eventId, previous }: StoredLink): AuditProblem | undefined {
  if (hash === undefined || previous === hash) return undefined
  return { kind: 'misplaced', position, event: referenceOf(eventId) }
}
