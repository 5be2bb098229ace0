// Whether a task can be opened again from the page of its trace.
import type { TraceDetail } from '../api/traces.ts'

/**
 * Whether who looks at a trace can open its task again in the portal. The portal opens a task for the person of the launch alone,
 * and the server offers them, and nobody else, to repeat the step in which it did. A composed launch never was such a step.
 */
export const canReopen = ({ steps }: Pick<TraceDetail, 'steps'>): boolean =>
  steps.some(({ step, again }) => step === 'portal.launch' && again !== undefined)
