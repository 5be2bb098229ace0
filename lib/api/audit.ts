// The JSON of /admin/api/audit: the audit log as an auditor reads it.

/** Codes of FHIR R4: done, refused by a rule, failed. */
export const AUDIT_OUTCOMES = ['0', '4', '8'] as const

/** The filters of the list, each a query parameter of its own name. */
export const AUDIT_FILTERS = ['name', 'outcome', 'app', 'person', 'record', 'trace', 'from', 'to'] as const
export type AuditFilters = { readonly [Name in (typeof AUDIT_FILTERS)[number]]?: string }

export type AuditActorRole = 'app' | 'platform' | 'person' | 'provider' | 'other'

/** A participant of an event; the first one sent the request. */
export interface AuditActor {
  readonly role: AuditActorRole
  /** client_id, user name, reference or issuer; null when no identity was proven. */
  readonly name: string | null
  readonly address: string | null
}

export interface AuditItem {
  readonly id: string
  /** RFC 3339. */
  readonly recorded: string
  /** Undefined in the catalogue for an event of a newer version. */
  readonly name: string
  readonly outcome: string
  /** A sentence, in English, as it was recorded. */
  readonly description: string
  readonly who: readonly AuditActor[]
  /** The first few subjects of the event, as references and names. */
  readonly what: readonly string[]
  /** The number of further subjects. */
  readonly more: number
  /** The first few fields that were changed; null where there was, or is, no value. */
  readonly changes: readonly { readonly name: string; readonly before: string | null; readonly after: string | null }[]
  readonly traceIds: readonly string[]
}

/** GET /admin/api/audit?name=…: newest first. */
export interface AuditList {
  readonly items: readonly AuditItem[]
  /** The value of `after` for the next page; absent on the last one. */
  readonly next?: string | undefined
  /** `position:hash` of the newest event, as `audit verify` prints it; null for an empty log. */
  readonly head: string | null
  /** The last position that was archived and removed; null where none was. */
  readonly archivedUpTo: number | null
}

/** GET /admin/api/audit/export?name=…: what the filters find, for a spreadsheet. */
export interface AuditExport {
  readonly csv: string
  /** The number of events in it. */
  readonly count: number
  /** True where older ones were left out: there is a most for one file. */
  readonly more: boolean
}

/** Names the thing of an event that says how many more like it were not recorded: its detail has the number. */
export const LEFT_OUT = 'left out'

export interface AuditThing {
  /** A reference, or a name. */
  readonly what: string | null
  readonly kind: string | null
  readonly description: string | null
  /** The search that was made. */
  readonly query: string | null
  readonly details: readonly { readonly name: string; readonly value: string }[]
}

/** GET /admin/api/audit/{id} */
export interface AuditDetail extends Omit<AuditItem, 'what' | 'more' | 'changes'> {
  readonly action: string | null
  /** The first and the last moment that the event covers. */
  readonly period: { readonly start: string; readonly end: string } | null
  /** The part of the domain in which it happened. */
  readonly site: string | null
  readonly things: readonly AuditThing[]
  readonly requestIds: readonly string[]
  readonly correlationIds: readonly string[]
  /** The AuditEvent as the FHIR API serves it. */
  readonly resource: object
}
