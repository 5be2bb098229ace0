// The hash chain of the log: each link is an HMAC over its event and the previous link. The key is a file beside the
// signing keys, so somebody who can only write to the database can break the chain but not repair it.
import { createHmac, createSecretKey } from 'node:crypto'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Anchor, Link, StoredEvent } from './store.ts'

/** A range of the chain. */
export interface Segment {
  /** Position of its first link. */
  readonly first: number
  /** Hash of the link before the range; empty when there is none. */
  readonly previous: string
  /** Position and hash of its last link. */
  readonly last: number
  readonly hash: string
  /** Number of its links. */
  readonly events: number
}

/** The hashes and seals of the log, made with the domain's key. */
export interface Chain {
  readonly eventHash: (event: StoredEvent) => string
  readonly linkHash: (link: Omit<Link, 'hash'>) => string
  /** The seal on the end of the log: on the last position and its link's hash. */
  readonly seal: (position: number, hash: string) => string
  /** The seal on the place where the chain starts after the earlier part was archived. */
  readonly anchorSeal: (anchor: Omit<Anchor, 'seal'>) => string
  /** The seal on an archive: on its start, its end, and the number of links between them. */
  readonly archiveSeal: (segment: Segment) => string
}

/** The link that follows `before`, which is undefined for the first one. */
export function nextLink(chain: Chain, before: Pick<Link, 'position' | 'hash'> | undefined, event: StoredEvent): Link {
  const { position = 0, hash: previous = '' } = before ?? {}
  const unsigned = { position: position + 1, eventId: event.id, eventHash: chain.eventHash(event), previous }
  return { ...unsigned, hash: chain.linkHash(unsigned) }
}

/**
 * Creates the functions of the chain for a secret key: SHA-256 of events, HMAC-SHA-256 of links and seals, in
 * base64url.
 */
export function auditChain(key: string): Chain {
  const secret = createSecretKey(key, 'utf8')
  const hmac = (parts: readonly (string | number)[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  return {
    eventHash: ({ id, seq, lastUpdated, origin, body }) => sha256(JSON.stringify([id, seq, lastUpdated, origin, body])),
    linkHash: ({ position, eventId, eventHash, previous }) => hmac(['link', position, eventId, eventHash, previous]),
    seal: (position, hash) => hmac(['head', position, hash]),
    anchorSeal: ({ position, hash, seq }) => hmac(['anchor', position, hash, seq]),
    archiveSeal: ({ first, previous, last, hash, events }) => hmac(['archive', first, previous, last, hash, events]),
  }
}
