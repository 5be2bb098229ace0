// The answers of the addresses behind the pages, and of the monitoring endpoints, by the names that descriptions use.
import { z } from 'zod'
import { ADMIN_ANSWERS } from '#lib/api/admin.ts'
import { ANSWERS_ANSWERS } from '#lib/api/answers.ts'
import { AUDIT_ANSWERS } from '#lib/api/audit.ts'
import { BROWSE_ANSWERS } from '#lib/api/browse.ts'
import { COMPOSE_ANSWERS } from '#lib/api/compose.ts'
import { CONNECT_ANSWERS } from '#lib/api/connect.ts'
import { DATA_ANSWERS } from '#lib/api/data.ts'
import { FHIR_CONSOLE_ANSWERS } from '#lib/api/fhir-console.ts'
import { FIND_ANSWERS } from '#lib/api/find.ts'
import { LAUNCH_ANSWERS } from '#lib/api/launch-session.ts'
import type { Schema } from '#lib/api/openapi.ts'
import { ACCOUNT_ANSWERS } from '#lib/api/own-account.ts'
import { PORTAL_ANSWERS } from '#lib/api/portal.ts'
import { RECEIVER_ANSWERS } from '#lib/api/receiver.ts'
import { object, texts } from '#lib/api/shape.ts'
import { SUBSCRIPTION_ANSWERS } from '#lib/api/subscriptions.ts'
import { TOKEN_ANSWERS } from '#lib/api/tokens.ts'
import { TOOL_ANSWERS } from '#lib/api/tools.ts'
import { TRACE_ANSWERS } from '#lib/api/traces.ts'
import { OPERATION_ANSWERS } from './operation-paths.ts'
import { schemaOf } from './shapes.ts'

const SHAPES: Readonly<Record<string, z.ZodType>> = {
  ...PORTAL_ANSWERS,
  ...BROWSE_ANSWERS,
  ...LAUNCH_ANSWERS,
  ...ANSWERS_ANSWERS,
  ...ADMIN_ANSWERS,
  ...ACCOUNT_ANSWERS,
  ...TOKEN_ANSWERS,
  ...DATA_ANSWERS,
  ...AUDIT_ANSWERS,
  ...CONNECT_ANSWERS,
  ...TOOL_ANSWERS,
  ...FHIR_CONSOLE_ANSWERS,
  ...FIND_ANSWERS,
  ...COMPOSE_ANSWERS,
  ...TRACE_ANSWERS,
  ...SUBSCRIPTION_ANSWERS,
  ...RECEIVER_ANSWERS,
  ...OPERATION_ANSWERS,
  Done: object({}),
  ApiError: object({
    error: z.string(),
    error_description: z.string().describe('A sentence for the person.'),
    problems: texts.exactOptional(),
    elements: texts.exactOptional().describe('Of a refusal by the FHIR API: the element that each problem is about.'),
  }),
}

export const answers = (): Readonly<Record<string, Schema>> =>
  Object.fromEntries(Object.entries(SHAPES).map(([name, shape]) => [name, schemaOf(shape)]))
