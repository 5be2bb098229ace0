// Private keys and secrets of the domain, wrapped by a key that is not in the database (server/keys/wrapping.ts).
import type { Wrapped, WrappedStore } from '#server/keys/store.ts'
import type { Postgres } from '../connection/connection.ts'
import type { Run } from '../connection/line.ts'

const ALL = 'SELECT kind, name, "keyId", sealed FROM wrapped_key ORDER BY kind, name'
const FIND = 'SELECT kind, name, "keyId", sealed FROM wrapped_key WHERE kind = $1 AND name = $2'
const ADD =
  'INSERT INTO wrapped_key (kind, name, "keyId", sealed) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1'
const REPLACE =
  'UPDATE wrapped_key SET "keyId" = $1, sealed = $2 WHERE kind = $3 AND name = $4 AND sealed = $5 RETURNING 1'
const REMOVE = 'DELETE FROM wrapped_key WHERE kind = $1 AND name = $2'
const IS_THERE = `SELECT 1 WHERE to_regclass('wrapped_key') IS NOT NULL`

/** The rows of a database that may have no tables yet. */
export const wrappedIn = async (run: Run): Promise<readonly Wrapped[]> =>
  (await run(IS_THERE)).length === 0 ? [] : run<Wrapped>(ALL)

/** Private keys and secrets as rows, wrapped. */
export const wrappedStore = ({ run, durable }: Pick<Postgres, 'run' | 'durable'>): WrappedStore => ({
  all: () => run<Wrapped>(ALL),
  find: async ({ kind, name }) => (await run<Wrapped>(FIND, [kind, name]))[0],
  add: async ({ kind, name, keyId, sealed }) => {
    const isFirst = (await run(ADD, [kind, name, keyId, sealed])).length === 1
    await durable()
    return isFirst
  },
  replace: async (before, { keyId, sealed }) =>
    (await run(REPLACE, [keyId, sealed, before.kind, before.name, before.sealed])).length === 1,
  remove: async ({ kind, name }) => {
    await run(REMOVE, [kind, name])
  },
})
