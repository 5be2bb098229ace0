import { describe, expect, it } from 'vitest'
import { type MeasuredRow, markdown, type Report } from './report.ts'

const spread = (median: number) => ({ median, min: median - 0.02, max: median + 0.02 })
const result = { perSecond: 12_345.6, cpuPerThousand: 0.081, serverBusy: 0.98, loadBusy: 0.3, p50: 1, p99: 2 }

const row = (ratio: number, more: Partial<MeasuredRow> = {}): MeasuredRow => ({
  size: 1100,
  name: 'read',
  baselineName: 'raw read',
  goal: 0.8,
  ours: result,
  baseline: { ...result, perSecond: 40_000 },
  ratios: [ratio],
  ratio: spread(ratio),
  cpuRatio: spread(0.2),
  p99Ratio: spread(2),
  tail: { median: 2, min: 1, max: 6 },
  ...more,
})

const report = (more: Partial<Report>): Report => ({
  at: '2026-01-02T03:04:05.000Z',
  version: '1',
  machine: { node: 'v20.19.0', cpu: 'A processor', cores: 2 },
  rounds: 7,
  seconds: 1,
  rows: [],
  facts: [],
  failures: [],
  ...more,
})

/** The cells of the line that begins with this. */
const cellsOf = (text: string, name: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`| ${name}`))
    ?.split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

describe('the table of everything', () => {
  it('has a line for each row, with the ratio and its spread, the verdict, the CPU time and how busy both were', () => {
    const text = markdown(report({ rows: [row(0.29)] }))
    expect(text).toContain('### 1,100 Patients')
    expect(cellsOf(text, 'read')).toEqual([
      ...['read', '12,346', 'raw read 40,000', '0.29 (0.27-0.31)', '0.80 missed by 64 %'],
      ...['2.00', '2.0', '6.0', '0.081', '0.20', '98 %, 98 %', '30 %, 30 %'],
    ])
  })

  it('holds p99 to a multiple of p50 in the worst round', () => {
    expect(markdown(report({ rows: [row(0.9, { tailGoal: 5 })] }))).toContain('6.0, at most 5: missed by 1 ')
  })

  it('has a line for what failed, with the reason', () => {
    const text = markdown(report({ failures: [{ size: 1100, name: 'start', problem: 'HTTP 503' }] }))
    expect(cellsOf(text, 'start')).toEqual(['start', 'failed', '', 'HTTP 503'])
  })

  it('marks a row that counts by CPU time because the load held the baseline back', () => {
    const heldBack = row(0.9, { baseline: { ...result, serverBusy: 0.5 } })
    expect(markdown(report({ rows: [heldBack] }))).toContain('0.80 missed by 75 % (by CPU)')
  })

  it('has the facts', () => {
    const fact = {
      size: 1100,
      name: 'start',
      value: 1.5,
      unit: 's',
      goal: { most: 2 },
      spread: spread(1.5),
      note: 'so',
    }
    const text = markdown(report({ facts: [fact] }))
    expect(cellsOf(text, 'start')).toEqual(['start', '1.50 s (1.48-1.52)', 'at most 2 reached, 25 % to spare', 'so'])
  })
})
