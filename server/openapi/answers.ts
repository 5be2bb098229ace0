// The answers of the addresses behind the pages, as schemas that the compiler compares with the types of lib/api.
import { z } from 'zod'
import {
  type AdminApp,
  type AdminApps,
  type AdminFindings,
  type AdminKeys,
  type AdminMe,
  type AdminRoles,
  type AdminUser,
  type AdminUsers,
  APP_KINDS,
  ASSERTION_CHECKS,
  type AssertionVerdict,
  type KeyVerdict,
  USER_ROLES,
} from '#lib/api/admin.ts'
import { roleForm } from '#lib/api/admin-forms.ts'
import type { BrowseSession, BrowseTypes, BrowseWriters } from '#lib/api/browse.ts'
import type { AdminData, DemoPutBack, ImportReport } from '#lib/api/data.ts'
import { LAUNCH_STEPS, type LaunchSession } from '#lib/api/launch-session.ts'
import type { Schema } from '#lib/api/openapi.ts'
import type { PortalMe, PortalPatients, PortalTaskChoices, PortalTasks, PortalTaskWritten } from '#lib/api/portal.ts'
import { type AdminToken, type AdminTokens, type MadeToken, TOKEN_SCOPES } from '#lib/api/tokens.ts'
import { AUDIT_ANSWERS } from './audit-answers.ts'
import { DEVELOPER_ANSWERS } from './developer-answers.ts'
import { OPERATION_ANSWERS } from './operation-paths.ts'
import { object, schemasOf } from './shapes.ts'
import { SUBSCRIPTION_ANSWERS } from './subscription-answers.ts'
import { TRACE_ANSWERS } from './trace-answers.ts'

const texts = z.array(z.string())

const person = object({
  reference: z.string(),
  role: z.enum(['patient', 'practitioner', 'related_person']),
  name: z.string(),
})

const me = object({
  signedIn: z.boolean(),
  acting: z.boolean(),
  person: person.nullable(),
  demoPeople: z.array(person),
}) satisfies z.ZodType<PortalMe>

const patients = object({
  items: z.array(
    object({
      reference: z.string(),
      name: z.string(),
      birthDate: z.string().exactOptional(),
      gender: z.string().exactOptional(),
    }),
  ),
  total: z.number().exactOptional().describe('Patients on all pages together.'),
  pageSize: z.number(),
  next: z.string().exactOptional().describe('The value of ?next= that gives the following page.'),
  previous: z.string().exactOptional().describe('The value of ?next= that gives the page before.'),
}) satisfies z.ZodType<PortalPatients>

const tasks = object({
  patient: z.string(),
  patientName: z.string().exactOptional().describe('For practitioners.'),
  items: z.array(
    object({
      reference: z.string(),
      title: z.string(),
      status: z.string(),
      authoredOn: z.string().exactOptional(),
      definition: z.string().exactOptional(),
      activity: z.string().exactOptional(),
      app: z.string().exactOptional(),
      launchable: z.boolean(),
      reason: z.enum(['task_ended', 'no_activity', 'no_endpoint', 'foreign_endpoint', 'no_app']).exactOptional(),
      owner: z.string().exactOptional().describe('The name of whose task it is; for practitioners.'),
      cancellable: z.string().exactOptional().describe('The version that who asks may cancel.'),
    }),
  ),
}) satisfies z.ZodType<PortalTasks>

const taskChoices = object({
  key: z.uuid(),
  people: z.array(person),
  activities: z.array(object({ reference: z.string(), title: z.string(), description: z.string().exactOptional() })),
}) satisfies z.ZodType<PortalTaskChoices>

const taskWritten = object({ reference: z.string(), status: z.string() }) satisfies z.ZodType<PortalTaskWritten>

const browseSession = z.union([
  object({ access: z.enum(['signed_out', 'refused']) }),
  object({ access: z.literal('open'), name: z.string(), role: z.string(), fhirBase: z.url() }),
]) satisfies z.ZodType<BrowseSession>

