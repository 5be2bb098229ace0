// Text as PostgreSQL keeps it.

/** What PostgreSQL keeps of a value, or of many: it has no NUL in a text, which nothing that is looked for has, either. */
export const storable = (value: unknown): unknown => {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
  return Array.isArray(value) ? value.map(storable) : value
}
