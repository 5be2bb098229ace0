// Tells whether a task can be opened again from the page of its trace.
import type { TraceDetail } from '../api/traces.ts'

/**
 * True when the reader of a trace can open its task again in the portal. The portal opens a task only for the person of
 * the launch, so the server offers the rerun of that step only to that person. A composed launch has no such step.
 */
export const canReopen = ({ steps }: Pick<TraceDetail, 'steps'>): boolean =>
  steps.some(({ step, again }) => step === 'portal.launch' && again !== undefined)
