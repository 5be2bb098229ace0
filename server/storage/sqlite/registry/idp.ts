// Log-in sessions, pending requests and codes of the embedded identity provider.
import { recentlyUsed } from '#lib/recently-used.ts'
import type {
  AuthenticationRequest,
  IdpCodeStore,
  IdpGrant,
  IdpSession,
  IdpStores,
  InteractionStore,
  LoginNetworks,
  SessionStore,
} from '#server/idp/store.ts'
import { asyncPort, type Synchronous } from '../file/async-port.ts'
import type { Database, Sqlite } from '../file/database.ts'
import { purging } from '../tables/expired-rows.ts'
import { ringTable } from '../tables/newest-per-owner.ts'
import { fairRows } from '../tables/rows-per-network.ts'

/** Accounts whose owner's network is known, some hundred bytes each. */
const MOST_OWNERS = 20_000

/**
 * The stores of the identity provider on one database. Later writes delete expired rows. At most `most` pending
 * requests are stored, shared fairly between networks.
 */
export const idpStores = (database: Database, most?: number): Omit<IdpStores, 'accounts' | 'records'> => ({
  sessions: asyncPort<SessionStore>(database.sql, sessionStore(database.sql)),
  interactions: asyncPort<InteractionStore>(database.sql, interactionStore(database.sql, most)),
  codes: asyncPort<IdpCodeStore>(database.sql, codeStore(database.sql)),
  networks: loginNetworks(),
  durable: database.durable,
})

type SessionRow = Omit<IdpSession, 'sid' | 'network' | 'browser'> & { readonly sid: string | null }

function sessionStore(sql: Sqlite): Synchronous<SessionStore> {
  const insert = sql.prepare(
    `INSERT INTO idp_session (idHash, accountId, authTime, expiresAt, sid, network, browser)
     VALUES (@idHash, @accountId, @authTime, @expiresAt, @sid, @network, @browser)`,
  )
  const find = sql.prepare<[string, number], SessionRow>(
    'SELECT accountId, authTime, expiresAt, sid FROM idp_session WHERE idHash = ? AND expiresAt > ?',
  )
  const end = sql.prepare('DELETE FROM idp_session WHERE idHash = ?')
  const purge = purging(sql, 'idp_session')
  const keepNewest = ringTable(sql, 'idp_session', 'accountId')
  const create = sql.transaction((idHash: string, session: IdpSession, now: number) => {
    purge(now)
    insert.run({ sid: null, network: null, browser: null, ...session, idHash })
    keepNewest(session.accountId)
  })
  return {
    create: (idHash, session, now) => create.immediate(idHash, session, now),
    find: (idHash, now) => {
      const row = find.get(idHash, now)
      if (!row) return undefined
      const { sid, ...session } = row
      return { ...session, ...(sid === null ? {} : { sid }) }
    },
    end: (idHash) => {
      end.run(idHash)
    },
  }
}

type Interaction = Parameters<InteractionStore['create']>

function interactionStore(sql: Sqlite, most?: number): Synchronous<InteractionStore> {
  const insert = sql.prepare('INSERT INTO idp_interaction (idHash, request, expiresAt, network) VALUES (?, ?, ?, ?)')
  const find = sql.prepare<[string, number], { request: string }>(
    'SELECT request FROM idp_interaction WHERE idHash = ? AND expiresAt > ?',
  )
  const end = sql.prepare('DELETE FROM idp_interaction WHERE idHash = ?')
  const purge = purging(sql, 'idp_interaction')
  const shareRoom = fairRows(sql, 'idp_interaction', most)
  const create = sql.transaction((...[idHash, { request, network }, expiresAt, now]: Interaction): void => {
    purge(now)
    insert.run(idHash, JSON.stringify(request), expiresAt, network)
    shareRoom()
  })
  return {
    create: (...interaction) => create.immediate(...interaction),
    find: (idHash, now) => {
      const row = find.get(idHash, now)
      return row && (JSON.parse(row.request) as AuthenticationRequest)
    },
    end: (idHash) => end.run(idHash).changes === 1,
  }
}

type GrantRow = Omit<IdpGrant, 'nonce' | 'sid'> & { readonly nonce: string | null; readonly sid: string | null }

function codeStore(sql: Sqlite): Synchronous<IdpCodeStore> {
  const insert = sql.prepare(
    `INSERT INTO idp_code (codeHash, clientId, redirectUri, nonce, codeChallenge, accountId, authTime, expiresAt, sid)
     VALUES (@codeHash, @clientId, @redirectUri, @nonce, @codeChallenge, @accountId, @authTime, @expiresAt, @sid)`,
  )
  const consume = sql.prepare<{ codeHash: string; now: number }, GrantRow>(
    `UPDATE idp_code SET usedAt = @now WHERE codeHash = @codeHash AND usedAt IS NULL AND expiresAt > @now
     RETURNING clientId, redirectUri, nonce, codeChallenge, accountId, authTime, sid`,
  )
  return {
    create: (codeHash, grant, expiresAt) => {
      insert.run({ ...grant, nonce: grant.nonce ?? null, sid: grant.sid ?? null, codeHash, expiresAt })
    },
    consume: (codeHash, now) => {
      const row = consume.get({ codeHash, now })
      return row && { ...row, nonce: row.nonce ?? undefined, sid: row.sid ?? undefined }
    },
  }
}

/** In the memory of this process. */
function loginNetworks(): LoginNetworks {
  const networks = recentlyUsed<{ readonly network: string }>(MOST_OWNERS)
  return {
    note: async (account, network) => void networks.set(account, { network }),
    find: async (account) => networks.get(account)?.network,
  }
}
