// Inspects a database without changing anything, including its version: before a start, and for the doctor.
import { existsSync } from 'node:fs'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import type { SigningKeyRow } from '../../../keys/store.ts'
import { type DomainSettings, type Inspection, type RoleRight, SIGNING_KEYS } from '../../inspection.ts'
import { pendingIn } from './migrate.ts'
import { hasLog } from './opening-errors.ts'

const NOT_YET = /no such (table|column)/

/** Opens a database for inspection; undefined if there is none yet. */
export function inspectFile(file: string, migrations = path.resolve('prisma/migrations')): Inspection | undefined {
  if (!existsSync(file)) return undefined
  const sql = lookingAt(file)
  /** Returns an empty result for a table or column that an older version does not have. */
  const rows = <Row>(query: string, ...values: readonly unknown[]): readonly Row[] => {
    try {
      return sql.prepare<unknown[], Row>(query).all(...values)
    } catch (error) {
      if (error instanceof Error && NOT_YET.test(error.message)) return []
      throw error
    }
  }
  return {
    checked: 'It is intact (quick_check).',
    accountsAmong: (usernames) =>
      rows<{ readonly username: string }>(
        `SELECT username FROM account WHERE username IN (${usernames.map(() => '?').join(', ')}) ORDER BY username`,
        ...usernames,
      ).map(({ username }) => username),
    damages: () => {
      const found = sql.pragma('quick_check(20)', { simple: false }) as readonly { readonly quick_check: string }[]
      return found.map(({ quick_check }) => quick_check).filter((line) => line !== 'ok')
    },
    pending: () => pendingIn(sql, migrations),
    signingKeys: () => rows<SigningKeyRow>(SIGNING_KEYS),
    settings: () => {
      const [record] = rows<{ readonly settings: string }>('SELECT settings FROM domain_record WHERE id = 1')
      return record && (JSON.parse(record.settings) as DomainSettings)
    },
    roles: () => rows<{ readonly name: string }>('SELECT name FROM role').map(({ name }) => name),
    jwksUrls: () =>
      rows<{ readonly clientId: string; readonly jwksUrl: string; readonly status: string }>(
        'SELECT clientId, jwksUrl, status FROM client WHERE jwksUrl IS NOT NULL ORDER BY clientId',
      ),
    rights: () =>
      rows<RoleRight>(
        `SELECT clientId, value ->> 'resourceType' AS resourceType, value ->> 'operations' AS operations,
         value ->> 'scope' AS scope FROM client LEFT JOIN role ON role.name = roleName LEFT JOIN json_each(permissions)
         WHERE status = 'approved' ORDER BY clientId`,
      ),
    close: () => void sql.close(),
  }
}

/**
 * With an existing log, the file is opened read-only. Without one, a reader would leave an empty log behind, and a
 * writer does not.
 */
function lookingAt(file: string): BetterSqlite3.Database {
  const sql = new BetterSqlite3(file, { readonly: hasLog(file), fileMustExist: true })
  sql.pragma('query_only = ON')
  return sql
}
