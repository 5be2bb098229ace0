// The outbox: versions that have not been compared with Subscriptions yet. A version and its row are written in the
// same transaction.
import type { Sqlite } from '../file/database.ts'

/** A version that a client wrote, and the ids that identify its request. */
export interface ResourceEvent {
  /** The seq of the version in resource_version. */
  readonly seq: number
  /** X-Request-Id of the request, as in its answer. */
  readonly requestId: string
  readonly correlationId: string | undefined
  readonly traceId: string | undefined
  /** The client that sent it. */
  readonly clientId: string | undefined
}

export interface OutboxWriter {
  /**
   * Adds one version. Call it only in the transaction that writes the version: a version without a row is never
   * notified, and a row never exists without its version.
   */
  readonly add: (event: ResourceEvent) => void
}

/** The writer of the outbox, on the connection that writes resources. */
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
