// The audit port of the peers: events in the terms of the domain, never with a secret or a token. docs/reference/audit.md describes
// the FHIR AuditEvent; server/audit writes it.

import type { Maybe } from '../async/maybe.ts'

/** The recorded events, in the order in which the console lists them. A refusal is the event that was refused, with an outcome. */
export const AUDIT_NAMES = [
  'launch', // Accepted, and the login handed to the identity provider.
  'login', // A person logged in, or did not.
  'decision', // The person who logged in is (or is not) the person of the launch.
  'token',
  'introspection',
  'code-misuse', // A code was presented a second time, or by another client.
  'logout',
  'read', // Resources were read or searched for; one event for all reads of an agent within a second.
  'write', // A resource was created, updated or deleted through the FHIR API, or a Bundle was.
  'view', // A person looked at records about others: a trace, the audit log.
  'change', // An administrator, a developer or an operator changed something of the domain itself.
  'transmit', // A notification was delivered to the receiver of a Subscription, or delivery was given up.
  'recording', // Events were lost because the log could not be written.
  'restoration', // The domain was restored from a backup.
] as const

/** The name of an event, from which its FHIR codes follow. */
export type AuditEventName = (typeof AUDIT_NAMES)[number]

/** The identity of a person: the proven resource, the user name, or the subject at the identity provider. */
export type AuditedPerson =
  | { readonly reference: string }
  | { readonly username: string }
  | { readonly issuer: string; readonly subject: string }
  /** The operating system account of the person who runs a command. */
  | { readonly operator: string }

/** An event in the terms of the domain, from which the FHIR AuditEvent is made. */
export interface AuditedEvent {
  readonly name: AuditEventName
  readonly request: Request
  /** One sentence for people; no value of the request. */
  readonly description: string
  /** Absent for success. `refused`: a rule said no. `failed`: the domain, or the identity provider, could not. */
  readonly outcome?: 'refused' | 'failed' | undefined
  /** client_id of the authenticated app that sends the request, or of the launched app. */
  readonly client?: string | undefined
  /** client_id of the platform that launches. */
  readonly platform?: string | undefined
  /** client_id of another app that it concerns. */
  readonly otherClient?: string | undefined
  /** Issuer of the identity provider involved. */
  readonly identityProvider?: string | undefined
  readonly person?: AuditedPerson | undefined
  /** True where nothing proves that the person and the platform are those that the launch names. */
  readonly isClaimed?: boolean | undefined
  readonly launch?: AuditedLaunch | undefined
  /** The action on `thing`; without it the event is an execution. */
  readonly action?: 'C' | 'R' | 'U' | 'D' | undefined
  /** The changed or viewed object. */
  readonly thing?: AuditedThing | undefined
  readonly token?: { readonly kind: string; readonly scope?: string } | undefined
  /** The Subscription that was notified. */
  readonly notification?: AuditedNotification | undefined
  /** The number that the person was shown, when that is not the request's own. */
  readonly requestId?: string | undefined
  /** The trace that it belongs to, when the request does not name it. */
  readonly traceId?: string | undefined
  /** A refusal by rate limit: one of these is recorded per minute and caller. */
  readonly tooOften?: boolean | undefined
  /** The number of similar events that were not recorded since the last one that was. */
  readonly leftOut?: number | undefined
}

/** A notification of a Subscription, as the entity of its event. */
export interface AuditedNotification {
  /** Its id. */
  readonly subscription: string
  /** The receiver's URL. */
  readonly endpoint: string
  readonly criteria: string
}

/** What somebody made, changed, removed or viewed, as the entity of its event. */
export interface AuditedThing {
  readonly kind: 'app' | 'role' | 'account' | 'key' | 'token' | 'resource' | 'import' | 'trace' | 'audit log' | 'backup'
  /** Its id or name. */
  readonly name: string
  /** The changed fields; no secret. */
  readonly fields: readonly AuditedField[]
}

/** One field of a thing: its values before and after a change, or the one that was viewed. */
export interface AuditedField {
  readonly name: string
  readonly before?: string | undefined
  readonly after?: string | undefined
  /** The viewed thing. */
  readonly value?: string | undefined
}

/** A launch, as the entity of its events. */
export interface AuditedLaunch {
  /** jti of the launch token. */
  readonly traceId: string
  /** The person and the task of the launch; absent from an event that must not disclose them. */
  readonly sub?: string | undefined
  readonly resource?: string | undefined
}

