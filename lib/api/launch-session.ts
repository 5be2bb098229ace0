// The JSON of GET /launch/api/session: the state of a launch in the demo app. It never contains a token.
import { z } from 'zod'
import { FETCH_SITES, LAUNCH_STEPS } from './launch-words.ts'
import { anyText, object, type Shown } from './shape.ts'

const step = object({
  step: z.enum(LAUNCH_STEPS),
  ok: z.boolean(),
  ms: z.number(), // Since the launch arrived.
  detail: z.string(), // A fact for the curious: an address, a reference, a status.
})
export type LaunchStep = Shown<typeof step>
export type LaunchStepName = LaunchStep['step']

/** The reason that a launch failed. Texts for people: lib/api/launch-failure-words.ts. */
const failure = z.enum([
  ...(['missing_parameter', 'unknown_iss', 'discovery_failed', 'launch_unknown', 'issuer_mismatch'] as const),
  ...([
    'refused',
    'wrong_user',
    'wrong_patient',
    'cancelled',
    'token_failed',
    'id_token_invalid',
    'no_context',
    'other_app',
    'unexpected',
  ] as const),
])
export type LaunchFailureName = z.infer<typeof failure>

const open = object({
  status: z.literal('open'),
  id: z.string().describe('The launch: session= of /launch/api/fhir and /launch/api/end.'),
  iss: z.url(),
  user: z.string(),
  role: z.string(),
  userName: anyText,
  sub: z.string(),
  fhirUser: anyText,
  task: z.string(),
  definition: anyText,
  patient: anyText,
  intent: anyText,
  idToken: z.record(z.string(), z.unknown()).describe('Claims of the verified id_token.'),
  openedFrom: anyText.describe('The portal of another site that opened it, by name or client_id.'),
  launchedFrom: z.enum(FETCH_SITES).exactOptional(), // By Sec-Fetch-Site.
  launchId: anyText.describe('jti of the launch token.'),
  steps: z.array(step),
  expiresAt: z.number().describe('Epoch seconds.'),
  trace: anyText.describe('Names the launch at /traces.'),
})
export type OpenSession = Shown<typeof open>

const failed = object({
  status: z.literal('failed'),
  id: z.string(),
  step: z.enum(LAUNCH_STEPS),
  failure,
  openedFrom: anyText.describe('The portal of another site that began it, by name or client_id.'),
  app: anyText.describe('The app that the task belongs to, by name; with other_app.'),
  error: anyText, // The authorization server's own words, as the next two.
  error_description: anyText,
  error_uri: anyText,
  trace: anyText,
  steps: z.array(step),
})
export type FailedSession = Shown<typeof failed>

const session = z.union([object({ status: z.literal('none') }), open, failed])
export type LaunchSession = Shown<typeof session>

/** The answers below /launch/api by the name that /openapi.json gives their shape. */
export const LAUNCH_ANSWERS = { LaunchSession: session }
