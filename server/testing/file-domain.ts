// A domain whose database is a file, which tests and measurements look into.
import { type Domain, openDomain } from '../domain/domain.ts'
import type { Database } from '../storage/sqlite/file/database.ts'

export type FileDomain = Domain & { readonly database: Database }

export const openFileDomain = async (...given: Parameters<typeof openDomain>): Promise<FileDomain> =>
  (await openDomain(...given)) as FileDomain
