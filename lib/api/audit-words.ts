// The values of the audit log's filters, and a word from its events.

/** Codes of FHIR R4: done, refused by a rule, failed. */
export const AUDIT_OUTCOMES = ['0', '4', '8'] as const

/** The filters of the list, each a query parameter of its own name. */
export const AUDIT_FILTERS = ['name', 'outcome', 'by', 'app', 'person', 'record', 'trace', 'from', 'to'] as const
/** The value of the filter `by` for the events in which a person took part. */
export const BY_PEOPLE = 'people'
/** Values of the audit log's filters by name; an absent one filters nothing. */
export type AuditFilters = { readonly [Name in (typeof AUDIT_FILTERS)[number]]?: string }

/** What a recorded agent is called that a refused launch only names: nothing proved it. */
export const CLAIMED = 'claimed, not proven'

/** Names the thing of an event that says how many more like it were not recorded: its detail has the number. */
export const LEFT_OUT = 'left out'
