// The request bodies of /admin/api: zod schemas that the server validates with and from which /openapi.json is made. Their messages
// are names of problems, which the server translates into the person's language.

import { z } from 'zod'
import { GENDERS } from '../fhir/administrative-gender.ts'
import { isGuessable } from '../guessable-password.ts'
import { CLIENT_KINDS } from '../oauth/client-kind.ts'
import { PERMISSION_SCOPES } from '../oauth/permission-scope.ts'
import { isEmailUserName, typedUserName } from '../oauth/user-name.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../password-length.ts'
import { isName } from '../text.ts'
import { KEY_OWNERS, LONGEST_NAME, USER_ROLES } from './admin-words.ts'
import { LONGEST_TOKEN_DAYS, TOKEN_SCOPES } from './token-words.ts'

const MAX_TEXT = 32 * 1024
const MAX_REDIRECT_URIS = 50
const MAX_WEBHOOK_ORIGINS = 20
const MAX_PERMISSIONS = 200
/** The name of an account, whether an administrator or its owner types it. */
export const accountName = z
  .string()
  .trim()
  .min(1, 'user_name')
  .max(LONGEST_NAME, 'user_name')
  .refine(isName, 'name_characters')

/** PUT apps/{client_id} */
export const appForm = z.object({
  name: z.string(),
  kind: z.enum(CLIENT_KINDS),
  redirectUris: z.array(z.string()).max(MAX_REDIRECT_URIS),
  launchUrl: z.string(),
  role: z.string(),
  anyTask: z.boolean().optional(),
  webhookOrigins: z.array(z.string()).max(MAX_WEBHOOK_ORIGINS).optional(),
  logoutUri: z.string().optional().describe('backchannel_logout_uri; that of before when it is absent.'),
  logoutSessionRequired: z.boolean().optional().describe('backchannel_logout_session_required'),
  keys: z.object({
    jwksUrl: z.string().optional(),
    jwks: z.string().max(MAX_TEXT).optional(),
    pem: z.string().max(MAX_TEXT).optional(),
  }),
})

/** POST apps */
export const newAppForm = appForm.extend({ clientId: z.string() })

/** POST apps/{client_id}/status */
export const statusForm = z.object({
  status: z.enum(['approved', 'disabled']),
  seen: z
    .object({
      launchUrl: z.string().nullable(),
      redirectUris: z.array(z.string()),
      jwksUrl: z.string().nullable(),
      jwks: z.unknown(),
      logoutUri: z.string().nullable().optional(),
    })
    .optional()
    .describe(
      'Addresses and keys as they were read: where the app has others by now, nothing is approved (app_changed).',
    ),
})

/** PUT roles */
export const roleForm = z.object({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'role_name'),
  permissions: z
    .array(
      z.object({
        resourceType: z.string(),
        scope: z.enum(PERMISSION_SCOPES),
        operations: z.string(),
        grantedBy: z.array(z.string()),
      }),
    )
    .max(MAX_PERMISSIONS),
})

/** POST roles/delete */
export const nameForm = z.object({ name: z.string() })

/** POST users/{id}/record: what the record has besides the name of the account, of each kind of person what it asks for. */
export const recordForm = z.object({
  birthDate: z.iso.date('birth_date').exactOptional().describe('Of a patient and of a related person.'),
  patient: z.string().exactOptional().describe('Of a related person: the user name of the patient.'),
  gender: z.enum(GENDERS),
})
export type RecordForm = z.infer<typeof recordForm>

/** POST users */
export const newUserForm = z
  .object({
    username: z.string().refine((typed) => isEmailUserName(typedUserName(typed)), 'user_email'),
    name: accountName,
    role: z.enum(USER_ROLES),
    password: z.string().min(SHORTEST_PASSWORD, 'user_password').max(LONGEST_PASSWORD),
    record: recordForm.exactOptional().describe('Makes the record of the person as well.'),
  })
  .refine(({ username, password }) => !isGuessable(password, typedUserName(username)), 'user_password_guessable')

/** POST users/role */
export const userRoleForm = z.object({ username: z.string(), role: z.enum(USER_ROLES) })

/** POST users/delete */
export const usernameForm = z.object({ username: z.string() })

/** POST users/{id}/sign-out: one session, or all of them. */
export const signOutForm = z.object({ sid: z.string().nullable() })

/** POST users/{id}/lock and users/{id}/unlock and users/{id}/password-link */
export const nothingForm = z.object({})

/** POST tokens */
export const newTokenForm = z.object({
  name: z.string().trim().min(1, 'token_name').max(LONGEST_NAME, 'token_name').refine(isName, 'name_characters'),
  scopes: z.array(z.enum(TOKEN_SCOPES)).min(1, 'token_scopes').max(TOKEN_SCOPES.length),
  days: z.number().int().min(1, 'token_days').max(LONGEST_TOKEN_DAYS, 'token_days'),
})

/** POST tokens/revoke */
export const tokenRevocationForm = z.object({ id: z.string() })

/** POST keys/rotate */
export const rotationForm = z.object({ owner: z.enum(KEY_OWNERS), now: z.boolean() })

/** POST keys/revoke */
export const revocationForm = z.object({ kid: z.string() })

/** POST test-key */
export const keyTestForm = z.object({ jwksUrl: z.string() })

/** POST test-assertion */
export const assertionTestForm = z.object({ assertion: z.string() })
