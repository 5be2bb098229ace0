// Which apps are still to be told of the end of a session. A notice is a row until its app has answered.
import type { LogoutNotice, LogoutNotices } from '#server/oauth/store.ts'
import type { RecordDeps } from './deps.ts'

/** The notices, each of which one process at a time takes. */
export const logoutNotices = ({
  db,
  clock,
  hasNotices,
}: Pick<RecordDeps, 'db' | 'clock' | 'hasNotices'>): LogoutNotices => ({
  add: async (sid) => {
    await (await db()).$executeRaw`INSERT INTO logout_notice ("clientId", sid, "nextAt")
      SELECT "clientId", ${sid}, ${new Date(clock())} FROM client
      WHERE status = 'approved' AND "logoutUri" IS NOT NULL
      ON CONFLICT ("clientId", sid) DO NOTHING`
  },
  take: async (leaseMs) => {
    if (!(await hasNotices())) return undefined
    const [now, until] = [new Date(clock()), new Date(clock() + leaseMs)]
    const [taken] = await (await db()).$queryRaw<LogoutNotice[]>`
      UPDATE logout_notice SET attempts = attempts + 1, "nextAt" = ${until}
      WHERE ("clientId", sid) = (SELECT "clientId", sid FROM logout_notice
        WHERE "nextAt" <= ${now} ORDER BY "nextAt" LIMIT 1) AND "nextAt" <= ${now}
      RETURNING "clientId", sid, attempts`
    return taken && { ...taken, attempts: Number(taken.attempts) } // 64 bits where the engine has them.
  },
  again: async ({ clientId, sid, attempts }, waitMs) => {
    const data = { nextAt: new Date(clock() + waitMs) }
    await (await db()).logoutNotice.updateMany({ where: { clientId, sid, attempts }, data })
  },
  remove: async ({ clientId, sid, attempts }) => {
    await (await db()).logoutNotice.deleteMany({ where: { clientId, sid, attempts } })
  },
})
