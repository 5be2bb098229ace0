// Links events to the chain, of which all processes have one. Links are made last in a transaction, under a lock that ends with its
// commit: so nobody waits while bodies and index values go in, nor for the disk.
import { type Chain, nextLink } from '#server/audit/chain.ts'
import type { Link, StoredEvent } from '#server/audit/store.ts'
import type { Postgres } from '../connection/connection.ts'
import { shared } from '../connection/gather.ts'
import type { Run } from '../connection/line.ts'

const LOCK = `SELECT pg_advisory_xact_lock(hashtext('slipway audit chain'))`
export const LAST = 'SELECT * FROM audit_link ORDER BY position DESC LIMIT 1'
// The head of each transaction is a row: one that all of them update would fail those that are serializable.
const ADD = `WITH links AS (INSERT INTO audit_link (position, "eventId", "eventHash", previous, hash)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[]))
  INSERT INTO audit_head (id, position, seal) VALUES ($6::bigint, $6::bigint, $7)`
const FORGET = 'DELETE FROM audit_head WHERE position < (SELECT max(position) FROM audit_head)'

export interface Links {
  /** Locks the end of the chain until the transaction ends. */
  readonly lock: (run: Run) => Promise<void>
  /** Links events that the transaction has stored, in order. Nothing but its commit may follow. */
  readonly add: (run: Run, events: readonly StoredEvent[]) => Promise<void>
  /** Leaves nothing but the newest head. Call it after the commit. */
  readonly sealed: () => Promise<void>
}

export function eventLinks({ run: outside }: Pick<Postgres, 'run'>, chain: Chain): Links {
  const forget = shared(() => outside(FORGET))
  const lock = async (run: Run) => void (await run(LOCK))
  return {
    lock,
    add: async (run, events) => {
      if (events.length === 0) return
      await lock(run)
      // Asked on another connection: a serializable transaction does not see what was committed after it began.
      const [last] = await outside<Link>(LAST)
      await run(ADD, linkValues(chain, last, events))
    },
    sealed: async () => {
      await forget().catch(() => undefined) // The next one does it.
    },
  }
}

/** The values of the links that join events to an end of the chain, as columns, then the new end: its position and its seal. */
export function linkValues(chain: Chain, end: Parameters<typeof nextLink>[1], events: readonly StoredEvent[]) {
  let last = end
  const links = events.map((event) => {
    const link = nextLink(chain, last, event)
    last = link
    return link
  })
  const columns = (['position', 'eventId', 'eventHash', 'previous', 'hash'] as const).map((column) =>
    links.map((link) => link[column]),
  )
  return [...columns, last?.position, last && chain.seal(last.position, last.hash)]
}
