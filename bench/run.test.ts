import { expect, it } from 'vitest'
import type { Result } from './load.ts'
import { newRun } from './run.ts'

const RESULT: Result = { perSecond: 10_000, cpuPerThousand: 0.1, serverBusy: 1, loadBusy: 0.5, p50: 1, p99: 2 }

it('a failure is a line of the report, the other rows are measured, and each result is reported before the next one', async () => {
  const told: string[] = []
  const seenBefore: number[] = []
  const run = newRun(1100, { rounds: 1, seconds: 1, warmUp: 1 }, (result) => told.push(result))
  const contender = async () => {
    seenBefore.push(told.length)
    return RESULT
  }
  const row = (name: string, ours = contender) => ({
    ...{ name, ours, baseline: contender, baselineName: 'raw' },
  })
  await run.measure([row('refused', () => Promise.reject(new Error('status 503'))), row('one'), row('two')])
  await run.fact('start', () => Promise.reject(new Error('It is in use')))
  await run.attempt('a part', () => Promise.reject(new Error('No server')))
  await run.fact('memory', async () => [{ name: 'memory', value: 1, unit: 'MiB' }])
  expect(run.rows.map(({ name }) => name)).toEqual(['one', 'two'])
  expect(run.facts.map(({ name }) => name)).toEqual(['memory'])
  expect(run.failures).toEqual([
    { size: 1100, name: 'refused', problem: 'status 503' },
    { size: 1100, name: 'start', problem: 'It is in use' },
    { size: 1100, name: 'a part', problem: 'No server' },
  ])
  expect(told).toEqual([
    'refused  failed  status 503',
    ...['one', 'two'].map((name) => `${name}  10,000  raw 10,000  1.00 (1.00-1.00)`),
    'start  failed  It is in use',
    'a part  failed  No server',
    'memory  1 MiB',
  ])
  expect([seenBefore[0], seenBefore.at(-1)]).toEqual([1, 2])
})
