// What the developer of an app watches: its requests to this process, and those to others or before the server was started anew, which
// are read from stored traces. Of the latter those are missing that leave no trace.
import { clientOf, type Follower } from './follow.ts'
import type { StepRecord } from './record.ts'
import type { TraceRow, TraceStore } from './store.ts'

/** The newest traces that are looked at: a person tries one thing at a time. */
const MOST_TRACES = 10

interface Observing extends Pick<Follower, 'follow'> {
  readonly store: Pick<TraceStore, 'list' | 'steps'>
}

export interface ObservedRequest extends StepRecord {
  /** False for a request of another client, such as of the app that a portal sent somebody to. */
  readonly own: boolean
}

/** The requests of a client since it is followed, and those of its newest traces, in order of time; it is followed from the first call on. */
export const observed =
  ({ follow, store }: Observing) =>
  async (clientId: string): Promise<readonly ObservedRequest[]> => {
    const requests = follow(clientId)
    const scope = { all: false, clients: [clientId], subjects: [], ids: [] }
    const traces = await store.list(scope, { limit: MOST_TRACES })
    const stored = (await Promise.all(traces.map((trace) => stepsOf(store, trace, clientId)))).flat()
    return [...stored, ...requests]
      .map((record) => ({ ...record, own: clientOf(record) === clientId }))
      .sort((a, b) => a.at - b.at)
  }

async function stepsOf(
  { steps }: Observing['store'],
  trace: TraceRow,
  clientId: string,
): Promise<readonly StepRecord[]> {
  const records = (await steps(trace.id)).map((data) => JSON.parse(data) as StepRecord)
  const isPlatform = trace.verified && trace.platform === clientId
  return records.filter((record) => isPlatform || clientOf(record) === clientId)
}
