// Links to traces that need no login. A foreign key deletes them with their trace.
import type { TraceShares } from '#server/traces/store.ts'
import type { RecordDeps } from './deps.ts'

/** The links to traces, by the hash of their token. */
export const traceShares = ({ db, alone }: Pick<RecordDeps, 'db' | 'alone'>): TraceShares => ({
  add: async ({ id, tokenHash, traceId, by, ...times }, most) => {
    const [createdAt, expiresAt] = [new Date(times.createdAt), new Date(times.expiresAt)]
    const added = await alone(
      `links to ${traceId}`,
      (one) => one.$executeRaw`
      INSERT INTO trace_share (id, "tokenHash", "traceId", "by", "createdAt", "expiresAt")
      SELECT ${id}, ${tokenHash}, id, ${by}, ${createdAt}, ${expiresAt} FROM trace WHERE id = ${traceId} AND ${most} >
        (SELECT count(*) FROM trace_share s WHERE s."traceId" = ${traceId} AND s."expiresAt" > ${createdAt})`,
    )
    return added === 1
  },
  ofTrace: async (traceId, now) => {
    const where = { traceId, expiresAt: { gt: new Date(now) } }
    const rows = await (await db()).traceShare.findMany({
      ...{ where, omit: { tokenHash: true } },
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    })
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime(), expiresAt: row.expiresAt.getTime() }))
  },
  traceOf: async (tokenHash, now) => {
    const where = { tokenHash, expiresAt: { gt: new Date(now) } }
    return (await (await db()).traceShare.findFirst({ where }))?.traceId
  },
  remove: async (traceId, id, by) =>
    (await (await db()).traceShare.deleteMany({ where: { traceId, id, ...(by === undefined ? {} : { by }) } }))
      .count === 1,
})
