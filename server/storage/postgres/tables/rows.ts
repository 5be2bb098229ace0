// Rows for a statement as one value: `json_populate_recordset(NULL::table, $1)` has them as a table, each column by its name.

const ESCAPES = /\\(?:u(0000)|u(d[89a-f]..)|.)|(\uffff)/g

/** Times are given as Date. NUL is as in any value (connection/nul.ts); half a character becomes U+FFFD, as the driver makes it. */
export const asRows = (rows: readonly object[]): string =>
  JSON.stringify(rows).replace(ESCAPES, (found, nul, half, mark) => {
    if (nul) return '\\uffff0'
    if (mark) return '\\uffff1'
    return half ? '\\ufffd' : found
  })
