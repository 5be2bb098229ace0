// What must hold before a domain is opened to serve, whichever server it is behind.
import { parseConfig } from '../config/config.ts'
import { assertProduction } from '../doctor/production.ts'
import { assertMayMove } from '../startup/domain-record.ts'

/** Whether the service may start here. Throws ConfigError, ProductionError or OperatorError; writes nothing. */
export function assertStartable(): void {
  const config = parseConfig()
  if (config.production) assertProduction(config)
  assertMayMove(config)
}
