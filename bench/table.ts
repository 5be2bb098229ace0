// Tables in Markdown.

/** The first row is the header. Each column is as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n')
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en')

/** With as many digits as are useful to a reader. */
export const short = (value: number): string =>
  value >= 100 ? whole(value) : Number.isInteger(value) ? String(value) : value.toFixed(2)

export const percent = (share: number): string => `${Math.round(share * 100)} %`
