import { describe, expect, it } from 'vitest'
import type { TraceStep } from '../api/traces.ts'
import { linesOf, typesRead } from './step-lines.ts'

const step = (changes: Partial<TraceStep>): TraceStep =>
  ({ step: 'fhir', method: 'GET', status: 200, sent: {}, checks: [], client: 'diary', ...changes }) as TraceStep
const read = (path: string, changes: Partial<TraceStep> = {}) =>
  step({ url: `http://localhost/fhir/DEFAULT/${path}`, ...changes })
const reads = (count: number, changes?: Partial<TraceStep>) =>
  Array.from({ length: count }, (_, at) => read(`${at % 2 === 0 ? 'Task' : 'Patient'}/${at}`, changes))
const lengths = (steps: readonly TraceStep[]) => linesOf(steps).map((line) => line.steps.length)

describe('the lines of a trace', () => {
  it('fold many reads of one app after each other, and keep the place of each', () => {
    const lines = linesOf([step({ step: 'authorize' }), ...reads(12), step({ step: 'fhir.write' })])
    expect(lines.map((line) => line.steps.map(({ index }) => index))).toEqual([
      [0],
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      [13],
    ])
    expect(typesRead(lines[1]?.steps ?? [])).toEqual(['Task', 'Patient'])
  })

  it('leave a few reads in sight', () => expect(lengths(reads(4))).toEqual([1, 1, 1, 1]))

  it('never fold what was refused, what was not found, or another app’s read', () => {
    expect(lengths([...reads(5), read('Task/x', { failed: 'fhir.permission', status: 403 }), ...reads(5)])).toEqual([
      5, 1, 5,
    ])
    expect(lengths([...reads(5), read('Task/x', { status: 404 }), ...reads(6)])).toEqual([5, 1, 6])
    expect(lengths([...reads(5), read('Task/x', { fault: true, status: 500 })])).toEqual([5, 1])
    expect(lengths([...reads(5), ...reads(7, { client: 'other' })])).toEqual([5, 7])
  })

  it('fold the requests of a launch that a page made once more, and none that differ', () => {
    const [launch, authorize, back] = [
      step({ step: 'app.launch', sent: { iss: 'x' } }),
      step({ step: 'authorize', failed: 'launch.patient', status: 302, sent: { state: 'one' } }),
      step({ step: 'app.callback', failed: 'app.answer' }),
    ]
    const again = [launch, { ...authorize, sent: { state: 'two' } }, back]
    const sorts = (steps: readonly TraceStep[]) => linesOf(steps).map((line) => `${line.sort} ${line.steps.length}`)
    expect(sorts([launch, authorize, back, ...again])).toEqual(['one 1', 'one 1', 'one 1', 'again 3'])
    expect(sorts([launch, launch, ...again])).toEqual(['one 1', 'again 1', 'again 1', 'one 1', 'one 1'])
    const other = { ...authorize, failed: 'launch.jti' } as TraceStep
    expect(sorts([launch, authorize, launch, other])).toEqual(['one 1', 'one 1', 'one 1', 'one 1'])
    const write = step({ step: 'fhir.write', method: 'PATCH', url: 'http://localhost/fhir/DEFAULT/Task/1' })
    expect(sorts([write, write])).toEqual(['one 1', 'one 1'])
  })

  it('name the first types of many', () => {
    const types = ['A', 'B', 'C', 'D', 'E'].map((type, index) => ({ step: read(`${type}/1`), index }))
    expect(typesRead(types)).toEqual(['A', 'B', 'C', 'D', '…'])
    expect(typesRead([{ step: read('Task?status=ready'), index: 0 }])).toEqual(['Task'])
  })
})
