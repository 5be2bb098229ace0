// What there is of storage on PostgreSQL. The domain does not open it until all of it is there (docs/decisions/0025-postgres.md).
import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { SigningKeyRow } from '#server/keys/store.ts'
import { SIGNING_KEYS } from '../inspection.ts'
import { MOST_AT_ONCE } from '../kept-after-end.ts'
import type { Alone } from '../records/deps.ts'
import { records } from '../records/records.ts'
import type { DatabaseState } from '../storage.ts'
import { auditLog, hasAuditLog } from './audit/audit.ts'
import { anew } from './connection/anew.ts'
import type { Look, Postgres } from './connection/connection.ts'
import { idpStores } from './idp/idp.ts'
import { importSessions } from './import/session.ts'
import { wrappedStore } from './keys/wrapped.ts'
import { appSessionStore } from './launches/app-sessions.ts'
import { composedLaunchStore } from './launches/composed-launch.ts'
import { pendingLaunchStore } from './launches/pending-launches.ts'
import { postgresLimiters } from './limits/limiters.ts'
import { oauthStores } from './oauth/oauth.ts'
import { oauthPurge } from './oauth/purge.ts'
import { operatedDatabase } from './operations/operations.ts'
import { personNames } from './registry/user-names.ts'
import { registryVersions } from './registry/versions.ts'
import { postgresResources } from './resources/resources.ts'
import { snapshotStore } from './resources/snapshots.ts'
import { pastValuesPurge } from './search/past-values.ts'
import { subscriptionStore } from './subscriptions/subscriptions.ts'
import { expiredRows } from './tables/expired-rows.ts'
import { tracePurge, traceStore } from './traces/traces.ts'

interface PostgresOptions {
  readonly clock: Clock
  readonly random: Random
  /** The longest that a search runs, in milliseconds. */
  readonly searchTimeout?: number
}

/** Finds whether an app is to be told of the end of a session. */
const NOTICE = 'SELECT 1 FROM logout_notice LIMIT 1'

/** Storage on an opened database at `url`. Closing the storage closes its connections. */
export async function postgresStorage(postgres: Postgres, url: string, options: PostgresOptions) {
  const { idpAccounts, idpRecords, logouts, traceList, keys, ...stored } = records({
    db: postgres.prisma,
    alone: alone(postgres),
    anyCase: { mode: 'insensitive' },
    versions: registryVersions(postgres),
    hasNotices: async () => (await postgres.run(NOTICE)).length > 0,
    ...options,
  })
  const log = auditLog(postgres)
  const durable = async () => {
    await log.flush()
    await postgres.durable()
  }
  const {
    waitingSearches,
    close: closeSearches,
    ...resources
  } = postgresResources(postgres, url, {
    ...options,
    links: log.links,
  })
  const { close: closeLimiters, ...limiters } = postgresLimiters(postgres)
  const purges = [
    oauthPurge(postgres),
    tracePurge(postgres),
    pastValuesPurge(postgres),
    ...['kept_answers', 'task_message', 'limit_count'].map((table) => {
      const purge = expiredRows(postgres, table)
      return (now: number) => purge(now, MOST_AT_ONCE)
    }),
  ]
  return {
    oauth: { ...oauthStores(postgres), clients: stored.registry, logouts, durable },
    ...stored,
    idp: { ...idpStores(postgres), accounts: idpAccounts, records: idpRecords, durable },
    keys: { ...keys, all: () => postgres.run<SigningKeyRow>(SIGNING_KEYS) },
    wrapped: wrappedStore(postgres),
    pendingLaunches: pendingLaunchStore(postgres),
    appSessions: appSessionStore(postgres),
    tickets: composedLaunchStore(postgres),
    personNames: personNames(postgres),
    resources,
    imports: importSessions(postgres),
    snapshots: snapshotStore(postgres),
    state: async () => stateOf(await postgres.look()),
    traces: { ...traceStore(postgres), ...traceList },
    subscriptions: subscriptionStore(postgres),
    operated: operatedDatabase(postgres),
    audit: log.open,
    hasAuditLog: () => hasAuditLog(postgres),
    isAlone: postgres.isAlone,
    durable,
    restorations: { whenNoticed: postgres.whenRestored, assume: postgres.assumeRestored },
    exclusively: postgres.exclusively,
    databaseTime: async () => (await postgres.run<{ readonly now: number }>(NOW))[0]?.now ?? Number.NaN,
    purge: async (now: number) => {
      const counts = await Promise.all(purges.map((purge) => purge(now)))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    limiters,
    waitingSearches,
    close: async () => {
      closeLimiters()
      await closeSearches()
      await postgres.close()
    },
  }
}

/** What answers in memory are valid for. */
const stateOf = ({ registry, versions, listed }: Look): DatabaseState => ({
  registry,
  versions,
  lists: versions + listed,
})

const NOW = 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now'

/** A transaction that takes a lock first: its statement then sees what the one before has committed. */
const alone =
  ({ prisma }: Pick<Postgres, 'prisma'>): Alone =>
  async (what, statement) => {
    const db = await prisma()
    const lock = () => db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${what}))`
    try {
      const [, answer] = await anew(() => db.$transaction([lock(), statement(db)]))
      return answer
    } catch (error) {
      if (!isOutOfTime(error)) throw error
      throw new StorageUnavailable('The database did not take a transaction in time.', { cause: error })
    }
  }

/** Prisma's error of a transaction that had to wait for a connection, or took too long. */
const isOutOfTime = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'P2028'
