// Turns sources into prepared batches: all the work that needs no database, so that it can run in a separate thread.
import { isOfAuditLog } from '#lib/audit/audit.ts'
import { originOf } from '#lib/fhir/koppeltaal.ts'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import { deviceOf, originsIn, withOrigin } from '#lib/fhir/resource-origin.ts'
import type { PreparedResource, ResourceWrite } from '../store.ts'
import { type Candidate, candidatesIn, importable, NotImportable, typeOf } from './import-resource.ts'
import { type ImportSource, type SourceText, textsOf } from './import-source.ts'

export interface Preparation {
  readonly resourceTypes: readonly string[]
  /** The resource-origin (client_id) for resources without one. */
  readonly origin?: string
}

export interface ImportError {
  readonly source: string
  /** Counted from 1. */
  readonly line: number
  /** The invalid element; within a Bundle, its path follows the entry's. */
  readonly path?: string
  readonly reason: string
}

/** Resources that are written together, and the problems found while preparing them. */
export interface PreparedBatch {
  readonly resources: readonly PreparedResource[]
  /** The sum over all resources. */
  readonly characters: number
  readonly read: number
  readonly skipped: Readonly<Record<string, number>>
  readonly failed: number
  readonly errors: readonly ImportError[]
}

/** Resources per batch: enough to make the transfer between threads cheap, few enough to take little memory. */
const BATCH = 500
const BATCH_CHARACTERS = 4_000_000
/** Errors stored with one batch: the limit keeps a file full of errors from taking memory. */
const BATCH_ERRORS = 10_000

interface Open {
  resources: PreparedResource[]
  characters: number
  read: number
  skipped: Record<string, number>
  failed: number
  errors: ImportError[]
}

const empty = (): Open => ({ resources: [], characters: 0, read: 0, skipped: {}, failed: 0, errors: [] })

/** The resources of all sources, in order and in batches. Throws only the errors of a source. */
export async function* preparedBatches(
  sources: AsyncIterable<ImportSource> | Iterable<ImportSource>,
  preparation: Preparation,
): AsyncGenerator<PreparedBatch> {
  const batch = empty()
  for await (const source of sources)
    for await (const text of textsOf(source))
      for (const resource of resourcesIn(source, text, preparation, batch)) {
        batch.resources.push(resource)
        batch.characters += resource.text.length
        if (batch.resources.length < BATCH && batch.characters < BATCH_CHARACTERS) continue
        yield { ...batch }
        Object.assign(batch, empty())
      }
  if (batch.read > 0 || batch.failed > 0) yield batch
}

function* resourcesIn(source: ImportSource, sent: SourceText, options: Preparation, batch: Open) {
  const { line, text, problem } = sent
  const fail = failing(source, batch)
  if (text === undefined) {
    batch.read += 1
    fail({ line }, new NotImportable(problem ?? 'cannot be read'))
    return
  }
  try {
    for (const candidate of candidatesIn({ ...sent, text })) {
      batch.read += 1
      const resource = attempt(
        () => checked(candidate, options, batch),
        (error) => fail(candidate, error),
      )
      if (resource) yield resource
    }
  } catch (error) {
    batch.read += 1
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
  ({ name }: ImportSource, batch: Open) =>
  ({ line, path }: Pick<Candidate, 'line' | 'path'>, error: unknown): void => {
    if (!(error instanceof NotImportable)) throw error
    batch.failed += 1
    if (batch.errors.length >= BATCH_ERRORS) return
    const where = [path, error.path].filter((part) => part !== undefined && part !== '').join('.')
    batch.errors.push({ source: name, line, ...(where === '' ? {} : { path: where }), reason: error.message })
  }

/** The resource to write; undefined when its type is not served. Throws NotImportable. */
function checked(
  candidate: Candidate,
  { resourceTypes, origin }: Preparation,
  batch: Open,
): PreparedResource | undefined {
  const type = typeOf(candidate)
  if (!resourceTypes.includes(type)) {
    batch.skipped[type] = (batch.skipped[type] ?? 0) + 1
    return undefined
  }
  const resource = withOriginOf(origin, importable(candidate, type))
  if (
    isOfAuditLog(
      type,
      resource.id,
      originsIn(resource.parsed).flatMap((one) => deviceOf(one) ?? []),
    )
  )
    throw new NotImportable('belongs to the audit log, which is append-only and accepts no imports')
  return prepareResource(resource)
}

/** Gives a resource without a resource-origin the named application as origin, if there is one. */
function withOriginOf(origin: string | undefined, resource: ResourceWrite): ResourceWrite {
  if (origin === undefined || originsIn(resource.parsed).length > 0) return resource
  const text = withOrigin(resource.text, resource.type, originOf(origin))
  return { ...resource, text, parsed: JSON.parse(text) as Readonly<Record<string, unknown>> }
}
