import { describe, expect, it } from 'vitest'
import type { TraceCheck, TraceDetail, TraceStep, TraceSummary } from '../api/traces.ts'
import { linesOfPairs, othersFor, sideBySide, stoppedSide } from './side-by-side.ts'

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
    expect(first, 'what only one has at the beginning is a matter of what was recorded').toBe(3)
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

  it('part where one was refused, whatever only one has before, and nothing of it happened after', () => {
    const good = traceOf(
      step('portal.launch'),
      step('app.launch'),
      step('authorize', { checks: [check('launch.time'), check('launch.signature'), check('launch.sub')] }),
      step('callback'),
      fhir('Task/1'),
    )
    const refused = traceOf(
      step('authorize', {
        checks: [check('launch.time'), check('launch.signature', 'failed'), check('launch.sub', 'not_reached')],
        failed: 'launch.signature',
      }),
    )
    const { pairs, first } = sideBySide(good, refused, 'en')
    expect(first).toBe(2)
    expect(pairs.map(({ never }) => never)).toEqual([false, false, false, true, true])
    expect(pairs[2]?.course).toEqual([{ name: 'launch.signature', left: 'passed', right: 'failed' }])
    expect(pairs.map(stoppedSide)).toEqual([undefined, undefined, 'right', undefined, undefined])
    expect(sideBySide(refused, good, 'nl').first).toBe(2)
    const longer = traceOf(...good.steps, ...[2, 3, 4, 5].map((id) => fhir(`Task/${id}`)))
    const lines = linesOfPairs(sideBySide(longer, refused, 'en').pairs)
    expect(lines.map(({ place, line }) => [place, line.length])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 6],
    ])
    expect(linesOfPairs(pairs).every(({ line }) => line.length === 1)).toBe(true)
  })

  it('have the first attempts beside each other where the page was opened twice, whichever side that is', () => {
    const refused = step('authorize', { failed: 'launch.patient', peer: 'oauth' })
    const twice = traceOf(
      ...[step('app.launch', { ms: 1 }), refused, step('app.callback', { ms: 1 })],
      ...[step('app.launch', { ms: 2 }), refused, step('app.callback', { ms: 2 })],
    )
    const good = traceOf(
      step('portal.launch', { peer: 'portal' }),
      ...[step('app.launch'), step('authorize'), step('idp.login', { peer: 'idp' }), step('app.callback')],
    )
    const { pairs } = sideBySide(twice, good, 'en')
    expect(pairs.map(({ left, right, never }) => [left?.step, right?.step, never])).toEqual([
      [undefined, 'portal.launch', false],
      ['app.launch', 'app.launch', false],
      ['authorize', 'authorize', false],
      [undefined, 'idp.login', true],
      ['app.callback', 'app.callback', false],
      ['app.launch', undefined, false],
      ['authorize', undefined, false],
      ['app.callback', undefined, false],
    ])
    expect(pairs.map(({ left }) => left?.ms)[4]).toBe(1)
    const turned = sideBySide(good, twice, 'en').pairs
    expect(turned.map(({ left, right }) => [right?.step, left?.step])).toEqual(
      pairs.map(({ left, right }) => [left?.step, right?.step]),
    )
  })

  it('never say of a portal that its launch had stopped: it signs first, and may record nothing', () => {
    const stopped = traceOf(step('app.launch', { failed: 'app.answer' }))
    const other = traceOf(step('app.launch'), step('portal.launch', { peer: 'portal' }), step('authorize'))
    expect(sideBySide(stopped, other, 'en').pairs.map(({ never }) => never)).toEqual([false, false, true])
  })

  it('are of the same sort: launches are offered for a launch, an opened one first, and requests for requests', () => {
    const trace = (id: string, outcome: TraceSummary['outcome'], user: string | null = 'Patient/1') =>
      ({ id, outcome, user, task: null, failed: null }) as unknown as TraceSummary
    const all = [
      ...[trace('a', 'refused'), trace('b', 'answered'), trace('c', 'refused', null), trace('d', 'refused')],
      ...[trace('e', 'opened'), trace('f', 'answered', null)],
    ]
    const offered = (one: TraceSummary) => othersFor(one, all).map(({ id }) => id)
    expect(offered(trace('a', 'refused'))).toEqual(['e', 'd'])
    expect(offered(trace('c', 'refused', null))).toEqual(['b', 'f'])
  })

  it('differ nowhere when only random values and times do', () => {
    const one = (value: string) =>
      traceOf(
        step('authorize', { sent: { state: value, scope: 'launch', code: { removed: 'secret', sha256: value } } }),
      )
    expect(sideBySide(one('a'), one('b'), 'nl').first).toBeUndefined()
  })
})
