// Before all tests: makes what they copy instead of making it themselves, since that takes longer than most of them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { KEY_OWNERS } from '#lib/api/admin-words.ts'
import { openDatabase } from '#server/storage/sqlite/file/database.ts'
import { readConfig } from '../config/config.ts'
import { openDomain } from '../domain/domain.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A DATA_DIR with a migrated, seeded database and the keys of every peer, closed. */
    readonly templateDirectory: string
    /** The file of a migrated database with nothing in it, closed. */
    readonly emptyDatabase: string
    /** A folder below the project, where its packages are found: for the programs that the first test which needs them bundles. */
    readonly programsFolder: string
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-template-'))
  const [domain, empty] = [path.join(directory, 'domain'), path.join(directory, 'empty.db')]
  await makeDomain({ DATA_DIR: domain })
  await openDatabase(empty).close()
  project.provide('templateDirectory', domain)
  const programs = path.resolve(`dist/testing/${crypto.randomUUID()}`)
  project.provide('emptyDatabase', empty)
  project.provide('programsFolder', programs)
  return () => {
    for (const made of [directory, programs]) rmSync(made, { recursive: true, force: true })
  }
}

/** Seeds the demo, with the keys of every peer. */
export async function makeDomain(env: Readonly<Record<string, string>>): Promise<void> {
  const domain = await openDomain(readConfig({ LOG_LEVEL: 'silent', LOG_FORMAT: 'json', ...env }))
  for (const owner of KEY_OWNERS) await domain.keys.ring(owner).active() // Made when they are first needed.
  domain.database?.sql.pragma('wal_checkpoint(TRUNCATE)')
  await domain.close()
}
