// All of storage on a single SQLite file.
import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import { limitersInMemory } from '#lib/http/limiter.ts'
import type { Chain } from '#server/audit/chain.ts'
import type { SigningKeyRow, SigningKeyStore, Wrapped } from '#server/keys/store.ts'
import { SIGNING_KEYS } from '../inspection.ts'
import { MOST_AT_ONCE } from '../kept-after-end.ts'
import { records } from '../records/records.ts'
import type { Storage } from '../storage.ts'
import { auditStore, eventRecorder, hasAuditLog } from './audit/audit.ts'
import { commitEnd } from './durability/commit-end.ts'
import { asyncPort } from './file/async-port.ts'
import type { Database } from './file/database.ts'
import { importSessions } from './import/session.ts'
import { appSessionStore } from './launches/app-sessions.ts'
import { composedLaunchStore } from './launches/composed-launch.ts'
import { pendingLaunchStore } from './launches/pending-launches.ts'
import { hasNotices } from './oauth/logout-notices.ts'
import { oauthStores } from './oauth/oauth.ts'
import { oauthPurge } from './oauth/purge.ts'
import { operatedDatabase } from './operations/operations.ts'
import { idpStores } from './registry/idp.ts'
import { personNames } from './registry/user-name-index.ts'
import { registryVersions } from './registry/versions.ts'
import { databaseState } from './resources/cache-versions.ts'
import { resourceDatabase } from './resources/resources.ts'
import { snapshotStore } from './resources/snapshots.ts'
import { pastValuesPurge } from './search/past-values.ts'
import { subscriptionStore } from './subscriptions/subscriptions.ts'
import { expiredRows } from './tables/expired-rows.ts'
import { databaseThreads } from './threads/database-threads.ts'
import { tracePurge, traceStore } from './traces/traces.ts'

export interface StorageOptions {
  readonly clock: Clock
  readonly random: Random
  /** The program of the worker threads. Without it, long searches and checkpoints block everything else. */
  readonly databaseThread?: URL | undefined
  /** The longest that a search runs there, in milliseconds. */
  readonly searchTimeout?: number
  /** On PostgreSQL, is given the wrapped keys before anything is written. Throws OperatorError. */
  readonly assertKeys?: (rows: readonly Wrapped[]) => void
}

/** Storage on an open database `file`. Closing the storage closes the file. */
export function sqliteStorage(
  database: Database,
  file: string,
  { clock, random, databaseThread, ...options }: StorageOptions,
): Storage {
  const { sql } = database
  const threads = databaseThread && databaseThreads(databaseThread, file, options)
  const { idpAccounts, idpRecords, logouts, traceList, keys, ...stored } = records({
    db: database.prisma,
    alone: async (_, statement) => statement(await database.prisma()), // A statement has the one connection to itself.
    versions: registryVersions(sql),
    hasNotices: hasNotices(sql),
    clock,
    random,
  })
  const end = commitEnd()
  let chain: Chain | undefined
  const purges = [
    ...[oauthPurge(database), tracePurge(sql), pastValuesPurge(sql)],
    ...['kept_answers', 'task_message'].map((table) => {
      const purge = expiredRows(sql, table)
      return (now: number) => purge(now, MOST_AT_ONCE)
    }),
  ]
  return {
    oauth: { ...oauthStores(database), clients: stored.registry, logouts },
    ...stored,
    idp: { ...idpStores(database), accounts: idpAccounts, records: idpRecords },
    keys: {
      ...keys,
      ...asyncPort<Pick<SigningKeyStore, 'all'>>(sql, {
        all: () => sql.prepare<[], SigningKeyRow>(SIGNING_KEYS).all(),
      }),
    },
    personNames: personNames(sql),
    pendingLaunches: pendingLaunchStore(sql),
    appSessions: appSessionStore(sql),
    tickets: composedLaunchStore(sql),
    resources: resourceDatabase(sql, threads, {
      ...{ end, database },
      recorder: (connection, atEnd) => {
        if (!chain) throw new Error('Nothing is recorded before the audit log is open.')
        return eventRecorder(connection, chain, atEnd)
      },
    }),
    imports: importSessions({ sql, isAlone: () => false }), // This process has other requests to answer in the meantime.
    snapshots: snapshotStore(sql, database.owed),
    state: databaseState(sql),
    traces: { ...traceStore(sql), ...traceList },
    subscriptions: subscriptionStore(sql),
    audit: (opened) => {
      chain = opened
      return auditStore(sql, opened, database.owed)
    },
    operated: operatedDatabase(sql, file),
    ...asyncPort<Pick<Storage, 'hasAuditLog' | 'purge'>>(sql, {
      hasAuditLog: () => hasAuditLog(sql),
      purge: (now) => purges.reduce((count, purge) => count + purge(now), 0),
    }),
    limiters: limitersInMemory(),
    exclusively: (_, work) => work(), // Processes on one file take turns by themselves.
    databaseTime: undefined,
    isAlone: async () => database.isAlone(),
    waitingSearches: threads?.waiting ?? (() => 0),
    durable: database.durable,
    close: async () => {
      await threads?.close()
      await database.close()
    },
  }
}
