// Finds a trace for the sender of a request: among those of their list, or by itself for what it is about.
import type { TraceDetail } from '#lib/api/traces.ts'
import { languageOf } from '#lib/i18n/language.ts'
import type { TracesDeps } from './deps.ts'
import { notThere } from './failure.ts'
import { isTraceId } from './keys.ts'
import type { TraceRow, TraceScope } from './store.ts'
import { detailOf } from './view.ts'

/** All traces: for what its sender is known to see. */
export const EVERYTHING: TraceScope = { all: true, clients: [], subjects: [], ids: [] }

/** What the sender of a request asks of the trace that `id` names; `scope`: the traces of their list. */
export type OfTrace<Answer> = (
  deps: TracesDeps,
  scope: TraceScope | undefined,
  id: string,
  request: Request,
) => Promise<Answer>

export interface FoundTrace {
  readonly trace: TraceDetail
  /** True for a trace of the reader's list, with which more can be done than look at it. */
  readonly isListed: boolean
}

/** The trace that `id` names. Throws TraceFailure where there is none for this reader. */
export const findTrace: OfTrace<FoundTrace> = async (deps, scope, id, request) => {
  await deps.flush()
  if (!isTraceId(id)) throw notThere()
  const listed = scope && (await deps.store.find(scope, id))
  const row = listed ?? (await opened(deps, id, request))
  if (!row) throw notThere()
  return { trace: await shownTo(deps, scope, row, request), isListed: listed !== undefined }
}

/** The same of the reader's list alone. */
export const findListed: OfTrace<TraceDetail> = async (deps, scope, id, request) => {
  const { trace, isListed } = await findTrace(deps, scope, id, request)
  if (!isListed) throw notThere()
  return trace
}

/** A single trace that is shown to the sender of a request for what it is about. */
async function opened({ store, opens }: TracesDeps, id: string, request: Request): Promise<TraceRow | undefined> {
  const row = await store.find(EVERYTHING, id)
  return row && (await opens(request, row)) ? row : undefined
}

async function shownTo(
  { store, knownApps }: TracesDeps,
  scope: TraceScope | undefined,
  row: TraceRow,
  request: Request,
): Promise<TraceDetail> {
  const known = [...knownApps, ...(scope?.clients ?? [])]
  const knows = (app: string) => scope?.all === true || known.includes(app)
  return detailOf(row, await store.steps(row.id), languageOf(request.headers), knows)
}
