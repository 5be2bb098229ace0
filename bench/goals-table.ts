// The table of docs/reference/benchmarks.md: every goal with its measurement, and the margin by which it was reached or
// missed. Always generated, never typed.
import { counted, type Goal, verdict } from './goals.ts'
import type { MeasuredFact, MeasuredRow, Report } from './report.ts'
import { short, table, whole } from './table.ts'

/**
 * Rows with a goal, rows of the minimal server, and the worst of each group, in the order of the report. A row with a
 * goal for its p99 has a second line for that.
 */
export function readmeTable({ rows, facts, machine, notMeasured, at }: Report): string {
  const sizes = [...new Set([...rows, ...facts].map(({ size }) => size))]
  const lines = sizes.flatMap((size) => [
    ...rows.filter((row) => row.size === size).flatMap((row) => rowLines(row)),
    ...factLines(facts.filter((fact) => fact.size === size)),
  ])
  return [
    `Measured on ${at.slice(0, 10)}: ${machine['cpu']}, Node ${machine['node']}, ${machine['cores']} cores of which the server has one.`,
    '',
    table([['', 'measured', 'beside', 'goal', ''], ...lines]),
    ...notMeasured.map((reason) => `\nNot measured: ${reason}`),
    '',
  ].join('\n')
}

function rowLines(row: MeasuredRow): readonly (readonly string[])[] {
  const name = named(row)
  const lines: string[][] = []
  if (row.goal !== undefined || row.isLeast) {
    const { ratio, by } = counted(row, row.byRateAlone)
    lines.push([
      name,
      `${whole(row.ours.perSecond)} a second, ${row.ours.cpuPerThousand.toFixed(3)} CPU s per 1,000`,
      `${ratio.toFixed(2)} of ${row.baselineName}${by === 'CPU' ? ', by CPU time' : ''}`,
      ...(row.goal === undefined ? ['', 'what can be had at most'] : goalCells(ratio, { least: row.goal })),
    ])
  }
  if (row.p99Goal !== undefined)
    lines.push([
      `${name}, 99th percentile`,
      `${row.ours.p99.toFixed(1)} ms`,
      `${row.p99Ratio.median.toFixed(1)} times ${row.baselineName}`,
      ...goalCells(row.p99Ratio.median, { most: row.p99Goal }),
    ])
  return lines
}

function factLines(facts: readonly MeasuredFact[]): readonly (readonly string[])[] {
  const groups = [...new Set(facts.map(({ group, name }) => group ?? name))]
  return groups.flatMap((title) => {
    const all = facts.filter(({ group, name }) => (group ?? name) === title)
    const worst = all.reduce((one, other) => (other.value > one.value ? other : one))
    if (!worst.goal) return []
    const which = worst.group === undefined ? '' : `the worst of ${all.length}: ${worst.name.replace(/^UI |:.*$/g, '')}`
    const name = named({ ...worst, name: title })
    return [[name, `${short(worst.value)} ${worst.unit}`, which, ...goalCells(worst.value, worst.goal)]]
  })
}

const goalCells = (value: number, goal: Goal): readonly [string, string] => [
  'most' in goal ? `at most ${short(goal.most)}` : `at least ${short(goal.least)}`,
  verdict(value, goal).words,
]

const named = ({ size, name }: Pick<MeasuredRow, 'size' | 'name'>): string =>
  `${name} (${size.toLocaleString('en')} Patients)`
