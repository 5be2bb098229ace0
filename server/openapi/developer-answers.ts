// The answers of the addresses for developers and of the composer, as schemas that the compiler compares with the types of lib/api.
import { z } from 'zod'
import type { ComposeOptions, ComposeTicket } from '#lib/api/compose.ts'
import { type ConnectMe, type OwnApp, type OwnApps, SEEN_STEPS, type Seen } from '#lib/api/connect.ts'
import type { FhirConsoleAnswer, FhirConsoleMe } from '#lib/api/fhir-console.ts'
import { TOKEN_KINDS, type TokenVerdict, type ToolsMe } from '#lib/api/tools.ts'
import { object } from './shapes.ts'

const named = object({ reference: z.string(), name: z.string() })
const now = z.number().describe('Epoch seconds.')

const me = object({
  signedIn: z.boolean(),
  acting: z.boolean().describe('Whether somebody acts as a person of the demo.'),
  name: z.string().nullable(),
  registersAs: z.enum(['approved', 'pending']),
  most: z.number().describe('Applications that one account may have.'),
  demoPeople: z.array(named),
}) satisfies z.ZodType<ConnectMe>

const app = object({
  clientId: z.string(),
  name: z.string(),
  status: z.enum(['pending', 'approved', 'rejected', 'disabled']),
  role: z.string().nullable(),
  jwks: object({
    keys: z.array(
      object({
        kid: z.string().exactOptional(),
        kty: z.string().exactOptional(),
        alg: z.string().exactOptional(),
      }),
    ),
  }).nullable(),
  jwksUrl: z.string().nullable(),
  redirectUris: z.array(z.string()),
  launchUrl: z.string().nullable(),
}) satisfies z.ZodType<OwnApp>

const apps = object({ items: z.array(app) }) satisfies z.ZodType<OwnApps>

const seen = object({
  items: z.array(
    object({
      step: z.enum(SEEN_STEPS),
      outcome: z.enum(['done', 'failed']),
      at: z.iso.datetime(),
      check: z.string().nullable().describe('The check that refused.'),
      expected: z.string().nullable(),
    }),
  ),
}) satisfies z.ZodType<Seen>

const toolsMe = object({ mayJudge: z.boolean(), signedIn: z.boolean(), now }) satisfies z.ZodType<ToolsMe>

const tokenVerdict = object({
  kind: z.enum(TOKEN_KINDS),
  accepted: z.boolean(),
  checks: z.array(
    object({
      name: z.string(),
      outcome: z.enum(['pass', 'fail', 'not_reached']),
      expected: z.string().nullable().describe('As the endpoint would say it, of a check that fails.'),
      received: z.string().nullable().describe('The part of the token that was looked at, as JSON.'),
      error: z.string().nullable().describe('The page below /docs/errors that explains it.'),
    }),
  ),
  now,
  skew: z.number().describe('Seconds by which two clocks may differ.'),
}) satisfies z.ZodType<TokenVerdict>

const fhirConsoleMe = object({
  known: z.boolean().describe('Whether somebody is signed in, or acts as a person of the demo.'),
  fhirBase: z.url(),
  clients: z.array(object({ clientId: z.string(), name: z.string() })),
  demoPeople: z.array(named),
}) satisfies z.ZodType<FhirConsoleMe>

const fhirConsoleAnswer = object({
  url: z.url(),
  status: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
  ms: z.number().describe('Milliseconds.'),
  trace: z.string().describe('X-Trace-Id of the request.'),
}) satisfies z.ZodType<FhirConsoleAnswer>

const composeOptions = object({
  issuer: z.string(),
  key: object({ kid: z.string(), alg: z.string() }),
  fhirBase: z.url(),
  apps: z.array(object({ clientId: z.string(), name: z.string(), launchUrl: z.string(), simulates: z.boolean() })),
  people: z.array(named),
  tasks: z.array(
    object({
      reference: z.string(),
      title: z.string(),
      patient: z.string().exactOptional(),
      owner: z.string().exactOptional(),
      definition: z.string().exactOptional(),
      intent: z.string().exactOptional(),
      device: z.string().exactOptional(),
    }),
  ),
}) satisfies z.ZodType<ComposeOptions>

const composeTicket = object({
  url: z.url().describe('Opens the launch once, in any browser.'),
  expiresAt: z.number().describe('Epoch milliseconds.'),
}) satisfies z.ZodType<ComposeTicket>

/** By the names that descriptions refer to. */
export const DEVELOPER_ANSWERS = {
  ConnectMe: me,
  OwnApp: app,
  OwnApps: apps,
  OwnAppRemoved: object({ removed: z.string().describe('client_id') }),
  Seen: seen,
  ToolsMe: toolsMe,
  TokenVerdict: tokenVerdict,
  FhirConsoleMe: fhirConsoleMe,
  FhirConsoleAnswer: fhirConsoleAnswer,
  ComposeOptions: composeOptions,
  ComposeTicket: composeTicket,
}
