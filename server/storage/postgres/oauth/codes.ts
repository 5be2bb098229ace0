// Authorization codes, stored as hashes only, and the one token that each code yields.
import type { CodeStore, Grant } from '#server/oauth/store.ts'
import type { Postgres } from '../connection/connection.ts'
import { asked, listed } from '../tables/asked.ts'

const CODE = {
  codeHash: 'text',
  clientId: 'text',
  redirectUri: 'text',
  codeChallenge: 'text',
  grant: 'text',
  expiresAt: 'timestamptz',
} as const

const CREATE = `WITH ${asked(CODE)} INSERT INTO authorization_code (${listed(Object.keys(CODE))}) SELECT ${listed(Object.keys(CODE))} FROM asked`

const PEEK = `WITH ${asked({ codeHash: 'text' })} SELECT n, "grant" FROM asked JOIN authorization_code USING ("codeHash")`

const SHOWN = {
  ...{ codeHash: 'text', clientId: 'text', redirectUri: 'text', codeChallenge: 'text' },
  ...{ tokenHash: 'text', issuedAt: 'timestamptz', expiresAt: 'timestamptz' },
} as const

/** Whoever changes the row has the code, and its token is stored with that. */
const REDEEM = `WITH ${asked(SHOWN)},
  used AS (UPDATE authorization_code c SET "usedAt" = a."issuedAt" FROM asked a WHERE c."codeHash" = a."codeHash" AND c."usedAt" IS NULL
    RETURNING a.n, c.*),
  issued AS (INSERT INTO noop_token ("tokenHash", "codeHash", "clientId", "grant", "issuedAt", "expiresAt")
    SELECT a."tokenHash", a."codeHash", used."clientId", used."grant", a."issuedAt", a."expiresAt" FROM used JOIN asked a USING (n)
    WHERE used."expiresAt" > a."issuedAt" AND used."clientId" = a."clientId" AND used."redirectUri" = a."redirectUri"
      AND used."codeChallenge" = a."codeChallenge")
  SELECT n, used."grant", used."expiresAt" > a."issuedAt" AS valid FROM used JOIN asked a USING (n)`

/** A statement of its own: only one that begins after the first use has committed finds the token of that. */
const REUSED = `WITH ${asked({ codeHash: 'text', now: 'timestamptz' })},
  revoked AS (UPDATE noop_token t SET "revokedAt" = a.now FROM asked a WHERE t."codeHash" = a."codeHash" AND t."revokedAt" IS NULL)
  SELECT n, "grant" FROM asked JOIN authorization_code USING ("codeHash")`

const DISCARD = `WITH ${asked({ codeHash: 'text', now: 'timestamptz' })}
  UPDATE authorization_code c SET "usedAt" = a.now FROM asked a WHERE c."codeHash" = a."codeHash" AND c."usedAt" IS NULL RETURNING n`

interface CodeRow {
  readonly grant: string
}

/** The code store. A single statement consumes a code. */
export function codeStore({ gathered }: Pick<Postgres, 'gathered'>): CodeStore {
  const insert = gathered<[string, string, string, string, string, Date]>(CREATE)
  const peek = gathered<[string], CodeRow>(PEEK)
  const redeem = gathered<[string, string, string, string, string, Date, Date], CodeRow & { readonly valid: boolean }>(
    REDEEM,
  )
  const reused = gathered<[string, Date], CodeRow>(REUSED)
  const discard = gathered<[string, Date]>(DISCARD)
  return {
    create: async (codeHash, grant, expiresAt) => {
      const { clientId, redirectUri, codeChallenge } = grant
      await insert(codeHash, clientId, redirectUri, codeChallenge, JSON.stringify(grant), new Date(expiresAt))
    },
    peek: async (codeHash) => {
      const row = await peek(codeHash)
      return row && toGrant(row)
    },
    redeem: async (codeHash, { clientId, redirectUri, codeChallenge }, { tokenHash, ...token }) => {
      const [issuedAt, expiresAt] = [new Date(token.issuedAt), new Date(token.expiresAt)]
      const first = await redeem(codeHash, clientId, redirectUri, codeChallenge, tokenHash, issuedAt, expiresAt)
      if (first) return first.valid ? { grant: toGrant(first), reused: false } : undefined
      const row = await reused(codeHash, issuedAt)
      return row && { grant: toGrant(row), reused: true }
    },
    discard: async (codeHash, now) => {
      await discard(codeHash, new Date(now))
    },
  }
}

const toGrant = ({ grant }: CodeRow): Grant => JSON.parse(grant) as Grant
