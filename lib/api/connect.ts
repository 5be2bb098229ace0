// The JSON of /connect/api: requests and answers for developers who connect their own app.

import { z } from 'zod'
import { APP_RIGHTS } from '../oauth/app-rights.ts'
import { CLIENT_KINDS } from '../oauth/client-kind.ts'
import { CLIENT_STATUSES } from '../oauth/registered-client.ts'
import type { newOwnAppForm, ownAppForm } from './connect-forms.ts'
import { SEEN_STEPS } from './connect-words.ts'
import { anyText, demoPerson, maybeText, object, type Shown, texts } from './shape.ts'

/** GET /connect/api/me */
const me = object({
  signedIn: z.boolean(),
  name: maybeText,
  registersAs: z.enum(['approved', 'pending']),
  most: z.number().describe('Apps that one account may have.'),
  demoPeople: z.array(demoPerson),
})
export type ConnectMe = Shown<typeof me>

const app = object({
  clientId: z.string(),
  name: z.string(),
  kind: z.enum(CLIENT_KINDS),
  status: z.enum(CLIENT_STATUSES),
  role: maybeText,
  rights: z.array(z.enum(APP_RIGHTS)).describe('What its developer asked for beside reading; its role decides.'),
  jwks: object({ keys: z.array(object({ kid: anyText, kty: anyText, alg: anyText })) })
    .nullable()
    .describe('Null where the keys live behind jwksUrl.'),
  jwksUrl: maybeText,
  redirectUris: texts,
  launchUrl: maybeText,
  logoutUri: maybeText.describe('backchannel_logout_uri'),
  logoutSessionRequired: z.boolean().describe('backchannel_logout_session_required'),
})
export type OwnApp = Shown<typeof app>

/** GET /connect/api/apps */
const apps = object({ items: z.array(app) })
export type OwnApps = Shown<typeof apps>

/** PUT /connect/api/apps/{client_id} */
export type OwnAppForm = Shown<typeof ownAppForm>
/** POST /connect/api/apps. The server chooses the client_id. */
export type NewOwnAppForm = Shown<typeof newOwnAppForm>

const observation = object({
  step: z.enum(SEEN_STEPS),
  outcome: z.enum(['done', 'failed']),
  at: z.iso.datetime(),
  check: maybeText.describe('The check that refused.'),
  expected: maybeText,
  needs: z.enum(APP_RIGHTS).nullable().describe('The right without which it was refused.'),
})
export type Observation = Shown<typeof observation>
export type SeenStep = Observation['step']

/** GET /connect/api/apps/{client_id}/seen: of each step the last thing that was observed. */
const seen = object({ items: z.array(observation) })
export type Seen = Shown<typeof seen>

/** POST /connect/api/apps/{client_id}/reach: whether the app answers, at one address of each of its origins. */
const reach = object({
  items: z.array(
    object({
      url: z.string(),
      answers: z
        .boolean()
        .nullable()
        .describe('Whether there was any answer, even an error; null where this server may not ask there.'),
    }),
  ),
})
export type Reach = Shown<typeof reach>

/** The answers below /connect/api by the name that /openapi.json gives their shape. */
export const CONNECT_ANSWERS = {
  ConnectMe: me,
  OwnApp: app,
  OwnApps: apps,
  OwnAppRemoved: object({ removed: z.string().describe('client_id') }),
  Seen: seen,
  Reach: reach,
}
