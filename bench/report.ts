// The report, as text for people and as JSON for programs.
import type { Fact } from './facts.ts'
import { counted, verdict } from './goals.ts'
import type { Comparison, Row, Spread } from './rounds.ts'

export interface MeasuredRow extends Comparison, Pick<Row, 'name' | 'baselineName' | 'goal' | 'p99Goal' | 'tailGoal'> {
  readonly size: number
}

export interface MeasuredFact extends Fact {
  readonly size: number
}

/** A measurement that failed. */
export interface Failure {
  readonly size: number
  readonly name: string
  readonly problem: string
}

export interface Report {
  readonly at: string
  readonly version: string
  readonly machine: Readonly<Record<string, unknown>>
  readonly rounds: number
  readonly seconds: number
  readonly rows: readonly MeasuredRow[]
  readonly facts: readonly MeasuredFact[]
  readonly failures: readonly Failure[]
}

const HEAD = [
  ...['row', 'per second', 'beside', 'ratio (min-max)', 'goal', 'p99 ms', 'p99 ratio', 'p99 / p50, most'],
  ...['CPU s/1000', 'CPU ratio', 'server busy', 'load busy'],
]

const rowCells = (row: MeasuredRow): readonly string[] => [
  row.name,
  whole(row.ours.perSecond),
  `${row.baselineName} ${whole(row.baseline.perSecond)}`,
  `${row.ratio.median.toFixed(2)} (${range(row.ratio)})`,
  goalCell(row),
  row.ours.p99.toFixed(2),
  multipleCell(row.p99Ratio.median, row.p99Goal),
  multipleCell(row.tail.max, row.tailGoal),
  row.ours.cpuPerThousand.toFixed(3),
  row.cpuRatio.median.toFixed(2),
  `${percent(row.ours.serverBusy)}, ${percent(row.baseline.serverBusy)}`,
  `${percent(row.ours.loadBusy)}, ${percent(row.baseline.loadBusy)}`,
]

function goalCell(row: MeasuredRow): string {
  if (row.goal === undefined) return ''
  const { ratio, by } = counted(row)
  return `${row.goal.toFixed(2)} ${verdict(ratio, { least: row.goal })}${by === 'CPU' ? ' (by CPU)' : ''}`
}

function multipleCell(value: number, most: number | undefined): string {
  if (Number.isNaN(value)) return ''
  return value.toFixed(1) + (most === undefined ? '' : `, at most ${most}: ${verdict(value, { most })}`)
}

const factCells = ({ name, value, unit, goal, spread, note = '' }: Fact): readonly string[] => [
  name,
  `${short(value)} ${unit}${spread ? ` (${short(spread.min)}-${short(spread.max)})` : ''}`,
  goal ? `at most ${short(goal.most)} ${verdict(value, goal)}` : '',
  note,
]

const failureCells = ({ name, problem }: Failure): readonly string[] => [name, 'failed', '', problem]

/** A result in a line, as it comes. */
export const lineOf = (result: MeasuredRow | MeasuredFact | Failure): string =>
  ('ratios' in result ? rowCells(result).slice(0, 4) : 'problem' in result ? failureCells(result) : factCells(result))
    .filter((cell) => cell !== '')
    .join('  ')

const range = ({ min, max }: Spread): string => `${min.toFixed(2)}-${max.toFixed(2)}`

/** The whole report, in Markdown tables. */
export function markdown({ machine, rows, facts, failures, rounds, seconds }: Report): string {
  const sizes = [...new Set([...rows, ...facts, ...failures].map(({ size }) => size))]
  const parts = [
    `${Object.entries(machine)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}; ${rounds} rounds of ${seconds} s, in turns`,
  ]
  for (const size of sizes) {
    const isOfSize = (one: { readonly size: number }) => one.size === size
    const others = [...facts.filter(isOfSize).map(factCells), ...failures.filter(isOfSize).map(failureCells)]
    parts.push('', `### ${size.toLocaleString('en')} Patients`)
    if (rows.some(isOfSize)) parts.push('', table([HEAD, ...rows.filter(isOfSize).map(rowCells)]))
    if (others.length > 0) parts.push('', table([['what', 'value', 'goal', 'note'], ...others]))
  }
  return `${parts.join('\n')}\n`
}

/** A table in Markdown. The first row is the header. Each column is as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n')
}

const whole = (value: number): string => Math.round(value).toLocaleString('en')

/** With as many digits as are useful to a reader. */
const short = (value: number): string =>
  value >= 100 ? whole(value) : Number.isInteger(value) ? String(value) : value.toFixed(2)

const percent = (share: number): string => `${Math.round(share * 100)} %`
