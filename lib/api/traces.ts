// The JSON of /traces/api: the requests of each launch, check by check. Secrets were removed before they were stored.

import { z } from 'zod'
import { CHECK_NAMES, type CheckName } from '../checks/checks.ts'
import { STEPS, type StepName } from '../checks/steps.ts'
import { ACTORS } from '../i18n/actors.ts'
import { anyText, maybeText, object, type Shown, texts } from './shape.ts'
import { AGAIN_MODES, TRACE_OUTCOMES } from './trace-words.ts'

const time = z.number().describe('Epoch milliseconds.')
const members = z.record(z.string(), z.unknown())
const checkName = z.enum(CHECK_NAMES as readonly [CheckName, ...CheckName[]])

const names = object({
  user: anyText,
  task: anyText.describe('Its description.'),
})

/** What the requests of a client did that are no launch. */
const call = object({
  act: z.enum(['read', 'create', 'change', 'delete', 'bundle', 'token']),
  on: z.string().describe('A type that was read, or a record that was changed; empty where there is none.'),
  name: anyText.describe('Of the record, as the reader may read it now.'),
  times: z.number(),
})
export type TraceCall = Shown<typeof call>

const summary = {
  id: z.string(),
  traceId: maybeText.describe('jti of the launch token, or X-Trace-Id; as claimed unless verified.'),
  verified: z.boolean().describe('Whether a registered portal is proven to have signed the launch token.'),
  platform: maybeText,
  platformName: anyText.describe('The name that the portal is registered by; absent where it is not.'),
  app: maybeText.describe('Its client_id.'),
  appName: anyText.describe('The name that the app is registered by; absent where it is not.'),
  user: maybeText,
  task: maybeText,
  outcome: z.enum(TRACE_OUTCOMES),
  failed: checkName.nullable().describe('The check that stopped it.'),
  failedRule: anyText.describe('What that check asks, in the language of the request; in lists only.'),
  failedCode: anyText.describe('The error code of that refusal; in lists only.'),
  failedStatus: z.number().exactOptional().describe('The HTTP status of that refusal; in lists only.'),
  completed: z.literal(true).exactOptional().describe('Present when its task was completed in it.'),
  took: z.number().exactOptional().describe('Milliseconds until the app had opened it; of opened launches.'),
  calls: z
    .array(call)
    .exactOptional()
    .describe('What was done, or for a refusal what was asked, in requests that are no launch; in lists only.'),
  names: names.exactOptional().describe('As the reader may read them now: a trace stores ids alone.'),
  startedAt: time,
  changedAt: time,
}
export const traceSummary = object(summary)
export type TraceSummary = Shown<typeof traceSummary>
export type TraceOutcome = TraceSummary['outcome']

/** By time of their beginning, newest first. */
const list = object({
  items: z.array(traceSummary),
  stops: z
    .array(object({ check: checkName, rule: z.string().describe('What it asks, in the language of the request.') }))
    .exactOptional()
    .describe('What stopped the traces that were refused last, whatever the filters; absent with before or after.'),
  next: anyText.describe('The value of ?before= that gives the following page.'),
  change: z.number().describe('The value of ?after= that gives what changes from now on.'),
})
export type TraceList = Shown<typeof list>

const knownItems = z.array(object({ id: z.string(), name: anyText }))
/** GET /traces/api/session: whether who asks may read the list. */
const session = object({ access: z.enum(['open', 'refused']) })
export type TraceSession = Shown<typeof session>

/** GET /traces/api/known: the apps and the people of the traces in the list, by name where the reader may know it. */
const known = object({ apps: knownItems, people: knownItems })
export type TraceKnown = Shown<typeof known>

/**
 * The data of a `traces` event of /traces/api/stream. A `reload` event has only `change`: too much has changed to list.
 */
export interface TraceNews extends Omit<TraceList, 'next' | 'stops'> {
  /** Ids of changed traces that do not match the filters (any more). */
  readonly gone: readonly string[]
}

const check = object({
  name: checkName,
  outcome: z.enum(['passed', 'failed', 'not_reached']),
  expected: members.exactOptional(), // The compared values by name; members of the same name belong together.
  received: members.exactOptional(),
  code: anyText, // Of a failed check: the code of the protocol and the sentence of the refusal.
  reason: anyText,
  rule: z.string(), // In the language of the request.
  meaning: anyText, // Of the failed check only, as the next two.
  causes: texts.exactOptional(),
  mend: anyText,
  source: z.string().describe('The section of the standard.'),
})
export type TraceCheck = Shown<typeof check>
/** Compared values by name; members of the same name belong together. */
export type Members = NonNullable<TraceCheck['expected']>

/** The result of comparing a written version with a Subscription. */
const subscription = object({
  id: z.string(),
  owner: z.string().describe('client_id of its app.'),
  criteria: z.string(),
  verdict: z.enum(['matched', 'criteria', 'permission', 'not_running']),
  number: z.number().exactOptional().describe('Of the event.'),
})
export type TracedSubscription = Shown<typeof subscription>

/** A request of the launch with its answer, or an event that followed from a write. */
const step = object({
  step: z.enum(Object.keys(STEPS) as [StepName, ...StepName[]]),
  peer: z.enum(ACTORS),
  at: time,
  ms: z.number().describe('From the request to the answer.'),
  method: z.string(),
  url: z.string(),
  sent: members,
  status: z.number().describe('0 where there was no answer.'),
  location: anyText,
  answered: members.exactOptional(),
  subscriptions: z
    .array(subscription)
    .exactOptional()
    .describe('Of what followed from a write: the Subscriptions that the reader may know of.'),
  otherSubscriptions: z.number().exactOptional().describe('How many there are beside them.'),
  checks: z.array(check),
  failed: checkName.exactOptional(),
  fault: z.literal(true).exactOptional(),
  client: anyText, // That proved itself.
  again: z
    .enum(AGAIN_MODES)
    .exactOptional()
    .describe('How it can be run again: alone, or by a new launch up to it. In the demo, for its own portal and app.'),
})
export type TraceStep = Shown<typeof step>
/** How a step can be repeated. */
export type RerunMode = NonNullable<TraceStep['again']>

const detail = object({
  ...summary,
  steps: z.array(step),
  truncated: z.boolean().describe('Whether there were more requests than a trace holds.'),
  shareable: z.boolean().exactOptional().describe('Whether the reader may share it.'),
})
export type TraceDetail = Shown<typeof detail>

/** The result of rerunning a step. */
const rerun = object({ id: z.string().describe('The trace that it was kept in.'), step })
export type TraceRerun = Shown<typeof rerun>

const share = object({
  id: z.string(),
  by: z.string().describe('User name of who made it.'),
  own: z.boolean().describe('Whether the reader may withdraw it.'),
  createdAt: time,
  expiresAt: time,
})
export type TraceShareItem = Shown<typeof share>

/** GET /traces/api/{id}/shares: the links to a trace that still lead to it. */
const shareList = object({ items: z.array(share) })
export type TraceShareList = Shown<typeof shareList>

/** POST /traces/api/{id}/shares: the new link, which is returned this once. */
const shared = object({ url: z.url(), expiresAt: time })
export type TraceShared = Shown<typeof shared>

/** The answers below /traces/api by the name that /openapi.json gives their shape. */
export const TRACE_ANSWERS = {
  TraceList: list,
  TraceKnown: known,
  TraceSession: session,
  TraceDetail: detail,
  TraceAgain: rerun,
  TraceShareList: shareList,
  TraceShared: shared,
}
