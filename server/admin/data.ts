// /admin/api/data: imports a file, imports sample data, and puts the records of a demo back.
import type { AdminData, DemoPutBack, ImportFailure, ImportReport } from '#lib/api/data.ts'
import { MOST_IMPORT_BYTES } from '#lib/api/data-words.ts'
import { change, imported } from '#lib/audit/config-changes.ts'
import { openEventStream } from '#lib/http/event-stream.ts'
import { faultOf } from '#lib/http/json-api.ts'
import { type Params, queryParams, readChunks } from '#lib/http/params.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { auditChange } from './audited.ts'
import type { AdminDeps, AdminViewer, DataPorts } from './deps.ts'
import { AdminFailure } from './endpoint.ts'
import { type AdminFailureName, FAILURE_TEXTS } from './texts.ts'

/** Between two events of progress, in milliseconds. */
const PROGRESS_MS = 200
const LONGEST_NAME = 200
const SAMPLES = 'sample data'
/**
 * The first bytes of gzip (RFC 1952 §2.3.1), which is refused because its decompressed size cannot be known in advance.
 */
const GZIP = Buffer.of(0x1f, 0x8b)

type Action<Answer> = (request: Request, id: string, viewer: AdminViewer) => Promise<Answer>

interface Data {
  readonly summary: Action<AdminData>
  /** Answers with a stream of events (lib/api/data.ts). */
  readonly importUpload: Action<Response>
  readonly importSamples: Action<ImportReport>
  readonly putDemoBack: Action<DemoPutBack>
}

/** The actions on the records as a whole, of which one import runs at a time. Throw AdminFailure. */
export function dataOf(deps: AdminDeps): Data {
  const turns = oneAtATime()
  return {
    summary: async () => {
      const { demo } = deps.data
      return { demo: (await demo?.difference()) ?? null, samples: (await demo?.samples()) ?? null }
    },
    importUpload: (request, _id, viewer) => turns.begin((over) => importUpload(deps, request, viewer, over)),
    importSamples: (request, _id, viewer) =>
      turns.begin(async (over) => {
        const file = { name: `${SAMPLES}.ndjson`, content: [Buffer.from(demoOf(deps).sampleFile())], dryRun: false }
        const signal = new AbortController().signal
        try {
          const report = await deps.data.importFile({ ...file, signal, progress: () => {} })
          auditChange(deps, request, viewer, imported(SAMPLES, report))
          return report
        } finally {
          over()
        }
      }),
    putDemoBack: async (request, _id, viewer) => {
      const traceId = deps.random.uuid()
      const written = await demoOf(deps).putBack(request, traceId)
      auditChange(deps, request, viewer, change('resource', 'the demo', {}, { ...written, 'trace-id': traceId }))
      return written
    },
  }
}

function demoOf({ data: { demo } }: AdminDeps): NonNullable<DataPorts['demo']> {
  if (!demo) throw new AdminFailure('no_demo')
  return demo
}

/** Refuses a second import while one runs. `begin` passes its work the function to call at its end. */
function oneAtATime() {
  let isBusy = false
  const over = () => {
    isBusy = false
  }
  return {
    begin: async <T>(run: (over: () => void) => Promise<T>): Promise<T> => {
      if (isBusy) throw new AdminFailure('import_busy')
      isBusy = true
      try {
        return await run(over)
      } catch (error) {
        over()
        throw error
      }
    },
  }
}

/**
 * Receives the whole file first, so that an interrupted upload changes nothing. Then imports it and streams the
 * progress; the import ends when its reader disconnects.
 */
async function importUpload(
  deps: AdminDeps,
  request: Request,
  viewer: AdminViewer,
  over: () => void,
): Promise<Response> {
  const { name, dryRun } = askedFor(queryParams(request))
  const content = await received(request)
  const leaving = new AbortController()
  const events = openEventStream(request, () => leaving.abort())
  let toldAt = 0
  const progress = (report: ImportReport) => {
    const now = performance.now()
    if (now - toldAt < PROGRESS_MS) return
    toldAt = now
    events.send({ event: 'progress', data: report })
  }
  const run = async () => {
    try {
      const report = await deps.data.importFile({ name, content, dryRun, signal: leaving.signal, progress })
      if (!dryRun) auditChange(deps, request, viewer, imported(name, report))
      events.send({ event: 'report', data: report })
    } catch (error) {
      deps.log.error({ requestId: requestIdOf(request), cause: String(error) }, 'an import broke off')
      if (!dryRun) auditBroken(deps, request, viewer, name)
      events.send({ event: 'failed', data: failureText(request, error) })
    } finally {
      over()
      events.end()
    }
  }
  void run()
  return events.response
}

function askedFor(params: Params): { readonly name: string; readonly dryRun: boolean } {
  const name = params.get('name') ?? ''
  const check = params.get('check') ?? 'false'
  const isFit = name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name) && ['true', 'false'].includes(check)
  if (!isFit || params.repeated.size > 0) throw new AdminFailure('bad_request')
  return { name, dryRun: check === 'true' }
}

/** The bytes of a file. Throws AdminFailure when there are too many, none, or fewer than announced. */
async function received(request: Request): Promise<readonly Uint8Array[]> {
  // The client disconnected, or a server in front cut off a body that is too long for it.
  const chunks = await readChunks(request, MOST_IMPORT_BYTES).catch(() => undefined)
  if (!chunks) throw new AdminFailure('import_too_large')
  if (chunks.length === 0) throw new AdminFailure('import_empty')
  if (Buffer.concat(chunks.slice(0, GZIP.byteLength)).subarray(0, GZIP.byteLength).equals(GZIP))
    throw new AdminFailure('import_gzip')
  return chunks
}

function failureText(request: Request, cause: unknown): ImportFailure {
  const error: AdminFailureName = faultOf(cause) === 'unavailable' ? 'unavailable' : 'import_broke_off'
  return { error, error_description: FAILURE_TEXTS[languageOf(request)][error] }
}

const auditBroken = (deps: AdminDeps, request: Request, viewer: AdminViewer, name: string): void =>
  auditChange(deps, request, viewer, change('import', name, undefined, { stopped: 'by a fault' }))
