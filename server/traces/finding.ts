// Finds a trace for the sender of a request: in their list, or a single trace that they may see because of its subject.
import type { TraceDetail } from '#lib/api/traces.ts'
import { languageOf } from '#lib/i18n/language.ts'
import type { TracesDeps } from './deps.ts'
import { notThere } from './failure.ts'
import { isTraceId } from './keys.ts'
import type { TraceRow, TraceScope } from './store.ts'
import { detailOf } from './view.ts'

/** All traces, for senders whose right to see a trace is already established. */
export const EVERYTHING: TraceScope = { all: true, clients: [], subjects: [], ids: [] }

/** An operation on the trace with this `id`, for the sender of a request; `scope` is the traces in their list. */
export type OfTrace<Answer> = (
  deps: TracesDeps,
  scope: TraceScope | undefined,
  id: string,
  request: Request,
) => Promise<Answer>

export interface FoundTrace {
  readonly row: TraceRow
  readonly trace: TraceDetail
  /** True for a trace in the reader's list: it allows more than viewing. */
  readonly isListed: boolean
}

/** The trace with this `id`. Throws TraceFailure when this reader may see none. */
export const findTrace: OfTrace<FoundTrace> = async (deps, scope, id, request) => {
  await deps.flush()
  if (!isTraceId(id)) throw notThere()
  const listed = scope && (await deps.store.find(scope, id))
  const row = listed ?? (await opened(deps, id, request))
  if (!row) throw notThere()
  return { row, trace: await shownTo(deps, scope, row, request), isListed: listed !== undefined }
}

/** Like findTrace, but only in the reader's list. */
export const findListed: OfTrace<TraceDetail> = async (deps, scope, id, request) => {
  const { trace, isListed } = await findTrace(deps, scope, id, request)
  if (!isListed) throw notThere()
  return trace
}

/** A single trace that the sender may see because of its subject. */
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
  return detailOf(row, await store.steps(row.id), languageOf(request), knows)
}
