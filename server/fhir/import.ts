// Bringing resources in: streamed, checked one by one, written in batches. A bad one never stops the rest.
import type { Clock } from '#lib/clock.ts'
import { withOrigin } from '#lib/fhir/resource-text.ts'
import { originsOf } from '#lib/fhir/search-parameters.ts'
import { type Candidate, candidatesIn, importable, NotImportable, typeOf } from './import-resource.ts'
import { type ImportSource, type SourceText, textsOf } from './import-source.ts'
import type { ResourceWrite, ResourceWriter } from './store.ts'

export type { ImportSource } from './import-source.ts'

export interface ImportDeps {
  readonly resources: ResourceWriter
  readonly resourceTypes: readonly string[]
  readonly clock: Clock
  /** client_id of the application that resources without a resource-origin are to come from. */
  readonly origin?: string
  /** Called after each batch with the report so far. */
  readonly progress?: (report: ImportReport) => void
}

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
}

/** Resources in one transaction: enough to make it cheap, few enough that readers' own writes wait some 50 ms at most. */
const BATCH = 500
const BATCH_CHARACTERS = 4_000_000
const MOST_ERRORS = 10_000

interface Tally {
  read: number
  created: number
  updated: number
  unchanged: number
  skipped: Record<string, number>
  failed: number
  errors: ImportError[]
}

/** Imports all sources, in order. Throws only what the store or a source throws; bad resources are in the report. */
export async function importResources(
  sources: AsyncIterable<ImportSource> | Iterable<ImportSource>,
  deps: ImportDeps,
): Promise<ImportReport> {
  const tally: Tally = { read: 0, created: 0, updated: 0, unchanged: 0, skipped: {}, failed: 0, errors: [] }
  let batch: ResourceWrite[] = []
  let characters = 0
  const flush = () => {
    for (const outcome of deps.resources.write(batch, deps.clock())) tally[outcome] += 1
    batch = []
    characters = 0
    deps.progress?.(tally)
  }
  for await (const source of sources)
    for await (const text of textsOf(source))
      for (const resource of resourcesIn(source, text, deps, tally)) {
        batch.push(resource)
        characters += resource.text.length
        if (batch.length >= BATCH || characters >= BATCH_CHARACTERS) flush()
      }
  if (batch.length > 0) flush()
  return tally
}

function* resourcesIn(source: ImportSource, { line, text, problem }: SourceText, deps: ImportDeps, tally: Tally) {
  const fail = failing(source, tally)
  if (text === undefined) {
    fail({ line }, new NotImportable(problem ?? 'cannot be read'))
    return
  }
  try {
    for (const candidate of candidatesIn(text, line)) {
      tally.read += 1
      const resource = attempt(
        () => checked(candidate, deps, tally),
        (error) => fail(candidate, error),
      )
      if (resource) yield resource
    }
  } catch (error) {
    fail({ line }, error)
  }
}

function attempt<T>(task: () => T, failed: (error: unknown) => void): T | undefined {
  try {
    return task()
  } catch (error) {
    failed(error)
    return undefined
  }
}

const failing =
  ({ name }: ImportSource, tally: Tally) =>
  ({ line, path }: Pick<Candidate, 'line' | 'path'>, error: unknown): void => {
    if (!(error instanceof NotImportable)) throw error
    tally.failed += 1
    if (tally.errors.length >= MOST_ERRORS) return
    const where = [path, error.path].filter((part) => part !== undefined).join('.')
    tally.errors.push({ source: name, line, ...(where === '' ? {} : { path: where }), reason: error.message })
  }

/** The resource to write; undefined for one of a type that is not served. Throws NotImportable. */
function checked(candidate: Candidate, deps: ImportDeps, tally: Tally): ResourceWrite | undefined {
  const type = typeOf(candidate)
  if (!deps.resourceTypes.includes(type)) {
    tally.skipped[type] = (tally.skipped[type] ?? 0) + 1
    return undefined
  }
  const resource = importable(candidate, type)
  if (deps.origin === undefined || originsOf(resource.parsed).length > 0) return resource
  const text = withOrigin(resource.text, deps.origin)
  return { ...resource, text, parsed: JSON.parse(text) as Readonly<Record<string, unknown>> }
}
