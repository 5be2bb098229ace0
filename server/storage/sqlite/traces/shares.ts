// Links to traces that need no login. A foreign key deletes them with their trace.
import type { TraceShare, TraceShares } from '#server/traces/store.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

/** The store of links on one connection. */
export function traceShares(sql: Sqlite): TraceShares {
  const add = sql.prepare<[TraceShare & { readonly most: number }]>(
    `INSERT INTO trace_share (id, tokenHash, traceId, "by", createdAt, expiresAt)
     SELECT @id, @tokenHash, id, @by, @createdAt, @expiresAt FROM trace WHERE id = @traceId
       AND (SELECT count(*) FROM trace_share WHERE traceId = @traceId AND expiresAt > @createdAt) < @most`,
  )
  const ofTrace = sql.prepare<[string, number], Omit<TraceShare, 'tokenHash'>>(
    `SELECT id, traceId, "by", createdAt, expiresAt FROM trace_share WHERE traceId = ? AND expiresAt > ?
     ORDER BY createdAt DESC, id`,
  )
  const traceOf = sql
    .prepare<[string, number], string>('SELECT traceId FROM trace_share WHERE tokenHash = ? AND expiresAt > ?')
    .pluck()
  const remove = sql.prepare<[{ traceId: string; id: string; by: string | null }]>(
    'DELETE FROM trace_share WHERE traceId = @traceId AND id = @id AND (@by IS NULL OR "by" = @by)',
  )
  return asyncPort<TraceShares>(sql, {
    add: (share, most) => add.run({ ...share, most }).changes === 1,
    ofTrace: (traceId, now) => ofTrace.all(traceId, now),
    traceOf: (tokenHash, now) => traceOf.get(tokenHash, now),
    remove: (traceId, id, by) => remove.run({ traceId, id, by: by ?? null }).changes === 1,
  })
}
