/** The largest file that the console accepts, in bytes, and the most resources in it; the command line accepts more. */
export const MOST_IMPORT_BYTES = 32 * 1024 * 1024
/** Resources in a file that a person imports on the page of data. */
export const MOST_IMPORT_RESOURCES = 100_000
/** Refused resources that a report lists, and identifiers that were lost. */
export const MOST_IMPORT_ERRORS = 100
