// Where the domain of a test is: a folder with a copy of the demo and, with SLIPWAY_TEST_ENGINE=postgres, a database of its own.
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { DOMAIN_TEMPLATE } from '../storage/postgres/testing/cluster.ts'
import { temporaryUrl } from '../storage/postgres/testing/temporary-postgres.ts'
import { IS_POSTGRES } from '../storage/testing/engine.ts'

/** Settings of a domain. */
type Place = Readonly<Record<'DATA_DIR', string>> & Partial<Readonly<Record<'DATABASE_URL', string>>>

/** A copy of the demo, with its keys; removed with the test. */
export async function demoPlace(prefix: string): Promise<Place> {
  if (!IS_POSTGRES) return { DATA_DIR: copied(prefix, inject('templateDirectory')) }
  const DATABASE_URL = await temporaryUrl(DOMAIN_TEMPLATE)
  return { DATA_DIR: copied(prefix, inject('postgresDirectory')), DATABASE_URL }
}

/** A folder of another process of the domain, which has nothing in common with the first but the keys. */
export const anotherFolder = (place: Place): string => copied('slipway-other-', place.DATA_DIR)

function copied(prefix: string, from: string): string {
  const directory = mkdtempSync(path.join(tmpdir(), prefix))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  cpSync(from, directory, { recursive: true })
  chmodSync(path.join(directory, 'keys'), 0o700) // Node 24 copies a folder without its mode.
  return directory
}
