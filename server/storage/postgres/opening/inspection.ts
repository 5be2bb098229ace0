// Inspects a PostgreSQL without changing anything, including its version: before a start, and for the doctor.
import type { SigningKeyRow } from '../../../keys/store.ts'
import {
  type DatabaseServer,
  type DomainSettings,
  type Inspection,
  type RoleRight,
  SIGNING_KEYS,
} from '../../inspection.ts'
import { line } from '../connection/line.ts'
import { connectionSettings } from '../connection/settings.ts'
import { wrappedIn } from '../keys/wrapped.ts'
import { pendingNow, toBeUsed } from './opening.ts'
import { isRestored } from './place.ts'

const ACCOUNTS = 'SELECT username FROM account WHERE username = ANY($1::text[]) ORDER BY username'
const SETTINGS = 'SELECT settings FROM domain_record WHERE id = 1'
const ROLES = 'SELECT name FROM role'
const JWKS_URLS = `SELECT "clientId", "jwksUrl", status FROM client WHERE "jwksUrl" IS NOT NULL ORDER BY "clientId"`
const RIGHTS = `SELECT "clientId", value ->> 'resourceType' AS "resourceType", value ->> 'operations' AS operations, value ->> 'scope' AS scope
  FROM client LEFT JOIN role ON role.name = "roleName" LEFT JOIN LATERAL json_array_elements(permissions::json) ON TRUE
  WHERE status = 'approved' ORDER BY "clientId"`
const IS_NOTED = `SELECT 1 WHERE to_regclass('database_place') IS NOT NULL` // A version before does not note it.
const SERVER = `SELECT current_setting('fsync')::bool AS fsync, current_setting('full_page_writes')::bool AS "fullPageWrites",
  current_setting('synchronous_standby_names') AS standbys, clock_timestamp() AS time`

/** Looks at a database; undefined if no domain has been there yet. Throws OperatorError. */
export async function inspectPostgres(url: string): Promise<Inspection | undefined> {
  const { isEmpty, name } = await toBeUsed(url)
  if (isEmpty) return undefined
  const { run, close } = line(connectionSettings(url, { default_transaction_read_only: 'on' }))
  return {
    checked: `${name}, answers.`,
    accountsAmong: async (usernames) =>
      (await run<{ readonly username: string }>(ACCOUNTS, [usernames])).map(({ username }) => username),
    damages: () => [],
    pending: () => pendingNow(url),
    wrapped: () => wrappedIn(run),
    server: async () => {
      const [server] = await run<DatabaseServer>(SERVER)
      if (!server) throw new Error('PostgreSQL says nothing of its settings.')
      return server
    },
    isRestored: async () => (await run(IS_NOTED)).length > 0 && isRestored(run),
    signingKeys: () => run<SigningKeyRow>(SIGNING_KEYS),
    settings: async () => {
      const [row] = await run<{ readonly settings: string }>(SETTINGS)
      return row && (JSON.parse(row.settings) as DomainSettings)
    },
    roles: async () => (await run<{ readonly name: string }>(ROLES)).map(({ name: role }) => role),
    jwksUrls: () => run<{ readonly clientId: string; readonly jwksUrl: string; readonly status: string }>(JWKS_URLS),
    rights: () => run<RoleRight>(RIGHTS),
    close,
  }
}
