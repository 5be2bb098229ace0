// A domain whose database tests and measurements look into.
import { type Domain, openDomain } from '../domain/domain.ts'
import type { Database } from '../storage/sqlite/file/database.ts'
import { type Looking, lookingAtFile, lookingAtPostgres } from './looking.ts'

export interface FileDomain extends Domain {
  /** The file; none on PostgreSQL, where no test runs that looks into a file. */
  readonly database: Database
  readonly sql: Looking
}

export const openFileDomain = async (...given: Parameters<typeof openDomain>): Promise<FileDomain> => {
  const domain = await openDomain(...given)
  return { ...domain, database: domain.database as Database, sql: lookingAt(domain) }
}

/** Looks into the database of a domain that is open. */
export const lookingAt = ({ database, config }: Pick<Domain, 'database' | 'config'>): Looking =>
  database ? lookingAtFile(database) : lookingAtPostgres(config.postgresUrl ?? '')
