// The JSON of /admin/api: what the console's pages read and send.

import { z } from 'zod'
import { APP_RIGHTS } from '../oauth/app-rights.ts'
import { CLIENT_KINDS } from '../oauth/client-kind.ts'
import { CLIENT_STATUSES } from '../oauth/registered-client.ts'
import { type appForm, roleForm } from './admin-forms.ts'
import { KEY_STATUSES, USER_ROLES } from './admin-words.ts'
import { knownSession } from './own-account.ts'
import { anyText, maybeText, named, object, type Shown, texts } from './shape.ts'
import { traceSummary } from './traces.ts'

/** GET /admin/api/me. `username` can neither be deleted nor change its own role. */
const me = object({
  signedIn: z.boolean(),
  admin: z.boolean(),
  auditor: z.boolean().describe('Whether the audit log is for them.'),
  name: maybeText,
  username: maybeText,
  login: object({ issuer: z.string(), subject: z.string() })
    .optional()
    .describe('The identity at another identity provider, when no account here is linked to it.'),
})
export type AdminMe = Shown<typeof me>

const app = object({
  clientId: z.string(),
  name: z.string(),
  called: z.string().describe('Its name in the language of the request, where its Device has one.'),
  kind: z.enum(CLIENT_KINDS),
  status: z.enum(CLIENT_STATUSES),
  jwks: z
    .object({ keys: z.array(z.looseObject({})) })
    .nullable()
    .describe('Null where the keys live behind jwksUrl.'),
  jwksUrl: maybeText,
  redirectUris: texts,
  launchUrl: maybeText,
  role: maybeText,
  anyTask: z.boolean().describe('Whether it is launched with tasks of people for whom the user does not act.'),
  webhookOrigins: texts,
  logoutUri: maybeText.describe('backchannel_logout_uri'),
  logoutSessionRequired: z.boolean().describe('backchannel_logout_session_required'),
  requestedRights: z.array(z.enum(APP_RIGHTS)).describe('What its developer asked for beside reading.'),
  owner: maybeText.describe('User name of the developer who registered it.'),
})
export type AdminApp = Shown<typeof app>

/** GET /admin/api/apps */
const apps = object({ items: z.array(app) })
export type AdminApps = Shown<typeof apps>

const findings = object({
  items: z.array(
    object({
      check: z.string(),
      level: z.enum(['ok', 'warning', 'error']),
      message: z.string(),
      remedy: anyText.describe('What to do about it.'),
    }),
  ),
})
/** GET /admin/api/doctor: settings, files and keys. POST: the keys that apps publish, and the identity provider. */
export type AdminFindings = Shown<typeof findings>
/** A finding of the doctor: its severity, the problem, and the remedy. */
export type AdminFinding = AdminFindings['items'][number]

/** PUT /admin/api/apps/{client_id}; POST /admin/api/apps also has a clientId (an empty one becomes a UUID). */
export type AppForm = Shown<typeof appForm>
/** Keys in one of three forms; without any, the registered keys stay. */
export type AppKeys = AppForm['keys']

/** GET /admin/api/status: the domain at a glance, as in `./bin/slipway status`. */
const status = object({
  version: z.string(),
  publicUrl: z.string(),
  issuer: z.string(),
  baseUrl: z.string().describe('The host of the FHIR bases, /fhir and /fhir/DEFAULT.'),
  identityProvider: z.string(),
  embeddedIdentityProvider: z.boolean(),
  demo: z.boolean(),
  counts: object({
    apps: z.number(),
    accounts: z.number(),
    resources: z.number(),
    traces: z.number(),
    auditEvents: z.number(),
  }),
  refusals: z.array(traceSummary).describe('The last launches that were refused, newest first.'),
})
export type AdminStatus = Shown<typeof status>

/** GET /admin/api/roles; PUT with one AdminRole. */
const roles = object({ items: z.array(roleForm), resourceTypes: texts })
export type AdminRoles = Shown<typeof roles>
export type AdminRole = AdminRoles['items'][number]

