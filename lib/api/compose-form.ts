// The request body of the composer: a zod schema that the server validates with and from which /openapi.json is made.
import { z } from 'zod'
import { FAILURE_NAMES, type FailureName } from '../launch/failures.ts'
import { COMPOSE_DELIVERIES } from './compose-words.ts'

/** POST /portal/api/compose/ticket */
export const compositionForm = z.strictObject({
  app: z.string().min(1).max(255),
  claims: z.record(z.string().min(1).max(64), z.unknown()),
  without: z.array(z.string().max(64)).max(20).optional(),
  delivery: z.enum(COMPOSE_DELIVERIES).default('shof'),
  fail: z.enum(FAILURE_NAMES as readonly [FailureName, ...FailureName[]]).optional(),
})
