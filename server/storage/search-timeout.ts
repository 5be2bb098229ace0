/** The longest that a search runs, in milliseconds, where the setting SEARCH_TIMEOUT says nothing else. */
export const SEARCH_TIMEOUT_MS = 5000
