// The request body of /launch/api/hook: a zod schema that the server validates with.
import { z } from 'zod'

/** Breaks the demo receiver for a minute, or mends it. */
export const receiverForm = z.object({ broken: z.boolean() })
