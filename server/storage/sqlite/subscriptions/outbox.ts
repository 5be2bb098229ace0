// The outbox: which versions Subscriptions are yet to be compared with. Its rows are written with those versions, or not at all.
import type { Sqlite } from '../file/database.ts'

/** A version that a client wrote, and the ids by which its request is found again. */
export interface ResourceEvent {
  /** Of the version: resource_version.seq. */
  readonly seq: number
  /** X-Request-Id of the request, as it was answered. */
  readonly requestId: string
  readonly correlationId: string | undefined
  readonly traceId: string | undefined
  /** Who sent it. */
  readonly clientId: string | undefined
}

export interface OutboxWriter {
  /**
   * Adds one version. Only in the transaction that writes it: a version without its row is not notified, a row without its version
   * never is there.
   */
  readonly add: (event: ResourceEvent) => void
}

/** The writer of the outbox on the connection that writes resources. */
export function outboxWriter(sql: Sqlite): OutboxWriter {
  const insert = sql.prepare<[number, string, string | null, string | null, string | null]>(
    'INSERT INTO resource_event (seq, requestId, correlationId, traceId, clientId) VALUES (?, ?, ?, ?, ?)',
  )
  return {
    add: ({ seq, requestId, correlationId, traceId, clientId }) => {
      insert.run(seq, requestId, correlationId ?? null, traceId ?? null, clientId ?? null)
    },
  }
}
