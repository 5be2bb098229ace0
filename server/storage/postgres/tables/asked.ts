// The questions of a gathered statement, as a table within it.

/** The type of an array's elements. */
type Type = 'text' | 'timestamptz' | 'bigint' | 'boolean'

export type Columns = Readonly<Record<string, Type>>

/** Columns of text. */
export const texts = (...names: readonly string[]): Columns => Object.fromEntries(names.map((name) => [name, 'text']))

/** A step `asked` with a column for each value of a question, in their order, and the number `n` of the question. */
export function asked(columns: Columns): string {
  const [names, types] = [Object.keys(columns), Object.values(columns)]
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`)
  return `asked AS (SELECT * FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS q(${names.map(quoted).join(', ')}, n))`
}

/** The names of columns, for a list in a statement. */
export const listed = (columns: Columns): string => Object.keys(columns).map(quoted).join(', ')

const quoted = (name: string): string => `"${name}"`
