// The JSON of /admin/api: what the console's pages read and send.
import type { RolePermission } from '../oauth/permission-scope.ts'
import type { TraceSummary } from './traces.ts'

/** GET /admin/api/me */
export interface AdminMe {
  readonly signedIn: boolean
  readonly admin: boolean
  /** True for those who may read the audit log. */
  readonly auditor: boolean
  readonly name: string | null
  /** The signed-in account; it can neither be deleted nor change its own role. */
  readonly username: string | null
  /** The identity at another identity provider, when no account here is linked to it. */
  readonly login?: { readonly issuer: string; readonly subject: string } | undefined
}

export const APP_KINDS = ['module', 'platform', 'both'] as const
export type AppKind = (typeof APP_KINDS)[number]

export interface AdminApp {
  readonly clientId: string
  readonly name: string
  readonly kind: AppKind
  readonly status: 'pending' | 'approved' | 'rejected' | 'disabled'
  /** Public keys as registered; null where they live behind jwksUrl. */
  readonly jwks: { readonly keys: readonly object[] } | null
  readonly jwksUrl: string | null
  readonly redirectUris: readonly string[]
  readonly launchUrl: string | null
  readonly role: string | null
  /** True when it may be launched with a task of a person for whom the launching person does not act. */
  readonly anyTask: boolean
  /** Web origins of its receivers of notifications, beside those of its other addresses. */
  readonly webhookOrigins: readonly string[]
  /** User name of the developer who registered it; null for an app of the domain itself. */
  readonly owner: string | null
}

/** GET /admin/api/status: the domain at a glance, as `./bin/slipway status` tells it. */
export interface AdminStatus {
  readonly version: string
  readonly publicUrl: string
  /** Issuer of the authorization server. */
  readonly issuer: string
  /** The host of the FHIR bases, which are /fhir and /fhir/DEFAULT. */
  readonly baseUrl: string
  /** Issuer of the identity provider. */
  readonly identityProvider: string
  readonly embeddedIdentityProvider: boolean
  readonly demo: boolean
  readonly counts: Readonly<Record<'apps' | 'accounts' | 'resources' | 'traces' | 'auditEvents', number>>
  /** The last launches that were refused, newest first. */
  readonly refusals: readonly TraceSummary[]
}

/** What the doctor found: how bad it is, what it is, and what to do about it. */
export interface AdminFinding {
  /** The name of the check. */
  readonly check: string
  readonly level: 'ok' | 'warning' | 'error'
  readonly message: string
  /** Absent where all is well. */
  readonly remedy?: string
}

/** GET /admin/api/doctor: settings, files and keys. POST: the keys that apps publish, and the identity provider. */
export interface AdminFindings {
  readonly items: readonly AdminFinding[]
}

/** GET /admin/api/apps */
export interface AdminApps {
  readonly items: readonly AdminApp[]
}

/** Keys as a person brings them: one of the three; none of them leaves what is registered as it is. */
export interface AppKeys {
  readonly jwksUrl?: string | undefined
  /** The text of a JWK Set or of one JWK. */
  readonly jwks?: string | undefined
  readonly pem?: string | undefined
}

/** PUT /admin/api/apps/{client_id}; POST /admin/api/apps with a clientId on top (a UUID where it is empty). */
export interface AppForm {
  readonly name: string
  readonly kind: AppKind
  readonly redirectUris: readonly string[]
  readonly launchUrl: string
  /** Empty for none. */
  readonly role: string
  /** Absent for no. */
  readonly anyTask?: boolean | undefined
  /** Absent: they stay as they are. */
  readonly webhookOrigins?: readonly string[] | undefined
  readonly keys: AppKeys
}

/** GET /admin/api/roles; PUT with one AdminRole. */
export interface AdminRole {
  readonly name: string
  readonly permissions: readonly RolePermission[]
}

export interface AdminRoles {
  readonly items: readonly AdminRole[]
  /** Types that the domain serves. */
  readonly resourceTypes: readonly string[]
}

export const USER_ROLES = ['patient', 'practitioner', 'related_person', 'admin', 'auditor'] as const
export type UserRole = (typeof USER_ROLES)[number]

export interface AdminUser {
  readonly username: string
  readonly name: string
  readonly role: UserRole
}

/** GET /admin/api/users?q=…: accounts by user name, those whose user name or name has the text in it. */
export interface AdminUsers {
  readonly items: readonly AdminUser[]
  /** True when there are more than are listed. */
  readonly more: boolean
}

export const ADMIN_KEY_OWNERS = ['oauth', 'idp', 'portal', 'launch', 'console'] as const
export type AdminKeyOwner = (typeof ADMIN_KEY_OWNERS)[number]

export interface AdminKey {
  readonly kid: string
  readonly owner: string
  readonly alg: string
  readonly status: 'next' | 'active' | 'retired' | 'revoked'
  readonly published: boolean
  /** RFC 3339. */
  readonly createdAt: string
  readonly signsFrom: string | null
}

/** GET /admin/api/keys */
export interface AdminKeys {
  readonly items: readonly AdminKey[]
}

/** POST /admin/api/test-key: what the authorization server makes of a JWKS URL. Problems are sentences for the person. */
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

export const ASSERTION_CHECKS = ['format', 'claims', 'client', 'status', 'signature', 'jti'] as const
export type AssertionCheck = (typeof ASSERTION_CHECKS)[number]

/** POST /admin/api/test-assertion: the check that fails, or null when all of them hold. */
export interface AssertionVerdict {
  readonly failed: AssertionCheck | null
  /** The expectation of that check, in the words of the token endpoint. */
  readonly expected: string | null
  readonly clientId: string | null
}
