// The dialect of an engine stays inside of it: elsewhere there is nothing that the other one could not answer.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const OF_SQLITE = /\browid\b|INSERT OR |INDEXED BY|\bGLOB\b|json_each|SQLITE_[A-Z]/
const OF_POSTGRES = /\bpg_[a-z_]+\(|::(bigint|text|timestamptz)\b|\bunnest\(|\bILIKE\b/
const OURS = '{app,components,lib,server}/**/*.{ts,tsx}'
const THEIRS = /^server\/storage\/(sqlite|postgres|prisma)\/|\.test\.tsx?$|\/testing\/|^server\/(doctor|backup)\//

/** Statements on what `records/` keeps, with a table of it in a list of them. */
const RECORDS =
  /\b(FROM|INTO|UPDATE|JOIN) "?(client|role|account|account_link|api_token|app_developer|password_link|portal_session|signing_key|trace_share|domain_record)"?\b|'(portal_session|api_token|trace_share)'/

/** Where such statements are by hand, and why (docs/decisions/0016-storage.md). */
const BY_HAND: Readonly<Record<string, string>> = {
  'sqlite/file/inspection.ts': 'a file of any version, which Prisma knows one of',
  'postgres/opening/inspection.ts': 'a database of any version',
  'inspection.ts': 'a database of any version; and health checks',
  'operations/counted.ts': 'metrics',
  'sqlite/traces/traces.ts': 'purged again and again',
  'postgres/traces/traces.ts': 'purged again and again',
  'operations/withdrawn.ts': 'a restore, in one transaction',
  'postgres/operations/rows.ts': 'a move to the other engine, of all tables',
}

describe('the seam of storage', () => {
  it.each([
    ['SQLite', OF_SQLITE],
    ['PostgreSQL', OF_POSTGRES],
  ])('keeps what is only known to %s inside of the engine', (_, dialect) => {
    const files = globSync(OURS).filter((file) => !THEIRS.test(file))
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((file) => dialect.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  it('leaves the records to Prisma, but for what an idle server asks and what is of any version', () => {
    const files = globSync('server/**/*.ts').filter(
      (file) => !/\.test\.ts$|\/testing\/|\/storage\/records\//.test(file),
    )
    const found = files.filter((file) => RECORDS.test(readFileSync(file, 'utf8')))
    expect(found.map((file) => file.replace('server/storage/', '')).sort()).toEqual(Object.keys(BY_HAND).sort())
  })
})
