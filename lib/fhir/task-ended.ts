// Which Tasks are over (FHIR R4 task.html#statemachine).

/** The final statuses of a Task. */
export const ENDED_STATUSES = ['completed', 'cancelled', 'failed', 'rejected', 'entered-in-error'] as const

/** True for a Task in a final status: nobody can open it any more. */
export const isEnded = ({ status }: { readonly status?: unknown }): boolean =>
  ENDED_STATUSES.some((ended) => ended === status)