const browseTypes = object({
  items: z.array(
    z.union([
      object({
        type: z.string(),
        access: z.literal('open'),
        total: z.int().nonnegative(),
        changed: z.string().exactOptional(),
      }),
      object({ type: z.string(), access: z.enum(['auditors', 'unreadable']) }),
    ]),
  ),
}) satisfies z.ZodType<BrowseTypes>

const browseWriters = object({
  items: z.array(object({ version: z.int().positive(), device: z.string(), trace: z.string().exactOptional() })),
}) satisfies z.ZodType<BrowseWriters>

const steps = z.array(object({ step: z.enum(LAUNCH_STEPS), ok: z.boolean(), ms: z.number(), detail: z.string() }))

const launchSession = z.union([
  object({ status: z.literal('none') }),
  object({
    status: z.literal('open'),
    id: z.string().describe('The launch: session= of /launch/api/fhir and /launch/api/end.'),
    iss: z.url(),
    user: z.string(),
    role: z.string(),
    userName: z.string().exactOptional(),
    sub: z.string(),
    fhirUser: z.string().exactOptional(),
    task: z.string(),
    definition: z.string().exactOptional(),
    patient: z.string().exactOptional(),
    intent: z.string().exactOptional(),
    idToken: z.record(z.string(), z.unknown()).describe('Claims of the verified id_token.'),
    launchedFrom: z.enum(['same-origin', 'same-site', 'cross-site', 'none']).exactOptional(),
    launchId: z.string().exactOptional().describe('jti of the launch token.'),
    steps,
    expiresAt: z.number().describe('Epoch seconds.'),
    trace: z.string().exactOptional().describe('Names the launch at /traces.'),
  }),
  object({
    status: z.literal('failed'),
    id: z.string(),
    step: z.enum(LAUNCH_STEPS),
    failure: z.enum([
      ...(['missing_parameter', 'unknown_iss', 'discovery_failed', 'launch_unknown', 'issuer_mismatch'] as const),
      ...([
        'refused',
        'wrong_user',
        'cancelled',
        'token_failed',
        'id_token_invalid',
        'no_context',
        'unexpected',
      ] as const),
    ]),
    error: z.string().exactOptional(),
    error_description: z.string().exactOptional(),
    error_uri: z.string().exactOptional(),
    trace: z.string().exactOptional(),
    steps,
  }),
]) satisfies z.ZodType<LaunchSession>

const adminMe = object({
  signedIn: z.boolean(),
  admin: z.boolean(),
  auditor: z.boolean().describe('Whether the audit log is for them.'),
  name: z.string().nullable(),
  username: z.string().nullable(),
  login: object({ issuer: z.string(), subject: z.string() }).optional(),
}) satisfies z.ZodType<AdminMe>

const app = object({
  clientId: z.string(),
  name: z.string(),
  kind: z.enum(APP_KINDS),
  status: z.enum(['pending', 'approved', 'rejected', 'disabled']),
  jwks: z.object({ keys: z.array(z.looseObject({})) }).nullable(),
  jwksUrl: z.string().nullable(),
  redirectUris: texts,
  launchUrl: z.string().nullable(),
  role: z.string().nullable(),
  anyTask: z.boolean(),
  webhookOrigins: texts,
  owner: z.string().nullable(),
}) satisfies z.ZodType<AdminApp>

const apps = object({ items: z.array(app) }) satisfies z.ZodType<AdminApps>

const roles = object({ items: z.array(roleForm), resourceTypes: texts }) satisfies z.ZodType<AdminRoles>

const user = object({
  username: z.string(),
  name: z.string(),
  role: z.enum(USER_ROLES),
}) satisfies z.ZodType<AdminUser>

const users = object({
  items: z.array(user),
  more: z.boolean().describe('Whether there are more than are listed.'),
}) satisfies z.ZodType<AdminUsers>

