// Tells if a task can be opened again from the page of its trace.
import type { TraceDetail } from '../api/traces.ts'

/**
 * True when the reader of a trace can open its task again in the portal. The portal opens a task for the person of the launch
 * alone, so the server offers only that person the rerun of that step. A composed launch has no such step.
 */
export const canReopen = ({ steps }: Pick<TraceDetail, 'steps'>): boolean =>
  steps.some(({ step, again }) => step === 'portal.launch' && again !== undefined)