const user = object({ username: z.string(), name: z.string(), role: z.enum(USER_ROLES) })
export type AdminUser = Shown<typeof user>
export type UserRole = AdminUser['role']

const listedUser = user.extend({
  id: z.string(),
  locked: z.boolean().describe('It cannot log in.'),
  lastLoginAt: z.iso.datetime().nullable(),
})
export type ListedUser = Shown<typeof listedUser>

/** POST /admin/api/users */
const addedUser = user.extend({
  id: z.string(),
  record: named.nullable().describe('The record whose identifier is the user name.'),
})
export type AddedUser = Shown<typeof addedUser>

/** GET /admin/api/users/{id}: an account, with what was opened by it. */
const userPage = listedUser.extend({
  createdAt: z.iso.datetime(),
  lockedAt: z.iso.datetime().nullable(),
  linkUntil: z.iso.datetime().nullable().describe('Until when there is a link for a new password.'),
  provider: maybeText.describe('The identity provider that keeps passwords and sessions, when it is another one.'),
  record: named.nullable().describe('The record whose identifier is the user name.'),
  identifier: object({ system: z.string(), value: z.string() }).describe('What a record has by which it is theirs.'),
  here: maybeText.describe('The sid of the session in which this is read, if it is one of these.'),
  sessions: z.array(knownSession).describe('The latest used first.'),
  apps: z.array(object({ clientId: z.string(), name: z.string(), status: z.enum(CLIENT_STATUSES) })),
})
export type AdminUserPage = Shown<typeof userPage>

/** POST /admin/api/users/{id}/password-link: the address is in this answer alone. */
const passwordLink = object({ url: z.string(), expiresAt: z.iso.datetime() })
export type PasswordLink = Shown<typeof passwordLink>

/** GET /admin/api/users?q=…: accounts whose user name or name contains the text, by user name. */
const users = object({
  items: z.array(listedUser),
  more: z.boolean().describe('Whether there are more than are listed.'),
})
export type AdminUsers = Shown<typeof users>

const key = object({
  kid: z.string(),
  owner: z.string(),
  alg: z.string(),
  status: z.enum(KEY_STATUSES),
  published: z.boolean(),
  createdAt: z.string(),
  signsFrom: maybeText,
})
export type AdminKey = Shown<typeof key>

/** GET /admin/api/keys */
const keys = object({ items: z.array(key) })
export type AdminKeys = Shown<typeof keys>

/** POST /admin/api/test-key: the authorization server's verdict on a JWKS URL. Problems are sentences for the person. */
export interface KeyVerdict<Said = string> {
  /** The reason that there is no set; null when there is one. */
  readonly problem: Said | null
  readonly keys: readonly {
    readonly kid: string | null
    readonly kty: string
    readonly alg: string | null
    /** The reason that the key is not used; null when it is. */
    readonly problem: Said | null
  }[]
}

const keyVerdict = object({
  problem: maybeText,
  keys: z.array(object({ kid: maybeText, kty: z.string(), alg: maybeText, problem: maybeText })),
}) satisfies z.ZodType<KeyVerdict>

/** POST /admin/api/test-assertion: the check that fails, or null when all of them hold. */
const assertionVerdict = object({
  failed: z.enum(['format', 'claims', 'client', 'status', 'signature', 'jti']).nullable(),
  expected: maybeText.describe('What that check expects, in the words of the token endpoint.'),
  clientId: maybeText,
})
export type AssertionVerdict = Shown<typeof assertionVerdict>

/** The answers below /admin/api by the name that /openapi.json gives their shape. */
export const ADMIN_ANSWERS = {
  AdminMe: me,
  AdminUserPage: userPage,
  PasswordLink: passwordLink,
  SessionsEnded: object({ ended: z.number() }),
  AdminApp: app,
  AdminApps: apps,
  AdminRole: roleForm,
  AdminRoles: roles,
  AdminAddedUser: addedUser,
  AdminUsers: users,
  AdminKeys: keys,
  AdminStatus: status,
  AdminFindings: findings,
  KeyVerdict: keyVerdict,
  AssertionVerdict: assertionVerdict,
}
