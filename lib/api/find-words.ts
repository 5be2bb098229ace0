// What tells the searches of the field that finds things on every page from other searches, such as in the audit log.

/** The elements that it asks for. */
export const FIND_ELEMENTS = 'name,deviceName,description,title'
/** How many of a kind it asks for. */
export const MOST_FOUND = 5

/** The end of each of its searches. */
export const FIND_SEARCH = `_elements=${FIND_ELEMENTS}&_count=${MOST_FOUND}`
