// The JSON of /admin/api/audit: the audit log as an auditor reads it.
import { z } from 'zod'
import { anyText, maybeText, object, type Shown, texts } from './shape.ts'

/** A participant of an event; the first one sent the request. */
const actor = object({
  role: z.enum(['app', 'platform', 'person', 'provider', 'other']),
  name: maybeText.describe('client_id, user name, reference or issuer; null where nobody was proven.'),
  known: anyText.describe('The name of the account or the app, as it is now.'),
  claimed: z.literal(true).exactOptional().describe('Present where a refused launch names it and nothing proved that.'),
  address: maybeText,
})
export type AuditActor = Shown<typeof actor>
export type AuditActorRole = AuditActor['role']

const common = {
  id: z.string(),
  recorded: z.string(),
  name: z.string().describe('The own name of the event, such as login.'),
  action: maybeText.describe('C, R, U, D or E: created, read, updated, deleted, executed.'),
  outcome: z.string().describe('0 done, 4 refused by a rule, 8 failed.'),
  description: z.string(),
  who: z.array(actor),
  traceIds: texts,
}

const item = object({
  ...common,
  kind: maybeText.describe('What sort of thing it is about, such as account.'),
  what: texts, // The first few, as references and names.
  named: z
    .record(z.string(), z.string())
    .exactOptional()
    .describe('The names of accounts, apps and activities among these, a task by its activity, as they are now.'),
  why: anyText.describe('Why it was refused, in the language of the request; in lists only.'),
  more: z.number().int().describe('How many more it is about.'),
  changes: z
    .array(object({ name: z.string(), before: maybeText, after: maybeText }))
    .describe('The first few fields that were changed.'),
})
export type AuditItem = Shown<typeof item>

/** GET /admin/api/audit?name=…: newest first. */
const list = object({
  items: z.array(item),
  next: z.string().describe('What to give as after for the next page.').optional(),
  head: maybeText.describe('position:hash of the newest event, as audit verify prints it.'),
  archivedUpTo: z.number().int().nullable(), // The last position that was archived and removed.
  morePeople: z
    .literal(true)
    .exactOptional()
    .describe('Present when more accounts have that text in their name than are looked for.'),
})
export type AuditList = Shown<typeof list>

const thing = object({
  what: maybeText,
  known: anyText.describe('The name of that account, app or activity, as it is now.'),
  kind: maybeText,
  description: maybeText,
  query: maybeText,
  details: z.array(object({ name: z.string(), value: z.string() })),
})
export type AuditThing = Shown<typeof thing>

/** GET /admin/api/audit/{id} */
const detail = object({
  ...common,
  why: anyText.describe('Why it was refused, in the language of the request.'),
  period: object({ start: z.string(), end: z.string() }).nullable(),
  traces: texts.describe('By what the trace of each of its traceIds is found: another app may use the same id.'),
  site: maybeText, // The part of the domain in which it happened.
  things: z.array(thing),
  requestIds: texts,
  correlationIds: texts,
  resource: z.looseObject({}).describe('The AuditEvent.'),
})
export type AuditDetail = Shown<typeof detail>

/** GET /admin/api/audit/export?name=…: the filtered events, for a spreadsheet. */
const exported = object({
  csv: z.string(),
  count: z.number().int(),
  more: z.boolean().describe('Whether older ones were left out.'),
})
export type AuditExport = Shown<typeof exported>

/** The answers below /admin/api/audit by the name that /openapi.json gives their shape. */
export const AUDIT_ANSWERS = { AuditList: list, AuditDetail: detail, AuditExport: exported }
