// What must hold before a domain is opened to serve, whichever server it is behind.
import { parseConfig } from '../config/config.ts'
import { assertProduction } from '../doctor/production.ts'
import { assertMayMove, type StoredBefore, storedBefore } from '../startup/domain-record.ts'

/**
 * What a start finds of the domain, once that may start here. Throws ConfigError, ProductionError or OperatorError otherwise; writes
 * nothing.
 */
export async function verifyStartable(): Promise<StoredBefore> {
  const config = parseConfig()
  if (config.production) await assertProduction(config)
  const before = await storedBefore(config)
  assertMayMove(config, before)
  return before
}
