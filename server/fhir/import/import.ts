// Imports resources: streamed, validated one by one, written in groups. A bad resource never stops the rest.
import type { Clock } from '#lib/clock.ts'
import type { ImportSessions, LostLogin, PreparedResource, WriteCounts } from '../store.ts'
import { type ImportError, type Preparation, type PreparedBatch, preparedBatches } from './import-batch.ts'
import type { ImportSource } from './import-source.ts'

export { type Preparation, type PreparedBatch, preparedBatches } from './import-batch.ts'
export type { ImportSource } from './import-source.ts'

export interface Importing {
  readonly imports: ImportSessions
  readonly clock: Clock
  /** Called after each group with the report so far. */
  readonly progress?: (report: ImportReport) => void
  /** True to report what would be done without writing. */
  readonly dryRun?: boolean
  /** The system of the identifiers with user names: the report lists those that are lost. */
  readonly loginSystem?: string
  /** Stops the import after the current group. */
  readonly signal?: AbortSignal
}

export type ImportDeps = Importing & Preparation

/** The counts of an import, and its problems. */
export interface ImportReport {
  /**
   * All resources read, imported or not, including unreadable ones: the sum of created, updated, unchanged, skipped and
   * failed.
   */
  readonly read: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  /** Resources of types that are not served, by type. */
  readonly skipped: Readonly<Record<string, number>>
  /** Resources and lines that could not be imported. */
  readonly failed: number
  /** The first of these, up to MOST_ERRORS. */
  readonly errors: readonly ImportError[]
  /** The identifiers by which people logged in and which their new version does not have, up to MOST_ERRORS people. */
  readonly lostLogins: readonly LostLogin[]
  /** True when the import was stopped before its end. */
  readonly stopped?: true
}

const MOST_ERRORS = 10_000

interface Tally {
  read: number
  created: number
  updated: number
  unchanged: number
  skipped: Record<string, number>
  failed: number
  errors: ImportError[]
  lostLogins: readonly LostLogin[]
  stopped?: true
}

/** Imports all sources, in order. Throws only errors of the store or a source; bad resources are in the report. */
export const importResources = (
  sources: AsyncIterable<ImportSource> | Iterable<ImportSource>,
  deps: ImportDeps,
): Promise<ImportReport> => importBatches(preparedBatches(sources, deps), deps)

/** Writes prepared batches, wherever they were prepared. */
export async function importBatches(
  batches: AsyncIterable<PreparedBatch>,
  { imports, clock, progress, dryRun = false, loginSystem, signal }: Importing,
): Promise<ImportReport> {
  const tally: Tally = {
    ...{ read: 0, created: 0, updated: 0, unchanged: 0, skipped: {}, failed: 0 },
    ...{ errors: [], lostLogins: [] },
  }
  const session = imports.begin({ dryRun, loginSystem })
  for await (const group of groups(batches, session.groupSize)) {
    add(tally, await session.write(group.resources, clock()))
    for (const batch of group.batches) count(tally, batch)
    progress?.(tally)
    if (signal?.aborted) break
  }
  const isStopped = signal?.aborted === true
  if (!isStopped) add(tally, await session.finish(clock()))
  tally.lostLogins = session.lostLogins()
  if (isStopped) tally.stopped = true
  else progress?.(tally)
  return tally
}

interface Group {
  readonly batches: readonly PreparedBatch[]
  readonly resources: readonly PreparedResource[]
}

/** Longest group in characters; bounds the memory. */
const GROUP_CHARACTERS = 16_000_000

/** Combines batches into groups of the size that is written together. */
async function* groups(batches: AsyncIterable<PreparedBatch>, size: () => number): AsyncGenerator<Group> {
  let group: PreparedBatch[] = []
  let [resources, characters] = [0, 0]
  for await (const batch of batches) {
    group.push(batch)
    resources += batch.resources.length
    characters += batch.characters
    if (resources < size() && characters < GROUP_CHARACTERS) continue
    yield together(group)
    group = []
    resources = 0
    characters = 0
  }
  if (group.length > 0) yield together(group)
}

const together = (batches: readonly PreparedBatch[]): Group => ({
  batches,
  resources: batches.flatMap(({ resources }) => resources),
})

function add(tally: Tally, { created, updated, unchanged }: WriteCounts): void {
  tally.created += created
  tally.updated += updated
  tally.unchanged += unchanged
}

function count(tally: Tally, { read, skipped, failed, errors }: PreparedBatch): void {
  tally.read += read
  tally.failed += failed
  tally.errors.push(...errors.slice(0, MOST_ERRORS - tally.errors.length))
  for (const [type, number] of Object.entries(skipped)) tally.skipped[type] = (tally.skipped[type] ?? 0) + number
}
