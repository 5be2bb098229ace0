// Tracing for tests of a single peer: the checks of a request are run as in a domain, and nothing is stored of it.
import type { Tracing } from '#lib/trace/trace.ts'
import { RequestRecorder, type TraceSink } from '../traces/step-recorder.ts'

const nothing = () => undefined
const sink: TraceSink = {
  clock: Date.now,
  ownKey: nothing,
  hasRoomFor: () => false,
  ended: nothing,
  keep: nothing,
  refused: nothing,
}

/** Answers name no trace, since there is none. */
class UnkeptRecorder extends RequestRecorder {
  override id(): undefined {
    return undefined
  }
}

export const testTracing: Tracing = {
  begin: (step, request) => new UnkeptRecorder(sink, step, request),
  follows: () => false,
}
