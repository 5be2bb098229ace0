// The hash chain of the log: each link is an HMAC over its event and the link before. The key is a file beside the signing keys, so
// a writer of the database alone can break the chain but not repair it.
import { createHmac, createSecretKey } from 'node:crypto'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Anchor, Link, StoredEvent } from './store.ts'

/** A stretch of the chain. */
export interface Segment {
  /** Position of its first link. */
  readonly first: number
  /** Hash of the link before that; empty where there is none. */
  readonly previous: string
  /** Position of its last link, and the hash of that. */
  readonly last: number
  readonly hash: string
  /** The number of its links. */
  readonly events: number
}

export interface Chain {
  readonly eventHash: (event: StoredEvent) => string
  readonly linkHash: (link: Omit<Link, 'hash'>) => string
  /** Seals the end of the log: the last position and the hash of its link. */
  readonly seal: (position: number, hash: string) => string
  /** Seals the place from which the chain begins once what is before it was archived. */
  readonly anchorSeal: (anchor: Omit<Anchor, 'seal'>) => string
  /** Seals an archive: where it begins, where it ends, and that nothing is missing in between. */
  readonly archiveSeal: (segment: Segment) => string
}

/** The functions of the chain under a secret key: SHA-256 of events, HMAC-SHA-256 of links and seals, in base64url. */
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
