// Which Tasks are over (FHIR R4 task.html#statemachine).

const ENDED: readonly unknown[] = ['completed', 'cancelled', 'failed', 'rejected', 'entered-in-error']

/** True for a Task in a final status: nobody can open it any more. */
export const isEnded = ({ status }: { readonly status?: unknown }): boolean => ENDED.includes(status)
