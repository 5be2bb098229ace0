// For how long a trace is stored, and shared by a link.

/** Days for which a trace is stored after its last request. */
export const TRACE_LIFETIME_DAYS = 7

/** The longest life of a link, in days: no link outlives its trace. */
export const MOST_SHARED_DAYS = 7

/** Without a wish. */
export const USUAL_SHARED_DAYS = 3
