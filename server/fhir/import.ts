// Bringing resources in: streamed, checked one by one, written in batches. A bad one never stops the rest.
import type { Clock } from '#lib/clock.ts'
import { type Preparation, type PreparedBatch, preparedBatches } from './import-batch.ts'
import type { ImportSource } from './import-source.ts'
import type { ResourceWriter } from './store.ts'

export { type Preparation, type PreparedBatch, preparedBatches } from './import-batch.ts'
export type { ImportSource } from './import-source.ts'

export interface Importing {
  readonly resources: ResourceWriter
  readonly clock: Clock
  /** Called after each batch with the report so far. */
  readonly progress?: (report: ImportReport) => void
  /** Says what would be done, and writes nothing. */
  readonly dryRun?: boolean
  /** Ends the import after the batch that is being written. */
  readonly signal?: AbortSignal
}

export type ImportDeps = Importing & Preparation

export interface ImportError {
  readonly source: string
  /** Counted from 1. */
  readonly line: number
  /** The element at fault, within a Bundle behind the entry's path. */
  readonly path?: string
  readonly reason: string
}

export interface ImportReport {
  /** Resources seen, whatever became of them. */
  readonly read: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  /** By type: resources of types that are not served. */
  readonly skipped: Readonly<Record<string, number>>
  /** Resources and lines that could not be imported. */
  readonly failed: number
  /** The first of those, up to MOST_ERRORS. */
  readonly errors: readonly ImportError[]
  /** Whether it was ended before everything was in. */
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
  stopped?: true
}

/** Imports all sources, in order. Throws only what the store or a source throws; bad resources are in the report. */
export const importResources = (
  sources: AsyncIterable<ImportSource> | Iterable<ImportSource>,
  deps: ImportDeps,
): Promise<ImportReport> => importBatches(preparedBatches(sources, deps), deps)

/** Writes what was prepared, here or elsewhere. */
export async function importBatches(
  batches: AsyncIterable<PreparedBatch>,
  { resources, clock, progress, dryRun = false, signal }: Importing,
): Promise<ImportReport> {
  const tally: Tally = { read: 0, created: 0, updated: 0, unchanged: 0, skipped: {}, failed: 0, errors: [] }
  for await (const batch of batches) {
    const outcomes = dryRun ? resources.compare(batch.resources) : resources.writePrepared(batch.resources, clock())
    for (const outcome of outcomes) tally[outcome] += 1
    count(tally, batch)
    progress?.(tally)
    if (!signal?.aborted) continue
    tally.stopped = true
    break
  }
  return tally
}

function count(tally: Tally, { read, skipped, failed, errors }: PreparedBatch): void {
  tally.read += read
  tally.failed += failed
  tally.errors.push(...errors.slice(0, MOST_ERRORS - tally.errors.length))
  for (const [type, number] of Object.entries(skipped)) tally.skipped[type] = (tally.skipped[type] ?? 0) + number
}
