// The request bodies of /traces/api: zod schemas that the server validates with.
import { z } from 'zod'

/** Running a step of a trace again: its place in the trace, from 0 on. */
export const rerunForm = z.object({ step: z.int().min(0).max(1000) })
