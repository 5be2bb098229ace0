import { describe, expect, it } from 'vitest'
import type { TraceCheck, TraceDetail } from '#lib/api/traces.ts'
import { tracePage } from './export.ts'

const REFUSED: TraceCheck = { name: 'idp.credentials', outcome: 'failed', rule: 'the rule', source: 'the standard' }

/** A trace of one request, which a check refused. */
function pageOf(compared: Pick<TraceCheck, 'expected' | 'received'>): string {
  const trace: TraceDetail = {
    ...{ id: 'l-1', traceId: null, verified: true, platform: null, app: null, user: null, task: null },
    ...{ outcome: 'refused', failed: 'idp.credentials', startedAt: 0, changedAt: 0, truncated: false },
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

  it('has no Expected column without expected values, and no table without values', () => {
    const page = pageOf({ received: { username: 'bram' } })
    expect(page).toContain('<th>Received</th>')
    expect(page).not.toContain('<th>Expected</th>')
    expect(pageOf({})).not.toContain('<th>Received</th>')
  })
})
