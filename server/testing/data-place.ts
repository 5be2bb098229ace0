// Where the domain of a test is: a folder with a copy of the demo or, with SLIPWAY_TEST_ENGINE=postgres, a database of its own.
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { DOMAIN_TEMPLATE, TEST_KEY } from '../storage/postgres/testing/cluster.ts'
import { newUrl, temporaryUrl } from '../storage/postgres/testing/temporary-postgres.ts'
import { IS_POSTGRES } from '../storage/testing/engine.ts'

/** Settings of a domain. */
export type Place = Readonly<Record<'DATA_DIR', string>> &
  Partial<Readonly<Record<'DATABASE_URL' | 'SLIPWAY_KEY', string>>>

/** By the folder: those with a database of their own. */
const places = new Map<string, Place>()

/** What a domain was opened with in a folder, for another process of it. */
export const placeAt = (directory: string): Place => places.get(directory) ?? { DATA_DIR: directory }

/** A copy of the demo, with its keys; removed with the test. */
export async function demoPlace(prefix: string): Promise<Place> {
  const DATA_DIR = temporaryFolder(prefix)
  if (IS_POSTGRES) {
    const place = { DATA_DIR, SLIPWAY_KEY: TEST_KEY, DATABASE_URL: await temporaryUrl(DOMAIN_TEMPLATE) }
    places.set(DATA_DIR, place)
    return place
  }
  cpSync(inject('templateDirectory'), DATA_DIR, { recursive: true })
  chmodSync(path.join(DATA_DIR, 'keys'), 0o700) // Node 24 copies a folder without its mode.
  return { DATA_DIR }
}

/** Where a domain is to be made in a folder, by the tests of a whole file; call `remove` after them. */
export async function newPlace(DATA_DIR: string): Promise<{ place: Place; remove: () => Promise<void> }> {
  if (!IS_POSTGRES) return { place: { DATA_DIR }, remove: async () => undefined }
  const { url, drop } = await newUrl()
  return { place: { DATA_DIR, SLIPWAY_KEY: TEST_KEY, DATABASE_URL: url }, remove: drop }
}

/** An empty folder, removed with the test. */
export function temporaryFolder(prefix: string): string {
  const directory = mkdtempSync(path.join(tmpdir(), prefix))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
