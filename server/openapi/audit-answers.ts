// The answers of the audit log in the console, as schemas that the compiler compares with the types of lib/api.
import { z } from 'zod'
import type { AuditActor, AuditDetail, AuditExport, AuditItem, AuditList, AuditThing } from '#lib/api/audit.ts'
import { object } from './shapes.ts'

const texts = z.array(z.string())
const maybe = z.string().nullable()

const actor = object({
  role: z.enum(['app', 'platform', 'person', 'provider', 'other']),
  name: maybe.describe('client_id, user name, reference or issuer; null where nobody was proven.'),
  address: maybe,
}) satisfies z.ZodType<AuditActor>

const common = {
  id: z.string(),
  recorded: z.string(),
  name: z.string().describe('The own name of the event, such as login.'),
  outcome: z.string().describe('0 done, 4 refused by a rule, 8 failed.'),
  description: z.string(),
  who: z.array(actor),
  traceIds: texts,
}

const item = object({
  ...common,
  what: texts,
  more: z.number().int().describe('How many more it is about.'),
  changes: z
    .array(object({ name: z.string(), before: maybe, after: maybe }))
    .describe('The first few fields that were changed.'),
}) satisfies z.ZodType<AuditItem>

const list = object({
  items: z.array(item),
  next: z.string().describe('What to give as after for the next page.').optional(),
  head: maybe.describe('position:hash of the newest event, as audit verify prints it.'),
  archivedUpTo: z.number().int().nullable(),
}) satisfies z.ZodType<AuditList>

const thing = object({
  what: maybe,
  kind: maybe,
  description: maybe,
  query: maybe,
  details: z.array(object({ name: z.string(), value: z.string() })),
}) satisfies z.ZodType<AuditThing>

const detail = object({
  ...common,
  action: maybe,
  period: object({ start: z.string(), end: z.string() }).nullable(),
  site: maybe,
  things: z.array(thing),
  requestIds: texts,
  correlationIds: texts,
  resource: z.looseObject({}).describe('The AuditEvent.'),
}) satisfies z.ZodType<AuditDetail>

const exported = object({
  csv: z.string(),
  count: z.number().int(),
  more: z.boolean().describe('Whether older ones were left out.'),
}) satisfies z.ZodType<AuditExport>

export const AUDIT_ANSWERS = { AuditList: list, AuditDetail: detail, AuditExport: exported }