const keys = object({
  items: z.array(
    object({
      kid: z.string(),
      owner: z.string(),
      alg: z.string(),
      status: z.enum(['next', 'active', 'retired', 'revoked']),
      published: z.boolean(),
      createdAt: z.string(),
      signsFrom: z.string().nullable(),
    }),
  ),
}) satisfies z.ZodType<AdminKeys>

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
  refusals: z
    .array(z.looseObject({ id: z.string() }))
    .describe('The last launches that were refused, as in TraceList.'),
})

const findings = object({
  items: z.array(
    object({
      check: z.string(),
      level: z.enum(['ok', 'warning', 'error']),
      message: z.string(),
      remedy: z.string().exactOptional().describe('What to do about it.'),
    }),
  ),
}) satisfies z.ZodType<AdminFindings>

const token = object({
  id: z.string(),
  name: z.string(),
  username: z.string().describe('The administrator in whose name it acts.'),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable().describe('To the minute.'),
}) satisfies z.ZodType<AdminToken>

const tokens = object({ items: z.array(token) }) satisfies z.ZodType<AdminTokens>

const madeToken = token.extend({
  token: z.string().describe('The secret, which is not kept.'),
}) satisfies z.ZodType<MadeToken>

const importReport = object({
  read: z.number().describe('All resources read, and what could not be read as one: the sum of the other counts.'),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  skipped: z.record(z.string(), z.number()).describe('By type: resources of types that are not served.'),
  failed: z.number(),
  errors: z
    .array(object({ line: z.number(), path: z.string().exactOptional(), reason: z.string() }))
    .describe('The first of the refused ones.'),
  stopped: z.boolean().describe('True where it ended before the end of the file.'),
}) satisfies z.ZodType<ImportReport>

const adminData = object({
  demo: object({ records: z.number(), changed: z.number(), deleted: z.number() })
    .nullable()
    .describe('Null where the domain is no demo.'),
  samples: object({ people: z.number(), tasks: z.number(), here: z.number() }).nullable(),
}) satisfies z.ZodType<AdminData>

const demoPutBack = object({ changed: z.number(), deleted: z.number() }) satisfies z.ZodType<DemoPutBack>

const keyVerdict = object({
  problem: z.string().nullable(),
  keys: z.array(
    object({
      kid: z.string().nullable(),
      kty: z.string(),
      alg: z.string().nullable(),
      problem: z.string().nullable(),
    }),
  ),
}) satisfies z.ZodType<KeyVerdict>

const assertionVerdict = object({
  failed: z.enum(ASSERTION_CHECKS).nullable(),
  expected: z.string().nullable(),
  clientId: z.string().nullable(),
}) satisfies z.ZodType<AssertionVerdict>

const refusal = object({
  error: z.string(),
  error_description: z.string().describe('A sentence for the person.'),
  problems: texts.exactOptional(),
})

/** By the names that descriptions refer to. */
export const answers = (): Readonly<Record<string, Schema>> =>
  schemasOf({
    PortalMe: me,
    PortalPatients: patients,
    PortalTasks: tasks,
    PortalTaskChoices: taskChoices,
    PortalTaskWritten: taskWritten,
    BrowseSession: browseSession,
    BrowseTypes: browseTypes,
    BrowseWriters: browseWriters,
    LaunchSession: launchSession,
    AdminMe: adminMe,
    AdminApp: app,
    AdminApps: apps,
    AdminRole: roleForm,
    AdminRoles: roles,
    AdminUser: user,
    AdminUsers: users,
    AdminKeys: keys,
    AdminStatus: status,
    AdminFindings: findings,
    AdminTokens: tokens,
    MadeToken: madeToken,
    AdminData: adminData,
    ImportReport: importReport,
    DemoPutBack: demoPutBack,
    KeyVerdict: keyVerdict,
    AssertionVerdict: assertionVerdict,
    Done: object({}),
    PageError: refusal,
    ...AUDIT_ANSWERS,
    ...DEVELOPER_ANSWERS,
    ...TRACE_ANSWERS,
    ...SUBSCRIPTION_ANSWERS,
    ...OPERATION_ANSWERS,
  })
