// Texts that strangers chose may have a NUL, which SQLite stores and PostgreSQL refuses (SQLSTATE 22021). Here it is written as two
// characters, the first of which is none of Unicode's (U+FFFF), and read back as it was.
const MARK = '\uffff'

/** The value as PostgreSQL takes it: texts, also in arrays; others as they are. */
export function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'string' || !(value.includes('\0') || value.includes(MARK))) return value
  return value.replaceAll(MARK, `${MARK}1`).replaceAll('\0', `${MARK}0`)
}

/** The text that was stored. */
export const restored = (text: string): string =>
  text.includes(MARK) ? text.replaceAll(`${MARK}0`, '\0').replaceAll(`${MARK}1`, MARK) : text
