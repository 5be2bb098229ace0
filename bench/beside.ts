// Compares a run with an earlier one: ratios against ratios, which are comparable across machines, and facts as
// measured.
import type { MeasuredFact, MeasuredRow, Report } from './report.ts'
import { short, table } from './table.ts'

type Line = readonly string[]

export function beside(now: Report, before: Report): string {
  const rows = now.rows.flatMap((row) => rowLine(row, before.rows.find(same(row))))
  const facts = now.facts.flatMap((fact) => factLine(fact, before.facts.find(same(fact))))
  return [
    table([['row', `ratio of ${before.at}`, 'now', 'change'], ...rows]),
    '',
    table([['what', `value of ${before.at}`, 'now', 'change'], ...facts]),
    '',
  ].join('\n')
}

type Named = Pick<MeasuredRow, 'size' | 'name'>

const same = (one: Named) => (other: Named) => one.size === other.size && one.name === other.name

function rowLine(row: MeasuredRow, old: MeasuredRow | undefined): readonly Line[] {
  if (!old) return []
  const clear = row.ratio.min > old.ratio.max || row.ratio.max < old.ratio.min
  const words = `${change(old.ratio.median, row.ratio.median)}${clear ? '' : ' (within the spread)'}`
  return [[nameOf(row), old.ratio.median.toFixed(2), row.ratio.median.toFixed(2), words]]
}

function factLine(fact: MeasuredFact, old: MeasuredFact | undefined): readonly Line[] {
  if (!old) return []
  return [[nameOf(fact), short(old.value), `${short(fact.value)} ${fact.unit}`, change(old.value, fact.value)]]
}

const nameOf = ({ size, name }: Named): string => `${size.toLocaleString('en')}: ${name}`
const change = (before: number, now: number): string => `${((now / before - 1) * 100).toFixed(0)} %`
