// The domain at a glance: its addresses, its contents, and the latest refusals.
import type { AdminStatus } from '#lib/api/admin.ts'

const REFUSALS_SHOWN = 3

interface StatusParts {
  readonly version: string
  /** The settings that it shows; `externalIdp` is absent with the embedded identity provider. */
  readonly config: Pick<AdminStatus, 'publicUrl' | 'baseUrl' | 'demo'> & {
    readonly authUrl: string
    readonly idpIssuer: string
    readonly externalIdp?: unknown
  }
  readonly rows: () => Promise<Readonly<Record<string, number>>>
  /** The latest refused traces. */
  readonly refusals: (most: number) => Promise<AdminStatus['refusals']>
}

/** For administrators only, because the refusals concern everybody. Throws StorageUnavailable. */
export async function domainStatus({ version, config, ...parts }: StatusParts): Promise<AdminStatus> {
  const [rows, refusals] = await Promise.all([parts.rows(), parts.refusals(REFUSALS_SHOWN)])
  const count = (kind: string) => rows[kind] ?? 0
  return {
    version,
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
    refusals,
  }
}
