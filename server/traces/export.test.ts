import { describe, expect, it } from 'vitest'
import type { TraceCheck, TraceDetail } from '#lib/api/traces.ts'
import { tracePage } from './export.ts'

const REFUSED: TraceCheck = { name: 'idp.credentials', outcome: 'failed', rule: 'the rule', source: 'the standard' }

const TRACE: TraceDetail = {
  ...{ id: 'l-1', traceId: null, verified: true, platform: null, app: null, user: null, task: null, steps: [] },
  ...{ outcome: 'refused', failed: 'idp.credentials', startedAt: 0, changedAt: 0, truncated: false },
}

/** A trace of one request, which a check refused. */
function pageOf(compared: Pick<TraceCheck, 'expected' | 'received'>): string {
  const trace: TraceDetail = {
    ...TRACE,
    steps: [
      {
        ...{ step: 'idp.login', peer: 'idp', at: 0, ms: 1, method: 'POST', url: 'http://localhost:3000/idp/login' },
        ...{ sent: {}, status: 422, failed: 'idp.credentials', checks: [{ ...REFUSED, ...compared }] },
      },
    ],
  }
  return tracePage(trace, 'en')
}

describe('the page of a trace', () => {
  it('shows expected and received values side by side', () => {
    const page = pageOf({ expected: { sub: 'anna' }, received: { sub: 'bram' } })
    expect(page).toContain('<th>Expected</th><th>Received</th>')
  })

  it('has many reads below one line, each with its own content', () => {
    const step = { step: 'fhir', peer: 'fhir', at: 0, ms: 1, method: 'GET', sent: {}, status: 200, checks: [] } as const
    const steps = [1, 2, 3, 4, 5].map((id) => ({ ...step, url: `http://localhost:3000/fhir/DEFAULT/Task/${id}` }))
    const page = tracePage({ ...TRACE, steps }, 'nl')
    expect(page).toContain('<details><summary>5 keer gelezen: Task</summary>')
    expect(page).toContain('Task/5')
  })

  it('has no Expected column without expected values, and no table without values', () => {
    const page = pageOf({ received: { username: 'bram' } })
    expect(page).toContain('<th>Received</th>')
    expect(page).not.toContain('<th>Expected</th>')
    expect(pageOf({})).not.toContain('<th>Received</th>')
  })
})
