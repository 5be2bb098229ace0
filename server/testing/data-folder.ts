// Data folders on the disk, for what is tested of a domain that does not run.
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openDomain } from '../domain/domain.ts'
import { openRaw } from '../storage/sqlite/testing/raw.ts'
import { demoPlace, type Place } from './data-place.ts'
import { type Looking, lookingAtFile, lookingAtPostgres } from './looking.ts'

/** The settings of a program whose output a test reads. */
export const QUIET = { LOG_LEVEL: 'silent', LOG_FORMAT: 'json', SLIPWAY_NO_ENV_FILE: '1' }

/** An empty folder, which is removed with the test. */
export function emptyFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'slipway-folder-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A demo domain that was made for an address and is not running, its folder, and the settings of a command on it. */
export async function domainAt(publicUrl: string, more: Readonly<Record<string, string>> = {}) {
  const cwd = emptyFolder()
  const env = { ...QUIET, ...(await demoPlace('slipway-folder-')) }
  const data = env.DATA_DIR
  const domain = await openDomain(readConfig({ ...env, PUBLIC_URL: publicUrl, ...more }))
  await domain.keys.ring('portal').active()
  await domain.close()
  return { cwd, data, env }
}

/** Every file of a data folder with its content. */
export const filesOf = (data: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .map((file) => [path.relative(data, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )

/** Every file of a domain that does not run and, on PostgreSQL, the rows of every table. */
export async function keptIn({ DATA_DIR, DATABASE_URL }: Place): Promise<Readonly<Record<string, string>>> {
  if (DATABASE_URL === undefined) return filesOf(DATA_DIR)
  const { tables, rows } = lookingAtPostgres(DATABASE_URL)
  const hash = `md5(coalesce(string_agg(one::text, ' ' ORDER BY one::text), '')) AS hash`
  const each = (await tables()).map((table) => `SELECT '${table}' AS name, ${hash} FROM "${table}" AS one`)
  const kept = await rows<Readonly<Record<'name' | 'hash', string>>>(each.join(' UNION ALL '))
  return { ...filesOf(DATA_DIR), ...Object.fromEntries(kept.map(({ name, hash }) => [name, hash])) }
}

/** Looks into the database of a domain that does not run, or changes it. */
export async function within({ DATA_DIR, DATABASE_URL }: Place, look: (sql: Looking) => Promise<unknown>) {
  if (DATABASE_URL !== undefined) return look(lookingAtPostgres(DATABASE_URL))
  const sql = openRaw(path.join(DATA_DIR, 'slipway.db'))
  try {
    return await look(lookingAtFile({ sql }))
  } finally {
    sql.close()
  }
}
