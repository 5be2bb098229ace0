// The user names of people's resources, to answer whether a name belongs to a person.
import type { PersonNames } from '../../registry.ts'
import type { Postgres } from '../connection/connection.ts'

const NAMES = `SELECT DISTINCT s.value FROM search_value s JOIN resource_version r ON r.seq = s.seq
  WHERE s.type = $1 AND s.param = 'identifier' AND s.system = $2 AND r."supersededBy" IS NULL AND NOT r.deleted`

/** Reads user names from the index values of `identifier`. Throws StorageUnavailable. */
export const personNames = ({ run }: Pick<Postgres, 'run'>): PersonNames => ({
  of: async (type, system) => (await run<{ readonly value: string }>(NAMES, [type, system])).map(({ value }) => value),
})
