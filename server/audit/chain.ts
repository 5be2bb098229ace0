// How the events of the log are chained: each link is an HMAC that rests on the link before. The key is a file beside the
// signing keys, so that whoever can write the database alone can break the chain, and not mend it.
import { createHmac, createSecretKey } from 'node:crypto'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Link, StoredEvent } from './store.ts'

export interface Chain {
  readonly eventHash: (event: StoredEvent) => string
  readonly linkHash: (link: Omit<Link, 'hash'>) => string
  /** Seals the end of the log: the last position and the hash of its link. */
  readonly seal: (position: number, hash: string) => string
}

export function auditChain(key: string): Chain {
  const secret = createSecretKey(key, 'utf8')
  const hmac = (parts: readonly (string | number)[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  return {
    eventHash: ({ id, seq, lastUpdated, origin, body }) => sha256(JSON.stringify([id, seq, lastUpdated, origin, body])),
    linkHash: ({ position, eventId, eventHash, previous }) => hmac(['link', position, eventId, eventHash, previous]),
    seal: (position, hash) => hmac(['head', position, hash]),
  }
}
