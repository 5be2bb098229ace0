// The request bodies of /portal/api: zod schemas that the server validates with and from which /openapi.json is made.
import { z } from 'zod'
import { LONGEST_MESSAGE } from './portal-words.ts'

const reference = z.string().regex(/^[A-Z][A-Za-z]{1,63}\/[A-Za-z0-9\-.]{1,64}$/)

/** POST tasks/give */
export const givingForm = z.object({
  key: z.uuid(),
  patient: z.string().regex(/^[A-Za-z0-9\-.]{1,64}$/),
  owner: reference,
  activity: reference,
  /** The last day on which it is to be done. */
  until: z.iso.date().optional(),
  /** What the practitioner says with it. */
  message: z.string().trim().min(1).max(LONGEST_MESSAGE).optional(),
})

/** POST tasks/cancel */
export const cancellingForm = z.object({
  task: z.string().regex(/^Task\/[A-Za-z0-9\-.]{1,64}$/),
  version: z.string().regex(/^[1-9][0-9]{0,15}$/),
})
