import { describe, expect, it } from 'vitest'
import type { StepRecord } from './record.ts'
import { toldBy } from './view.ts'

const step = (name: StepRecord['step'], at: number, more: Partial<StepRecord> = {}): StepRecord => ({
  ...{ step: name, at, ms: 30, method: 'GET', url: '', sent: {}, status: 200, checks: [] },
  ...more,
})

const token = step('token.authorization_code', 100)

describe('what the requests of a launch tell of it as a whole', () => {
  it('is how long it took until the app had opened it, however long it was used then', () => {
    const used = step('fhir.write', 102_000, { answered: { status: 'in-progress → completed' } })
    const opened = { outcome: 'opened', startedAt: 40 } as const
    expect(toldBy(opened, [token, used])).toEqual({ took: 90, completed: true })
    expect(toldBy(opened, [step('app.callback', 90, { ms: 80 }), token]), 'an app of the demo').toEqual({ took: 130 })
    expect(toldBy({ outcome: 'under_way', startedAt: 40 }, [])).toEqual({})
  })
})
