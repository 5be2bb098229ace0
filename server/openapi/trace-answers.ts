// The answers of the traces, as schemas that the compiler compares with the types of lib/api.
import { z } from 'zod'
import {
  AGAIN_MODES,
  TRACE_OUTCOMES,
  type TraceCheck,
  type TraceDetail,
  type TraceList,
  type TraceRerun,
  type TraceShared,
  type TraceShareList,
  type TraceStep,
} from '#lib/api/traces.ts'
import { CHECK_NAMES, type CheckName } from '#lib/checks/checks.ts'
import { STEPS, type StepName } from '#lib/checks/steps.ts'
import { object } from './shapes.ts'

const time = z.number().describe('Epoch milliseconds.')
const members = z.record(z.string(), z.unknown())
const checkName = z.enum(CHECK_NAMES as readonly [CheckName, ...CheckName[]])

const summary = {
  id: z.string(),
  traceId: z.string().nullable().describe('jti of the launch token, or X-Trace-Id; as claimed unless verified.'),
  verified: z.boolean().describe('Whether a registered platform is proven to have signed the launch token.'),
  platform: z.string().nullable(),
  app: z.string().nullable(),
  user: z.string().nullable(),
  task: z.string().nullable(),
  outcome: z.enum(TRACE_OUTCOMES),
  failed: checkName.nullable().describe('The check that stopped it.'),
  startedAt: time,
  changedAt: time,
}

const list = object({
  items: z.array(object(summary)),
  next: z.string().exactOptional().describe('The value of ?before= that gives the following page.'),
  change: z.number().describe('The value of ?after= that gives what changes from now on.'),
}) satisfies z.ZodType<TraceList>

const check = object({
  name: checkName,
  outcome: z.enum(['passed', 'failed', 'not_reached']),
  expected: members.exactOptional(),
  received: members.exactOptional(),
  code: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  rule: z.string(),
  meaning: z.string().exactOptional(),
  causes: z.array(z.string()).exactOptional(),
  mend: z.string().exactOptional(),
  source: z.string().describe('The section of the standard.'),
}) satisfies z.ZodType<TraceCheck>

const step = object({
  step: z.enum(Object.keys(STEPS) as [StepName, ...StepName[]]),
  peer: z.enum(['portal', 'oauth', 'idp', 'app', 'fhir']),
  at: time,
  ms: z.number().describe('From the request to the answer.'),
  method: z.string(),
  url: z.string(),
  sent: members,
  status: z.number().describe('0 where there was no answer.'),
  location: z.string().exactOptional(),
  answered: members.exactOptional(),
  subscriptions: z
    .array(
      object({
        id: z.string(),
        owner: z.string().describe('client_id of its application.'),
        criteria: z.string(),
        verdict: z.enum(['matched', 'criteria', 'permission', 'not_running']),
        number: z.number().exactOptional().describe('Of the event.'),
      }),
    )
    .exactOptional()
    .describe('Of what followed from a write: the Subscriptions that the reader may know of.'),
  otherSubscriptions: z.number().exactOptional().describe('How many there are beside them.'),
  checks: z.array(check),
  failed: checkName.exactOptional(),
  fault: z.literal(true).exactOptional(),
  client: z.string().exactOptional(),
  again: z
    .enum(AGAIN_MODES)
    .exactOptional()
    .describe('How it can be run again: alone, or by a new launch up to it. In the demo, for its own portal and app.'),
}) satisfies z.ZodType<TraceStep>

const detail = object({
  ...summary,
  steps: z.array(step),
  truncated: z.boolean().describe('Whether there were more requests than a trace holds.'),
  shareable: z.boolean().exactOptional().describe('Whether the reader may share it.'),
}) satisfies z.ZodType<TraceDetail>

const again = object({
  id: z.string().describe('The trace that it was kept in.'),
  step,
}) satisfies z.ZodType<TraceRerun>

const shareList = object({
  items: z.array(
    object({
      id: z.string(),
      by: z.string().describe('User name of who made it.'),
      own: z.boolean().describe('Whether the reader may withdraw it.'),
      createdAt: time,
      expiresAt: time,
    }),
  ),
}) satisfies z.ZodType<TraceShareList>

const shared = object({ url: z.url(), expiresAt: time }) satisfies z.ZodType<TraceShared>

/** By the names that descriptions refer to. */
export const TRACE_ANSWERS = {
  TraceList: list,
  TraceDetail: detail,
  TraceAgain: again,
  TraceShareList: shareList,
  TraceShared: shared,
}
