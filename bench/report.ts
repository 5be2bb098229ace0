// What was measured, for people and for programs; and beside what was measured before.
import type { Fact } from './facts.ts'
import type { Comparison, Spread } from './rounds.ts'
import type { Row } from './row.ts'

export interface MeasuredRow extends Comparison {
  readonly size: number
  readonly name: string
  readonly baselineName: string
  readonly goal: number | undefined
  readonly p99Goal: number | undefined
}

export interface Report {
  readonly at: string
  readonly version: string
  readonly machine: Readonly<Record<string, unknown>>
  readonly rounds: number
  readonly seconds: number
  readonly rows: readonly MeasuredRow[]
  readonly facts: readonly (Fact & { readonly size: number })[]
  /** What could not be measured here, and why. */
  readonly notMeasured: readonly string[]
}

export const measured = (
  { name, baselineName, goal, p99Goal }: Row,
  size: number,
  result: Comparison,
): MeasuredRow => ({
  size,
  name,
  baselineName,
  goal,
  p99Goal,
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
]

export const rowCells = (row: MeasuredRow): readonly string[] => [
  row.name,
  whole(row.ours.perSecond),
  `${row.baselineName} ${whole(row.baseline.perSecond)}`,
  `${row.ratio.median.toFixed(2)} (${range(row.ratio)})`,
  row.goal === undefined ? '' : `${row.goal.toFixed(2)} ${verdict(row.ratio.median >= row.goal)}`,
  row.ours.p99.toFixed(2),
  `${row.p99Ratio.median.toFixed(1)}${row.p99Goal === undefined ? '' : ` ${verdict(row.p99Ratio.median <= row.p99Goal)}`}`,
  row.ours.cpuPerThousand.toFixed(3),
  row.cpuRatio.median.toFixed(2),
]

const factCells = ({ name, value, unit, goal }: Fact): readonly string[] => {
  if (!goal) return [name, `${number(value)} ${unit}`, '']
  const [word, limit, met] =
    'most' in goal ? ['at most', goal.most, value <= goal.most] : ['at least', goal.least, value >= goal.least]
  return [name, `${number(value)} ${unit}`, `${word} ${number(Number(limit))} ${verdict(Boolean(met))}`]
}

const verdict = (met: boolean): string => (met ? 'met' : 'MISSED')
const range = ({ min, max }: Spread): string => `${min.toFixed(2)}-${max.toFixed(2)}`
const whole = (value: number): string => Math.round(value).toLocaleString('en')
const number = (value: number): string => (value < 100 ? value.toFixed(2) : whole(value))

/** Tables in Markdown, as the README shows them. */
export function markdown({ machine, rows, facts, rounds, seconds, notMeasured }: Report): string {
  const sizes = [...new Set([...rows, ...facts].map(({ size }) => size))]
  const parts = [
    `${Object.entries(machine)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}; ${rounds} rounds of ${seconds} s, in turns`,
  ]
  for (const size of sizes) {
    parts.push('', `### ${size.toLocaleString('en')} Patients`, '')
    const ofSize = rows.filter((row) => row.size === size)
    if (ofSize.length > 0) parts.push(table([HEAD, ...ofSize.map(rowCells)]), '')
    const factsOfSize = facts.filter((fact) => fact.size === size)
    if (factsOfSize.length > 0) parts.push(table([['what', 'value', 'goal'], ...factsOfSize.map(factCells)]))
  }
  if (notMeasured.length > 0) parts.push('', ...notMeasured.map((reason) => `Not measured: ${reason}`))
  return `${parts.join('\n')}\n`
}

/** How this run stands to an earlier one: ratios of ratios, which two machines can share. */
export function beside(now: Report, before: Report): string {
  const lines = now.rows.flatMap((row) => {
    const old = before.rows.find(({ size, name }) => size === row.size && name === row.name)
    if (!old) return []
    const change = row.ratio.median / old.ratio.median
    const clear = row.ratio.min > old.ratio.max || row.ratio.max < old.ratio.min
    return [
      [
        `${row.size.toLocaleString('en')}: ${row.name}`,
        old.ratio.median.toFixed(2),
        row.ratio.median.toFixed(2),
        `${((change - 1) * 100).toFixed(0)} %${clear ? '' : ' (within the spread)'}`,
      ],
    ]
  })
  return `${table([['row', `ratio of ${before.at}`, 'now', 'change'], ...lines])}\n`
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n')
}
