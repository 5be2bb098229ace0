import { describe, expect, it } from 'vitest'
import type { TraceCheck, TraceDetail, TraceStep } from '../api/traces.ts'
import { sideBySide } from './side-by-side.ts'

const check = (name: TraceCheck['name'], outcome: TraceCheck['outcome'] = 'passed'): TraceCheck => ({
  ...{ name, outcome, rule: '', source: '' },
})

const step = (name: TraceStep['step'], changes: Partial<TraceStep> = {}): TraceStep => ({
  ...{
    step: name,
    peer: 'oauth',
    at: 0,
    ms: 1,
    method: 'GET',
    url: 'http://localhost/x',
    sent: {},
    status: 302,
    checks: [],
  },
  ...changes,
})

const traceOf = (...steps: TraceStep[]) => ({ steps }) as unknown as TraceDetail
const fhir = (path: string) => step('fhir', { url: `http://localhost/fhir/DEFAULT/${path}`, status: 200 })

describe('two traces side by side', () => {
  it('have the same requests beside each other, and a gap where one has none', () => {
    const good = traceOf(step('portal.launch'), step('authorize'), step('callback'), fhir('Patient/1'), fhir('Task/1'))
    const other = traceOf(step('authorize'), step('callback'), fhir('Task/2'))
    const { pairs, first } = sideBySide(good, other, 'en')
    expect(pairs.map(({ left, right }) => [left?.step, right?.step])).toEqual([
      ['portal.launch', undefined],
      ['authorize', 'authorize'],
      ['callback', 'callback'],
      ['fhir', undefined],
      ['fhir', 'fhir'],
    ])
    expect(first).toBe(0)
  })

  it('differ first where a check ended differently, not where another task was sent', () => {
    const launch = (resource: string) => ({
      launch: { jwt: { header: { alg: 'RS256' }, claims: { resource, jti: resource } } },
    })
    const good = traceOf(
      step('authorize', { sent: launch('Task/1') }),
      step('callback', { checks: [check('user.match')] }),
    )
    const refused = traceOf(
      step('authorize', { sent: launch('Task/2') }),
      step('callback', { checks: [check('user.match', 'failed')], status: 403 }),
    )
    const { pairs, first } = sideBySide(good, refused, 'en')
    expect(first).toBe(1)
    expect(pairs[0]?.values).toEqual([{ name: 'launch.resource', left: 'Task/1', right: 'Task/2' }])
    expect(pairs[1]?.course).toEqual([
      { name: 'user.match', left: 'passed', right: 'failed' },
      { name: 'Status', left: '302', right: '403' },
    ])
  })

  it('differ nowhere when only random values and times do', () => {
    const one = (value: string) =>
      traceOf(
        step('authorize', { sent: { state: value, scope: 'launch', code: { removed: 'secret', sha256: value } } }),
      )
    expect(sideBySide(one('a'), one('b'), 'nl').first).toBeUndefined()
  })
})
