// For how long a trace is shared by a link.

/** A trace itself is stored for seven days after its last request. */
export const MOST_SHARED_DAYS = 7

/** Without a wish. */
export const USUAL_SHARED_DAYS = 3
