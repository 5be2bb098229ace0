// Patterns of SQL's LIKE.

/** What contains a text anywhere, for `LIKE … ESCAPE '\'`: in the text, `%` and `_` are literal. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
