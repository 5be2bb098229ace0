// The JSON of the composer: what its page reads from /portal/api/compose, and the launches that it sends for signature
// and delivery.
import { z } from 'zod'
import type { compositionForm } from './compose-form.ts'
import { anyText, named, object, type Shown } from './shape.ts'

/** An app that can be launched; `simulates`: it makes failures on request, as the demo app does in the demo domain. */
const app = object({
  clientId: z.string(),
  name: z.string(),
  launchUrl: z.string(),
  simulates: z.boolean(),
  ofOther: z.boolean().exactOptional().describe('True where the account of somebody else registered it.'),
})
export type ComposeApp = Shown<typeof app>
export type ComposePerson = Shown<typeof named>

const task = object({
  reference: z.string(),
  title: z.string(),
  patient: anyText, // Task.for
  owner: anyText,
  definition: anyText,
  activity: anyText, // What the definition is called.
  intent: anyText,
  device: anyText, // `Device/x` of the activity's app.
  ended: z.boolean().exactOptional(), // True when it cannot be opened any more.
})
export type ComposeTask = Shown<typeof task>

/** GET /portal/api/compose */
const options = object({
  issuer: z.string(), // Issuer of the tokens that the portal signs.
  key: object({ kid: z.string(), alg: z.string() }),
  fhirBase: z.url(),
  apps: z.array(app),
  people: z.array(named),
  tasks: z.array(task),
})
export type ComposeOptions = Shown<typeof options>

/**
 * The launch to sign and deliver: the body of POST /portal/api/compose/ticket, and part of the body of POST
 * /api/launches.
 */
export type Composition = Shown<typeof compositionForm>

/** The answer of POST /portal/api/compose/ticket. */
const ticket = object({
  url: z.url().describe('Opens the launch once, in any browser.'),
  expiresAt: z.number().describe('Epoch milliseconds.'),
})
export type ComposeTicket = Shown<typeof ticket>

/** The answer of POST /portal/api/compose/sample, in the demo. */
const sample = object({
  token: z.string().describe('A launch token of a demo patient, signed by the portal and valid for five minutes.'),
})
export type ComposeSample = Shown<typeof sample>

/** The answers below /portal/api/compose by the name that /openapi.json gives their shape. */
export const COMPOSE_ANSWERS = { ComposeOptions: options, ComposeTicket: ticket, ComposeSample: sample }
