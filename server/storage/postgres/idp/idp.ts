// Log-in sessions, pending requests and codes of the embedded identity provider.
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
import type { Postgres } from '../connection/connection.ts'
import { asked, type Columns, listed, texts } from '../tables/asked.ts'
import { purged } from '../tables/expired-rows.ts'
import { roomOfOwner } from '../tables/newest-per-owner.ts'
import { fairRows, type Span, spanOf } from '../tables/rows-per-network.ts'

/**
 * The stores of the identity provider. Later writes delete expired rows. At most `most` pending requests are stored, shared fairly
 * between networks.
 */
export const idpStores = (postgres: Postgres, most?: number): Omit<IdpStores, 'accounts' | 'records' | 'durable'> => ({
  sessions: sessionStore(postgres),
  interactions: interactionStore(postgres, most),
  codes: codeStore(postgres),
  networks: loginNetworks(postgres),
})

const SESSION: Columns = {
  ...texts('idHash', 'accountId'),
  authTime: 'timestamptz',
  expiresAt: 'timestamptz',
  ...texts('sid', 'network', 'browser'),
}

function sessionStore({ gathered }: Postgres): SessionStore {
  const columns = listed(SESSION)
  const insert = gathered<readonly unknown[]>(
    `WITH ${asked({ ...SESSION, now: 'timestamptz' })}, ${purged('idp_session')}, ${roomOfOwner('idp_session', 'accountId')}
     INSERT INTO idp_session (${columns}) SELECT ${columns} FROM asked ORDER BY n`,
  )
  const find = gathered<
    [string, Date],
    Omit<IdpSession, 'sid' | 'network' | 'browser'> & { readonly sid: string | null }
  >(
    `WITH ${asked({ idHash: 'text', now: 'timestamptz' })}
     SELECT n, "accountId", "authTime", "expiresAt", sid FROM asked JOIN idp_session USING ("idHash") WHERE "expiresAt" > now`,
  )
  const end = gathered<[string]>(
    `WITH ${asked({ idHash: 'text' })} DELETE FROM idp_session s USING asked a WHERE s."idHash" = a."idHash" RETURNING n`,
  )
  return {
    create: async (idHash, { accountId, authTime, expiresAt, sid, network, browser }, now) => {
      const [from, until] = [new Date(authTime), new Date(expiresAt)]
      await insert(idHash, accountId, from, until, sid, network, browser, new Date(now))
    },
    find: async (idHash, now) => {
      const row = await find(idHash, new Date(now))
      if (!row) return undefined
      const { sid, ...session } = row
      return { ...session, ...(sid === null ? {} : { sid }) }
    },
    end: async (idHash) => {
      await end(idHash)
    },
  }
}

const INTERACTION: Columns = { ...texts('idHash', 'request'), expiresAt: 'timestamptz', ...texts('network') }

function interactionStore(postgres: Postgres, most?: number): InteractionStore {
  const columns = listed(INTERACTION)
  const shareRoom = fairRows(postgres, 'idp_interaction', most)
  const insert = postgres.gathered<[string, string, Date, string, Date], Span>(
    `WITH ${asked({ ...INTERACTION, now: 'timestamptz' })}, ${purged('idp_interaction')},
     made AS (INSERT INTO idp_interaction (${columns}) SELECT ${columns} FROM asked ORDER BY n) ${spanOf('idp_interaction')}`,
  )
  const find = postgres.gathered<[string, Date], { readonly request: string }>(
    `WITH ${asked({ idHash: 'text', now: 'timestamptz' })}
     SELECT n, request FROM asked JOIN idp_interaction USING ("idHash") WHERE "expiresAt" > now`,
  )
  const end = postgres.gathered<[string]>(
    `WITH ${asked({ idHash: 'text' })} DELETE FROM idp_interaction i USING asked a WHERE i."idHash" = a."idHash" RETURNING n`,
  )
  return {
    create: async (idHash, { request, network }, expiresAt, now) =>
      shareRoom(await insert(idHash, JSON.stringify(request), new Date(expiresAt), network, new Date(now))),
    find: async (idHash, now) => {
      const row = await find(idHash, new Date(now))
      return row && (JSON.parse(row.request) as AuthenticationRequest)
    },
    end: async (idHash) => (await end(idHash)) !== undefined,
  }
}

const CODE: Columns = {
  ...texts('codeHash', 'clientId', 'redirectUri', 'nonce', 'codeChallenge', 'accountId'),
  authTime: 'timestamptz',
  expiresAt: 'timestamptz',
  ...texts('sid'),
}

type GrantRow = Omit<IdpGrant, 'nonce' | 'sid'> & { readonly nonce: string | null; readonly sid: string | null }

function codeStore({ gathered }: Postgres): IdpCodeStore {
  const columns = Object.keys(CODE)
  const insert = gathered<readonly unknown[]>(
    `WITH ${asked(CODE)}
     INSERT INTO idp_code (${listed(CODE)}) SELECT ${listed(CODE)} FROM asked`,
  )
  const consume = gathered<[string, Date], GrantRow>(
    `WITH ${asked({ codeHash: 'text', now: 'timestamptz' })}
     UPDATE idp_code c SET "usedAt" = a.now FROM asked a WHERE c."codeHash" = a."codeHash" AND c."usedAt" IS NULL AND c."expiresAt" > a.now
     RETURNING n, "clientId", "redirectUri", nonce, "codeChallenge", "accountId", "authTime", sid`,
  )
  return {
    create: async (codeHash, { authTime, ...grant }, expiresAt) => {
      const row: Readonly<Record<string, unknown>> = {
        ...grant,
        codeHash,
        authTime: new Date(authTime),
        expiresAt: new Date(expiresAt),
      }
      await insert(...columns.map((column) => row[column]))
    },
    consume: async (codeHash, now) => {
      const row = await consume(codeHash, new Date(now))
      return row && { ...row, nonce: row.nonce ?? undefined, sid: row.sid ?? undefined }
    },
  }
}

function loginNetworks({ gathered }: Postgres): LoginNetworks {
  const note = gathered<[string, string]>(
    `WITH ${asked(texts('account', 'network'))}
     INSERT INTO login_network (account, network)
     SELECT DISTINCT ON (account) account, network FROM asked ORDER BY account, n DESC
     ON CONFLICT (account) DO UPDATE SET network = excluded.network`,
  )
  const find = gathered<[string], { readonly network: string }>(
    `WITH ${asked(texts('account'))} SELECT n, network FROM asked JOIN login_network USING (account)`,
  )
  return {
    note: async (account, network) => {
      await note(account, network)
    },
    find: async (account) => (await find(account))?.network,
  }
}
