// The report, as text for people and as JSON for programs.
import type { Fact } from './facts.ts'
import { counted, verdict } from './goals.ts'
import type { Comparison, Spread } from './rounds.ts'
import type { Row } from './row.ts'
import { percent, short, table, whole } from './table.ts'

export interface MeasuredRow extends Comparison {
  readonly size: number
  readonly name: string
  readonly baselineName: string
  readonly goal: number | undefined
  readonly p99Goal: number | undefined
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
  /** Measurements that could not be made here, with the reasons. */
  readonly notMeasured: readonly string[]
}

export const measured = (row: Row, size: number, result: Comparison): MeasuredRow => ({
  size,
  name: row.name,
  baselineName: row.baselineName,
  goal: row.goal,
  p99Goal: row.p99Goal,
  ...result,
})

const HEAD = [
  'row',
  'per second',
  'beside',
  'ratio (min-max)',
  'goal',
  'p99 ms',
  'p99 ratio',
  'CPU s/1000',
  'CPU ratio',
  'server busy',
  'load busy',
]

const rowCells = (row: MeasuredRow): readonly string[] => [
  row.name,
  whole(row.ours.perSecond),
  `${row.baselineName} ${whole(row.baseline.perSecond)}`,
  `${row.ratio.median.toFixed(2)} (${range(row.ratio)})`,
  goalCell(row),
  row.ours.p99.toFixed(2),
  p99Cell(row),
  row.ours.cpuPerThousand.toFixed(3),
  row.cpuRatio.median.toFixed(2),
  `${percent(row.ours.serverBusy)}, ${percent(row.baseline.serverBusy)}`,
  `${percent(row.ours.loadBusy)}, ${percent(row.baseline.loadBusy)}`,
]

function goalCell(row: MeasuredRow): string {
  if (row.goal === undefined) return ''
  const { ratio, by } = counted(row)
  const { words } = verdict(ratio, { least: row.goal })
  return `${row.goal.toFixed(2)} ${words}${by === 'CPU' ? ' (by CPU)' : ''}`
}

function p99Cell({ p99Goal, p99Ratio: { median } }: MeasuredRow): string {
  if (Number.isNaN(median)) return ''
  return `${median.toFixed(1)}${p99Goal === undefined ? '' : `, at most ${p99Goal}: ${verdict(median, { most: p99Goal }).words}`}`
}

const factCells = ({ name, value, unit, goal, spread, note = '' }: Fact): readonly string[] => [
  name,
  `${short(value)} ${unit}${spread ? ` (${short(spread.min)}-${short(spread.max)})` : ''}`,
  goal
    ? `${'most' in goal ? `at most ${short(goal.most)}` : `at least ${short(goal.least)}`} ${verdict(value, goal).words}`
    : '',
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
export function markdown({ machine, rows, facts, failures, rounds, seconds, notMeasured }: Report): string {
  const sizes = [...new Set([...rows, ...facts, ...failures].map(({ size }) => size))]
  const parts = [
    `${Object.entries(machine)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}; ${rounds} rounds of ${seconds} s, in turns`,
  ]
  for (const size of sizes) {
    parts.push('', `### ${size.toLocaleString('en')} Patients`, '')
    const ofSize = rows.filter((row) => row.size === size)
    if (ofSize.length > 0) parts.push(table([HEAD, ...ofSize.map(rowCells)]), '')
    const others = [
      ...facts.filter((fact) => fact.size === size).map(factCells),
      ...failures.filter((failure) => failure.size === size).map(failureCells),
    ]
    if (others.length > 0) parts.push(table([['what', 'value', 'goal', 'note'], ...others]))
  }
  if (notMeasured.length > 0) parts.push('', ...notMeasured.map((reason) => `Not measured: ${reason}`))
  return `${parts.join('\n')}\n`
}
