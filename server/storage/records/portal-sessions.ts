// Sessions of the portal and the console: one row each, which ends with a sign-out or with the account.

import { MINUTE } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { PORTAL_SESSION_LIFETIME_MS, type PortalSessions } from '#server/session/store.ts'
import type { RecordDeps } from './deps.ts'

/** The most sessions of one person at a time, so that nobody can fill the disk. In a demo, many visitors share its people. */
export const MOST_OF_EACH = 200

/** The sessions of portal and console. Session ids are stored as SHA-256 only. */
export const portalSessions = ({ db, clock, random }: Pick<RecordDeps, 'db' | 'clock' | 'random'>): PortalSessions => ({
  begin: async (subject, sid, from = {}) => {
    const { portalSession } = await db()
    const id = random.token()
    const idHash = sha256(id)
    const now = new Date(clock())
    const expiresAt = new Date(clock() + PORTAL_SESSION_LIFETIME_MS)
    const times = { expiresAt, beganAt: now, lastUsedAt: now }
    await portalSession.deleteMany({ where: { expiresAt: { lte: now } } })
    await portalSession.create({ data: { idHash, subject, sid: sid ?? null, ...times, ...from } })
    const others = { subject, NOT: { idHash } }
    const oldest = await portalSession.findMany({
      ...{ where: others, select: { idHash: true }, orderBy: { expiresAt: 'desc' }, skip: MOST_OF_EACH - 1 },
    })
    if (oldest.length > 0)
      await portalSession.deleteMany({ where: { idHash: { in: oldest.map((one) => one.idHash) } } })
    return id
  },
  find: async (id) => {
    const idHash = sha256(id)
    const { portalSession } = await db()
    const where = { idHash, expiresAt: { gt: new Date(clock()) } }
    const row = await portalSession.findFirst({ where, select: { sid: true, lastUsedAt: true } })
    if (!row) return undefined
    const noted = new Date(clock() - MINUTE)
    // If the use cannot be noted now, the next request notes it.
    if (!row.lastUsedAt || row.lastUsedAt <= noted)
      portalSession
        .updateMany({ where: { idHash, lastUsedAt: row.lastUsedAt }, data: { lastUsedAt: new Date(clock()) } })
        .catch(() => undefined)
    return { sid: row.sid ?? undefined }
  },
  end: async (id) => {
    await (await db()).portalSession.deleteMany({ where: { idHash: sha256(id) } })
  },
  endAll: async (sid) => {
    await (await db()).portalSession.deleteMany({ where: { sid } })
  },
})
