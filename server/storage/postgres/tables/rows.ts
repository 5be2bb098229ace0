// Rows for a statement as one value: `json_populate_recordset(NULL::table, $1)` has them as a table, each column by its name.

/** Of text that PostgreSQL does not take: NUL, and halves of characters. */
const UNKNOWN = /\\u(?:0000|d[89a-f][0-9a-f]{2})/g

/** Times are given as Date. What is no text for PostgreSQL becomes U+FFFD, as it does in a value by itself. */
export const asRows = (rows: readonly object[]): string => JSON.stringify(rows).replace(UNKNOWN, '\\ufffd')
