// The questions of a gathered statement, as a table within it.

/** The type of an array's elements. */
type Type = 'text' | 'timestamptz' | 'bigint' | 'boolean'

/** A step `asked` with a column for each value of a question, in their order, and the number `n` of the question. */
export function asked(columns: Readonly<Record<string, Type>>): string {
  const [names, types] = [Object.keys(columns), Object.values(columns)]
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`)
  return `asked AS (SELECT * FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS q(${names.map(quoted).join(', ')}, n))`
}

/** The names of columns, for a list in a statement. */
export const listed = (columns: readonly string[]): string => columns.map(quoted).join(', ')

const quoted = (name: string): string => `"${name}"`
