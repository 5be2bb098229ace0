// The body of POST /launch/api/task: a zod schema that the server validates with and from which /openapi.json is made.
import { z } from 'zod'
import { OPEN_STATUSES } from './launch-words.ts'

/** A step of the task of a launch: from the version that the page shows to the next status. */
export const taskStepForm = z.strictObject({
  /** The launch, as `id` of its session. */
  session: z.string().max(64),
  /** meta.versionId of the Task on the page. */
  version: z.string().regex(/^[A-Za-z0-9\-.]{1,64}$/),
  /** The status of that version. */
  from: z.enum(OPEN_STATUSES),
  to: z.enum(['in-progress', 'completed']),
})

export type TaskStep = z.infer<typeof taskStepForm>
