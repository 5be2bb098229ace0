// What a process prepared while there was nothing stays prepared: it must not read tables whole once they have rows.
import { expect, it } from 'vitest'
import type { NewEvent } from '#lib/audit/audit.ts'
import type { Moment, Snapshot } from '#server/fhir/store.ts'
import type { Jti } from '#server/oauth/store.ts'
import { CHAIN } from '../../testing/logs.ts'
import { auditLog } from '../audit/audit.ts'
import { replayStore } from '../oauth/replay.ts'
import { snapshotStore } from '../resources/snapshots.ts'
import { askedOnce } from '../testing/asked-once.ts'
import { temporaryPostgres, temporaryUrl } from '../testing/temporary-postgres.ts'

const NOW = Date.UTC(2026, 3, 1)
const WRITES = 60
// The heads of the log are one row.
const SCANS = `SELECT relname, seq_scan FROM pg_stat_user_tables WHERE seq_scan > 0
  AND relname IN ('audit_link', 'search_snapshot', 'used_jti', 'resource_version', 'search_value')`

const snapshot = (n: number): Snapshot => ({
  ...{ id: `s${n}`, clientId: 'c', permission: 'all', asOfSeq: '10:20:' as Moment, total: 3, view: '{}' },
  search: { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' },
  ...{ lastUpdated: NOW + n, expiresAt: NOW + n + 900_000 },
})

const event = (n: number): NewEvent => ({
  ...{ id: `audit.${n}`, recorded: NOW + n },
  resource: { resourceType: 'AuditEvent', id: `audit.${n}`, outcome: '0' },
})

it('reads no table whole that was empty when it began', async () => {
  const url = await temporaryUrl()
  await askedOnce(url, 'VACUUM ANALYZE', [])
  await askedOnce(url, 'SELECT pg_stat_reset()', [])
  const postgres = await temporaryPostgres(url)
  const [snapshots, replay, audit] = [snapshotStore(postgres), replayStore(postgres), auditLog(postgres).open(CHAIN)]
  for (let n = 0; n < WRITES; n += 1) {
    await audit.appendAll([event(n)])
    await snapshots.create(snapshot(n), 10, NOW + n)
    await snapshots.find(`s${n}`, NOW + n, NOW + n)
    await replay.claim('assertion', 'c', `j${n}` as Jti, NOW)
  }
  await postgres.close() // What a connection has counted is to be seen once it ends.
  await expect.poll(() => askedOnce(url, SCANS, []), { timeout: 5000 }).toEqual([])
})
