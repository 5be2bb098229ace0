// Authorization codes, stored as hashes only, and the one token that each code yields.
import type { Sha256 } from '#lib/crypto/hash.ts'
import type { CodeStore, Grant } from '#server/oauth/store.ts'
import type { Synchronous } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { tokenRevocation } from './noop-tokens.ts'

interface CodeRow {
  readonly grant: string
  readonly expiresAt: number
}

/** The code store on one connection. A single statement consumes a code. */
export function codeStore(sql: Sqlite): Synchronous<CodeStore> {
  const insert = sql.prepare(
    `INSERT INTO authorization_code (codeHash, clientId, redirectUri, codeChallenge, "grant", expiresAt)
     VALUES (@codeHash, @clientId, @redirectUri, @codeChallenge, @grant, @expiresAt)`,
  )
  const use = sql.prepare<[number, string], CodeRow>(
    'UPDATE authorization_code SET usedAt = ? WHERE codeHash = ? AND usedAt IS NULL RETURNING "grant", expiresAt',
  )
  const any = sql.prepare<[string], CodeRow>('SELECT "grant", expiresAt FROM authorization_code WHERE codeHash = ?')
  const insertToken = sql.prepare(
    `INSERT INTO noop_token (tokenHash, codeHash, clientId, "grant", issuedAt, expiresAt)
     VALUES (@tokenHash, @codeHash, @clientId, @grant, @issuedAt, @expiresAt)`,
  )
  const revoke = tokenRevocation(sql)

  const redeem: Synchronous<CodeStore>['redeem'] = (codeHash, shown, token) => {
    const first = use.get(token.issuedAt, codeHash)
    if (!first) return used(codeHash, token.issuedAt)
    if (first.expiresAt <= token.issuedAt) return undefined
    const grant = toGrant(first)
    if (isFor(grant, shown)) insertToken.run({ ...token, codeHash, clientId: grant.clientId, grant: first.grant })
    return { grant, reused: false }
  }

  function used(codeHash: Sha256, now: number) {
    const row = any.get(codeHash)
    if (!row) return undefined
    revoke(codeHash, now)
    return { grant: toGrant(row), reused: true }
  }

  return {
    create: (codeHash, grant, expiresAt) => {
      const { clientId, redirectUri, codeChallenge } = grant
      insert.run({ codeHash, clientId, redirectUri, codeChallenge, grant: JSON.stringify(grant), expiresAt })
    },
    peek: (codeHash) => {
      const row = any.get(codeHash)
      return row && toGrant(row)
    },
    redeem: sql.transaction(redeem).immediate,
    discard: (codeHash, now) => {
      use.run(now, codeHash)
    },
  }
}

type Shown = Parameters<CodeStore['redeem']>[1]

const isFor = (grant: Grant, { clientId, redirectUri, codeChallenge }: Shown): boolean =>
  grant.clientId === clientId && grant.redirectUri === redirectUri && grant.codeChallenge === codeChallenge

const toGrant = ({ grant }: CodeRow): Grant => JSON.parse(grant) as Grant
