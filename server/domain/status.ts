// The domain at a glance: its addresses, its contents, and the latest refusals.
import type { AdminStatus } from '#lib/api/admin.ts'
import type { Config } from '../config/config.ts'
import { VERSION } from '../config/version.ts'
import type { Storage } from '../storage/storage.ts'
import { summaryOf } from '../traces/view.ts'

const REFUSALS_SHOWN = 3
const EVERYTHING = { all: true, clients: [], subjects: [], ids: [] }

/** For administrators only, because the refusals concern everybody. Throws StorageUnavailable. */
export async function domainStatus(
  config: Config,
  { operated, traces }: Pick<Storage, 'operated' | 'traces'>,
): Promise<AdminStatus> {
  const [{ rows }, refused] = await Promise.all([
    operated.figures(),
    traces.list(EVERYTHING, { outcome: 'refused', limit: REFUSALS_SHOWN }),
  ])
  const count = (kind: string) => rows[kind] ?? 0
  return {
    version: VERSION,
    publicUrl: config.publicUrl,
    issuer: config.authUrl,
    baseUrl: config.baseUrl,
    identityProvider: config.idpIssuer,
    embeddedIdentityProvider: config.externalIdp === undefined,
    demo: config.demo,
    counts: {
      apps: count('apps'),
      accounts: count('accounts'),
      resources: count('resources'),
      traces: count('traces'),
      auditEvents: count('audit_events'),
    },
    refusals: refused.map(summaryOf),
  }
}
