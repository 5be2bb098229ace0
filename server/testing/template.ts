// Before all tests: seeds one demo domain, which each test domain copies instead of making keys and data again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { readConfig } from '../config/config.ts'
import { openDomain } from '../domain/domain.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A DATA_DIR with a migrated, seeded database and keys, closed. */
    readonly templateDirectory: string
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-template-'))
  const domain = await openDomain(readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }))
  domain.database.sql.pragma('wal_checkpoint(TRUNCATE)')
  await domain.close()
  project.provide('templateDirectory', directory)
  return () => rmSync(directory, { recursive: true, force: true })
}
