import { describe, expect, it } from 'vitest'
import type { TraceSummary } from '#lib/api/traces.ts'
import { rowsOf } from './folded.ts'

const trace = (id: string, more: Partial<TraceSummary> = {}) => ({ id, outcome: 'opened', ...more }) as TraceSummary
const read = (id: string) => trace(id, { outcome: 'answered', calls: [{ act: 'read', on: 'Task', times: 1 }] })

describe('the rows of the list of traces', () => {
  it('fold reads that follow each other, and leave everything else a row', () => {
    const write = trace('w', { outcome: 'answered', calls: [{ act: 'change', on: 'Task/1', times: 1 }] })
    const refused = trace('r', { outcome: 'refused', calls: [{ act: 'read', on: 'Task', times: 1 }] })
    const [a, b, c, d, launch] = [read('a'), read('b'), read('c'), read('d'), trace('l')]
    expect(rowsOf([a, b, launch, c, write, d, refused])).toEqual([{ reads: [a, b] }, launch, c, write, d, refused])
  })

  it('are none for an empty list', () => expect(rowsOf([])).toEqual([]))
})
