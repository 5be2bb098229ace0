// The audit log as the peers see it: what happened, in the words of the domain, never a secret and never a token.
// What an event looks like in FHIR is docs/reference/audit.md; server/audit writes it.

/** What is recorded. A refusal is the event that did not come about, with an outcome. */
export type AuditEventName =
  /** A person logged in, or did not. */
  | 'login'
  | 'logout'
  /** A launch was accepted, and the login handed to the identity provider. */
  | 'launch'
  /** Whether the person who logged in is the person of the launch. */
  | 'decision'
  | 'token'
  | 'introspection'
  /** A code was shown a second time, or by somebody else. */
  | 'code-misuse'
  /** An administrator, a developer or an operator changed something of the domain itself. */
  | 'change'
  /** Somebody looked at what the domain knows of others: a trace, the audit log. */
  | 'view'
  /** Resources were read or searched for; one event for what somebody reads within a moment. */
  | 'read'
  /** Events were lost because the log could not be written. */
  | 'recording'
  /** The domain was put back to a backup. */
  | 'restoration'

/** How a person is known: by the resource that was proven, by user name, or as the identity provider calls them. */
export type AuditedPerson =
  | { readonly reference: string }
  | { readonly username: string }
  | { readonly issuer: string; readonly subject: string }
  /** Who runs a command, as the operating system calls them. */
  | { readonly operator: string }

export interface AuditedEvent {
  readonly name: AuditEventName
  readonly request: Request
  /** One sentence for people; no value of the request. */
  readonly description: string
  /** Absent for success. `refused`: a rule said no. `failed`: the domain, or the identity provider, could not. */
  readonly outcome?: 'refused' | 'failed' | undefined
  /** client_id of the proven app that asks, or that is launched. */
  readonly client?: string | undefined
  /** client_id of the platform that launches. */
  readonly platform?: string | undefined
  /** client_id of another app that it concerns. */
  readonly otherClient?: string | undefined
  /** Issuer of the identity provider that takes part. */
  readonly identityProvider?: string | undefined
  readonly person?: AuditedPerson | undefined
  readonly launch?: AuditedLaunch | undefined
  /** What is done to `thing`; otherwise something was executed. */
  readonly action?: 'C' | 'R' | 'U' | 'D' | undefined
  /** What was changed or looked at. */
  readonly thing?: AuditedThing | undefined
  readonly token?: { readonly kind: string; readonly scope?: string } | undefined
  /** The number that the person was told, where that is not the request's own. */
  readonly requestId?: string | undefined
  /** Somebody asks too often: of these, one a minute and caller is kept. */
  readonly tooOften?: boolean | undefined
  /** How many like it were not kept, since the last one that was. */
  readonly leftOut?: number | undefined
}

export interface AuditedThing {
  readonly kind: 'app' | 'role' | 'account' | 'key' | 'resource' | 'import' | 'trace' | 'audit log' | 'backup'
  /** Its id or name. */
  readonly name: string
  /** What of it; no secret. */
  readonly fields: readonly AuditedField[]
}

export interface AuditedField {
  readonly name: string
  readonly before?: string | undefined
  readonly after?: string | undefined
  /** Of what was looked at: what it is. */
  readonly value?: string | undefined
}

export interface AuditedLaunch {
  /** jti of the launch token. */
  readonly traceId: string
  /** Whom the launch is for and what it opens. Absent where an event must not tell. */
  readonly sub?: string | undefined
  readonly resource?: string | undefined
}

/** One request to the FHIR API, or to what reads it for a person. */
export interface AuditedRead {
  readonly interaction: ReadInteraction
  /** HTTP status of the answer. */
  readonly status: number
  /** client_id of the proven app; absent where none was proven. */
  readonly client?: string | undefined
  /** jti of its access token. */
  readonly token?: string | undefined
  /** User name of a person who reads through one of the domain's own pages. */
  readonly person?: string | undefined
  readonly address: string
  readonly requestId: string
  readonly traceId?: string | null
  readonly correlationId?: string | null
  /** What was shown, as `Type/id/_history/version`. */
  readonly shown: readonly string[]
  /** What was asked for and not shown: `Type/id`, or a type. Absent where the request proved nothing. */
  readonly asked?: string | undefined
  /** What was searched for. */
  readonly search?: AuditedSearch | undefined
}

export type ReadInteraction = 'read' | 'vread' | 'search-type'

export interface AuditedSearch {
  readonly type: string
  readonly parameters: readonly (readonly [string, string])[]
}

/** The log of what is read, which must cost a reader next to nothing. */
export interface ReadAudit {
  /** Keeps a read for the next event of who reads; recorded within a second, or at once where the settings say so. */
  readonly read: (read: AuditedRead) => void
  /** Records what is kept, so that who reads the log sees what was before. */
  readonly flush: () => void
}

export interface Audit extends ReadAudit {
  /**
   * Records an event. Those of a moment are written in one transaction: before the answer of who waits for `durable`, soon
   * otherwise. Never throws: what cannot be recorded is logged, and told by the next event that can.
   */
  readonly record: (event: AuditedEvent) => void
}

/** Of a FHIR server that stands alone. */
export const NO_READ_AUDIT: ReadAudit = { read: () => {}, flush: () => {} }

/** id of the Device that stands for the domain itself: the origin of its audit events. */
export const DOMAIN_DEVICE = 'slipway'

/** How the ids of the domain's own audit events begin. */
export const AUDIT_ID_PREFIX = 'audit.'

/** Whether a resource is, or pretends to be, of the domain's own audit log. */
export const isOfAuditLog = (type: string, id: string, origins: readonly string[] = []): boolean =>
  type === 'AuditEvent' && (id.startsWith(AUDIT_ID_PREFIX) || origins.includes(DOMAIN_DEVICE))
