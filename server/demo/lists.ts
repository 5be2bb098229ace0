// The lists of the demo domain: synthetic people and organizations from prisma/seed, with their attribution there.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '#lib/clock.ts'
import type { ResourceWrite } from '../fhir/store.ts'
import type { ResourceDatabase } from '../storage/storage.ts'

const FILES = ['patients.ndjson', 'others.ndjson']

interface ListDeps {
  readonly resources: ResourceDatabase
  readonly clock: Clock
}

export const demoLists = (): readonly ResourceWrite[] =>
  FILES.flatMap((file) => readFileSync(path.resolve('prisma/seed', file), 'utf8').trim().split('\n').map(lineToWrite))

/** Loads the lists; existing resources are unchanged. */
export async function seedLists({ resources, clock }: ListDeps): Promise<void> {
  await resources.write(demoLists(), clock())
}

/** The line stays text: a number such as 1.00 must be returned as written. */
function lineToWrite(text: string): ResourceWrite {
  const parsed = JSON.parse(text) as Readonly<Record<string, unknown>>
  return { type: String(parsed['resourceType']), id: String(parsed['id']), text, parsed }
}