/** A request to the FHIR API, or to a peer that reads it for a person. */
export interface AuditedRead {
  /** For a request without a valid token, or over the rate limit, this may also be a write that it attempted. */
  readonly interaction: ReadInteraction | WriteInteraction
  /** HTTP status of the answer. */
  readonly status: number
  /** client_id of the authenticated app, if any. */
  readonly client?: string | undefined
  /** jti of its access token. */
  readonly token?: string | undefined
  /** User name of a person who reads through one of the domain's own pages. */
  readonly person?: string | undefined
  readonly address: string
  readonly requestId: string
  readonly traceId?: string | null
  readonly correlationId?: string | null
  /** The resources in the answer, as `Type/id/_history/version`. */
  readonly shown: readonly string[]
  /** The requested resource that was not shown: `Type/id`, or a type. Absent when the request was not authenticated. */
  readonly asked?: string | undefined
  /** The search or the history that was asked for. */
  readonly search?: AuditedSearch | undefined
}

/** Codes of http://hl7.org/fhir/restful-interaction. */
export type ReadInteraction = 'read' | 'vread' | 'history-instance' | 'history-type' | 'search-type'

/** True for an interaction whose answer is a list. */
export const isListing = (interaction: AuditedRead['interaction']): boolean =>
  interaction === 'search-type' || interaction === 'history-type' || interaction === 'history-instance'

/** The query of a list. */
export interface AuditedSearch {
  readonly type: string
  /** Below the base, such as `Patient/_history`; absent when it is only the type. */
  readonly address?: string
  readonly parameters: readonly (readonly [string, string])[]
}

/** One write of the FHIR API, or a Bundle of them. */
export interface AuditedWrite {
  readonly interaction: WriteInteraction
  /** HTTP status of the answer, or of the entry of a Bundle. */
  readonly status: number
  readonly client?: string | undefined
  /** jti of its access token. */
  readonly token?: string | undefined
  readonly address: string
  readonly requestId: string
  readonly traceId?: string | null
  readonly correlationId?: string | null
  /**
   * The resulting version, as `Type/id/_history/version`; for a refused write `Type/id` or `Type`, if its address named
   * that.
   */
  readonly what?: string | undefined
  /** The criteria of a conditional write, such as `Patient?identifier=s|v`. */
  readonly query?: string | undefined
  /** Explains an unusual outcome: an issue code, or `unchanged`. */
  readonly note?: string | undefined
}

/** An event before it is written. */
export interface NewEvent {
  readonly id: string
  /** Epoch milliseconds. */
  readonly recorded: number
  readonly resource: Readonly<Record<string, unknown>>
}

/** A transaction of writes, as the log uses it. */
export interface Recording {
  /** Writes events at the end of the transaction, with their links: they are committed together, or not at all. */
  readonly record: (events: readonly NewEvent[]) => void
}

/** The log of writes. */
export interface WriteAudit {
  /** Records writes within their transaction. */
  readonly written: (transaction: Recording, writes: readonly AuditedWrite[]) => void
  /** Records a refused or failed write before its answer leaves. */
  readonly refused: (write: AuditedWrite) => void
}

/** An event as it was stored. */
export interface AppendedEvent {
  /** Epoch milliseconds. */
  readonly lastUpdated: number
  /** The JSON text. */
  readonly body: string
}

/** The FHIR interaction by which a resource was written. */
export type WriteInteraction = 'create' | 'update' | 'patch' | 'delete' | 'batch' | 'transaction' | 'operation'

/** The log of reads, which must cost a reader next to nothing. */
export interface ReadAudit {
  /** Adds a read to its agent's next event; recorded within a second, or immediately if so configured. Never rejects. */
  readonly read: (read: AuditedRead) => Maybe<void>
  /** Records the buffered reads, so that a reader of the log sees everything before now. Never rejects. */
  readonly flush: () => Maybe<void>
}

/** The audit log as a peer gets it, for writing only. */
export interface Audit extends ReadAudit {
  /**
   * Records an event. Events of the same tick are written in one transaction: before an answer that awaits `durable`, soon after
   * otherwise. Never throws: an event that cannot be recorded is logged, and reported by the next event that can.
   */
  readonly record: (event: AuditedEvent) => void
}

/** For a FHIR server without an audit log. */
export const NO_READ_AUDIT: ReadAudit = { read: () => {}, flush: () => {} }

/** Id of the Device that represents the domain itself: the origin of its audit events. */
export const DOMAIN_DEVICE = 'slipway'

/** The prefix of the ids of the domain's own audit events. */
export const AUDIT_ID_PREFIX = 'audit.'

/** True for a resource that is, or pretends to be, part of the domain's own audit log. */
export const isOfAuditLog = (type: string, id: string, origins: readonly string[] = []): boolean =>
  type === 'AuditEvent' && (id.startsWith(AUDIT_ID_PREFIX) || origins.includes(DOMAIN_DEVICE))
