// Used token ids (jti), unique per kind and issuer, so that the insert itself decides which use is the first.
import type { ReplayStore } from '#server/oauth/store.ts'
import type { Postgres } from '../connection/connection.ts'
import { asked } from '../tables/asked.ts'

const KEY = { kind: 'text', issuer: 'text', jti: 'text' } as const

/** Of those who ask together for one jti, the first; in the order of their keys, so that no two processes wait for each other. */
const CLAIM = `WITH ${asked({ ...KEY, expiresAt: 'timestamptz' })},
  first AS (SELECT DISTINCT ON (kind, issuer, jti) * FROM asked ORDER BY kind, issuer, jti, n),
  claimed AS (INSERT INTO used_jti (kind, issuer, jti, "expiresAt") SELECT kind, issuer, jti, "expiresAt" FROM first
    ON CONFLICT DO NOTHING RETURNING kind, issuer, jti)
  SELECT n FROM claimed JOIN first USING (kind, issuer, jti)`

const FIND = `WITH ${asked(KEY)} SELECT n FROM asked JOIN used_jti USING (kind, issuer, jti)`

/** The store of used jti. A single insert claims a jti. */
export function replayStore({ gathered }: Pick<Postgres, 'gathered'>): ReplayStore {
  const claim = gathered<[string, string, string, Date]>(CLAIM)
  const find = gathered<[string, string, string]>(FIND)
  return {
    claim: async (kind, issuer, jti, expiresAt) =>
      (await claim(kind, issuer, jti, new Date(Math.ceil(expiresAt)))) !== undefined,
    isClaimed: async (kind, issuer, jti) => (await find(kind, issuer, jti)) !== undefined,
  }
}
