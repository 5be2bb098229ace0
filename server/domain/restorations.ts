// A PostgreSQL that was put back to an earlier moment by its own tools: what Slipway makes of it is in both logs.
import type { Log } from '#lib/log.ts'
import type { AuditLog } from '../audit/audit.ts'
import { restorationAt } from '../audit/restoration.ts'
import type { Storage } from '../storage/storage.ts'

interface Noting extends Pick<Storage, 'restorations'> {
  readonly audit: AuditLog
  readonly log: Log
  readonly publicUrl: string
}

/** Records each restoration that this process notices. */
export function noteRestorations({ restorations, audit, log, publicUrl }: Noting): void {
  restorations?.whenNoticed(() => {
    log.warn(
      {},
      'the database was put back to an earlier moment: codes, sessions and tokens that may have been used since were withdrawn',
    )
    audit.at(publicUrl).record(restorationAt(publicUrl, 'the database was put back to an earlier moment'))
  })
}
