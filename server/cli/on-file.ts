// Commands that are about the database file itself.
import { OperatorError } from '#lib/operator-error.ts'
import type { Config } from '../config/config.ts'

/** The settings of a domain in a file. Throws OperatorError for one on PostgreSQL, with what is to be done there `instead`. */
export function onFile(config: Config, instead: string): Config {
  if (config.postgresUrl !== undefined) throw new OperatorError(`The domain is on PostgreSQL: ${instead}`)
  return config
}
