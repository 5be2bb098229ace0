// The request bodies of /traces/api: zod schemas that the server validates with.
import { z } from 'zod'
import { MOST_SHARED_DAYS, USUAL_SHARED_DAYS } from '../trace/trace-days.ts'

/** Reruns a step of a trace, given by its index from 0. */
export const rerunForm = z.object({ step: z.int().min(0).max(1000) })

/** Sharing a trace. */
export const shareForm = z.object({ days: z.int().min(1).max(MOST_SHARED_DAYS).default(USUAL_SHARED_DAYS) })

/** Taking a link away: its id. */
export const unshareForm = z.object({ share: z.string().min(1).max(64) })
