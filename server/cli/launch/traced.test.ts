import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TraceCheck, TraceStep } from '#lib/api/traces.ts'
import { CHECK_NAMES, type CheckName } from '#lib/checks/checks.ts'
import { STEPS, type StepName } from '#lib/checks/steps.ts'
import { checkOf } from './check-name.ts'
import { awaitTraces, checkResults, holdAll, type NamedTrace, stoppedBy } from './traced.ts'

const check = (name: CheckName, outcome: TraceCheck['outcome']): TraceCheck => ({
  name,
  outcome,
  rule: 'the rule',
  source: 'the standard',
})

/** A request that went well, or that a check refused. */
const request = (step: StepName, failed?: CheckName): TraceStep => ({
  step,
  peer: STEPS[step].peer,
  at: 0,
  ms: 1,
  method: 'GET',
  url: 'http://localhost:3000/',
  sent: {},
  status: failed ? 400 : 200,
  checks: failed ? [check(failed, 'failed')] : [],
  ...(failed ? { failed } : {}),
})

describe('the check that stopped a launch', () => {
  it('is none when no check failed', () => {
    expect(stoppedBy([request('authorize'), request('callback'), request('token.authorization_code')])).toBeUndefined()
  })

  it('is that of the server that decided, not that of the app that reported it first', () => {
    const requests = [request('app.callback', 'app.token'), request('token.client_credentials', 'token.scope')]
    expect(stoppedBy(requests)?.name).toBe('token.scope')
    expect(stoppedBy([request('authorize'), request('app.callback', 'app.iss')])?.name).toBe('app.iss')
  })

  it('is none that passed when the request was repeated, and one that failed at the repetition', () => {
    expect(stoppedBy([request('idp.login', 'idp.credentials'), request('idp.login')])).toBeUndefined()
    expect(stoppedBy([request('token', 'token.client_assertion'), request('token.authorization_code')])).toBeUndefined()
    expect(stoppedBy([request('authorize'), request('authorize', 'launch.jti')])?.name).toBe('launch.jti')
  })

  it('is none of a read by the app after the launch opened', () => {
    expect(stoppedBy([request('token.authorization_code'), request('fhir', 'fhir.permission')])).toBeUndefined()
  })
})

describe('the traces of a launch', () => {
  const at = (path: string): TraceStep => ({ ...request('authorize'), url: `http://localhost:3000${path}` })
  const named = (id: string, path: string) => ({ id, request: `GET ${path}` })
  const hold = (paths: readonly string[], names: Parameters<typeof holdAll>[1]) =>
    holdAll([{ steps: paths.map(at) }], names)

  /** How often traces that never come are looked for. */
  const looks = async (...names: readonly NamedTrace[]): Promise<number> => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const trace = vi.fn(async () => undefined)
    const all = awaitTraces({ trace, lookEveryMs: 1000 }, names)
    await vi.runAllTimersAsync()
    expect(await all).toEqual([])
    return trace.mock.calls.length
  }

  it('are waited for less long when no answer named them: an app may never call authorize', async () => {
    const handed = await looks({ id: 'l-1' })
    expect(handed).toBeGreaterThan(1)
    expect(handed).toBeLessThan(await looks(named('l-1', '/authorize')))
  })

  it('are complete when each request is there as often as it was made', () => {
    const twice = [named('l-1', '/authorize'), named('l-1', '/authorize')]
    expect([hold(['/authorize'], twice), hold(['/authorize', '/authorize'], twice)]).toEqual([false, true])
  })

  it('are complete without the app’s own requests of an unverified launch, once a later request is there', () => {
    const names = [named('s-1', '/launch'), named('o-1', '/authorize')]
    expect([hold([], names), hold(['/launch'], names), hold(['/authorize'], names)]).toEqual([false, false, true])
    expect(hold(['/authorize'], [...names, named('s-1', '/callback')]), 'it may come yet').toBe(false)
    expect(hold(['/authorize'], [named('o-2', '/launch'), named('o-1', '/authorize')]), 'no app’s').toBe(false)
  })
})

describe('the checks of a launch', () => {
  it('are those of each request, in order', () => {
    const checks = [
      check('authorize.client', 'passed'),
      check('authorize.aud', 'failed'),
      check('launch.aud', 'not_reached'),
    ]
    expect(
      checkResults([
        { ...request('app.launch'), checks: [check('app.launch', 'passed')] },
        { ...request('authorize'), checks },
      ]),
    ).toEqual([
      { step: 'app.launch', check: 'app.launch', outcome: 'passed' },
      { step: 'authorize', check: 'authorize.client', outcome: 'passed' },
      { step: 'authorize', check: 'authorize.aud', outcome: 'failed' },
      { step: 'authorize', check: 'launch.aud', outcome: 'not_reached' },
    ])
  })

  it('are read from an error only when its description begins with a check name', () => {
    expect(CHECK_NAMES.map((name) => checkOf(`${name}: because.`))).toEqual(CHECK_NAMES)
    expect([checkOf('because.'), checkOf('nonsense: x'), checkOf(null), checkOf(undefined)]).toEqual(
      Array(4).fill(undefined),
    )
  })
})
