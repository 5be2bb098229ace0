import { describe, expect, it } from 'vitest'
import type { TraceDetail, TraceStep } from '../api/traces.ts'
import { headlineOf } from './headline.ts'
import { checksRun, outcomeOf, passedBefore, refusalOf, sinceText, TRACE_TEXTS } from './texts.ts'

const launch = { outcome: 'refused', failed: null, app: null, user: null, task: null } as const

const told = (passed: number) => ({ passed, all: passed })

describe('the sentence of a trace', () => {
  it('says why the launch was refused', () => {
    const steps = { ...told(12), reason: 'the launch token had expired' }
    const named = { ...launch, app: 'my-app', user: 'Patient/7', task: 'Task/1' } as const
    expect(TRACE_TEXTS.en.sentence(named, steps)).toBe(
      'The launch of Task/1 in my-app for Patient/7 was refused: the launch token had expired.',
    )
    expect(TRACE_TEXTS.nl.sentence(named, { ...steps, reason: 'het launch-token was verlopen' })).toBe(
      'De launch van Task/1 in my-app voor Patient/7 is geweigerd: het launch-token was verlopen.',
    )
  })

  it.each([
    [0, 'before any check passed', 'voordat een controle akkoord was'],
    [1, 'after 1 check had passed', 'nadat 1 controle akkoord was'],
    [2, 'after 2 checks had passed', 'nadat 2 controles akkoord waren'],
  ])('has the number of checks passed before a refusal: %i', (passed, en, nl) => {
    expect(TRACE_TEXTS.en.stoppedAfter(passed)).toBe(en)
    expect(TRACE_TEXTS.nl.stoppedAfter(passed)).toBe(nl)
  })

  it.each([
    [0, '0 checks passed so far.', '0 controles waren tot nu toe akkoord.'],
    [1, '1 check passed so far.', '1 controle was tot nu toe akkoord.'],
    [2, '2 checks passed so far.', '2 controles waren tot nu toe akkoord.'],
  ])('has the number of checks passed so far: %i', (passed, en, nl) => {
    const underWay = { ...launch, outcome: 'under_way' } as const
    expect(TRACE_TEXTS.en.sentence(underWay, told(passed))).toContain(en)
    expect(TRACE_TEXTS.nl.sentence(underWay, told(passed))).toContain(nl)
  })

  it('speaks of a request, not a launch, when there is neither person nor task', () => {
    const call = { ...launch, app: 'my-app' } as const
    expect(TRACE_TEXTS.en.sentence(call, told(1))).toBe('A request of my-app was refused.')
    expect(TRACE_TEXTS.nl.sentence(call, told(1))).toBe('Een verzoek van my-app is geweigerd.')
    expect(TRACE_TEXTS.en.sentence({ ...call, user: 'Patient/7' }, told(1))).toContain('The launch of a task in my-app')
  })

  it('leaves out a person whom it does not know', () => {
    const launched = { ...launch, app: 'my-app', task: 'Task/1' } as const
    expect(TRACE_TEXTS.en.sentence(launched)).toBe('The launch of Task/1 in my-app was refused')
    expect(TRACE_TEXTS.nl.sentence(launched)).toBe('De launch van Task/1 in my-app is geweigerd')
  })

  it('is short in a list, which has the check beside it', () => {
    expect(TRACE_TEXTS.en.sentence({ ...launch, app: 'my-app', user: 'Patient/7' })).toBe(
      'The launch of a task in my-app for Patient/7 was refused',
    )
    expect(TRACE_TEXTS.nl.sentence({ ...launch, outcome: 'abandoned', user: 'Patient/7' })).toBe(
      'De launch van een taak in een app voor Patient/7 is afgebroken',
    )
  })

  it('says who opened which task, with the names that the reader may know', () => {
    const opened = {
      ...launch,
      outcome: 'opened',
      failed: null,
      app: 'my-app',
      user: 'Patient/7',
      task: 'Task/1',
    } as const
    expect(TRACE_TEXTS.en.sentence(opened, told(69))).toBe('Patient/7 opened Task/1 in my-app: 69 of 69 checks passed.')
    const named = { ...opened, appName: 'Sleep diary', names: { user: 'Marijke Jansen', task: 'Week 1' } }
    expect(TRACE_TEXTS.en.sentence(named, told(69))).toBe(
      'Marijke Jansen opened “Week 1” in Sleep diary: 69 of 69 checks passed.',
    )
    expect(TRACE_TEXTS.nl.sentence({ ...named, completed: true }, told(69))).toBe(
      'Marijke Jansen opende ‘Week 1’ in Sleep diary, en de taak is afgerond: 69 van 69 controles akkoord.',
    )
    expect(TRACE_TEXTS.en.sentence({ ...named, completed: true }), 'in a list as on its page').toBe(
      'Marijke Jansen opened “Week 1” in Sleep diary, and the task was completed',
    )
    expect(TRACE_TEXTS.en.sentence(named), 'in short').toBe('Marijke Jansen opened “Week 1” in Sleep diary')
    expect(TRACE_TEXTS.en.sentence({ ...launch, outcome: 'opened' })).toBe('Somebody opened a task in an app')
  })

  it('says who cancelled, instead of a refusal', () => {
    const cancelled = {
      ...launch,
      outcome: 'cancelled',
      failed: 'idp.login',
      user: 'Patient/7',
      app: 'my-app',
    } as const
    expect(TRACE_TEXTS.en.sentence(cancelled, { ...told(9), reason: 'a reason' })).toBe(
      'Patient/7 cancelled the sign-in for a task in my-app.',
    )
    expect(TRACE_TEXTS.nl.sentence({ ...cancelled, user: null })).toBe(
      'Iemand annuleerde het inloggen voor een taak in my-app',
    )
  })

  it('names the task of a call once when that is what the call changed', () => {
    const changed = {
      ...launch,
      outcome: 'answered',
      app: 'my-app',
      task: 'Task/1',
      names: { task: 'Week 1' },
      calls: [{ act: 'change', on: 'Task/1', times: 1 }],
    } as const
    expect(TRACE_TEXTS.en.sentence(changed)).toBe('my-app changed “Week 1”')
    expect(TRACE_TEXTS.nl.sentence({ ...changed, calls: [{ act: 'read', on: 'Patient', times: 1 }] })).toBe(
      'my-app las Patient over ‘Week 1’',
    )
  })

  it('names the refused request of an open launch', () => {
    const opened = { ...launch, outcome: 'opened' } as const
    const refused = { ...told(42), all: 43, reason: 'the scope is not permitted' }
    expect(TRACE_TEXTS.en.sentence(opened, refused)).toMatch(
      /opened a task in an app, but one of the requests was refused: the scope is not permitted\.$/,
    )
    expect(TRACE_TEXTS.nl.sentence(opened, refused)).toMatch(
      /opende een taak in een app, maar een van de verzoeken werd geweigerd: the scope is not permitted\.$/,
    )
  })
})

describe('the headline of a trace', () => {
  const failed = (name: string, meaning: string) => ({ name, outcome: 'failed', meaning, rule: 'a rule.' })
  const steps = [
    { step: 'authorize', checks: [{ name: 'launch.aud', outcome: 'passed' }, failed('launch.time', 'First. Second.')] },
    { step: 'app.callback', checks: [failed('launch.time', 'Later.'), failed('app.code', 'Another.')] },
  ]
  const trace = { ...launch, failed: 'launch.time', app: 'my-app', steps } as unknown as TraceDetail

  it('says why the check that it is listed under failed last', () => {
    expect(headlineOf(trace, 'en')).toBe('A request of my-app was refused: later.')
    expect(checksRun(trace)).toEqual({ passed: 1, all: 4 })
  })

  it('counts what had passed before the check that stopped it, and nothing that was checked later', () => {
    const refusal = refusalOf({ ...trace, failed: 'launch.time', steps: steps.slice(0, 1) } as unknown as TraceDetail)
    const later = { step: 'app.callback', checks: [{ name: 'app.state', outcome: 'passed' }] }
    const whole = { steps: [...steps.slice(0, 1), later] } as unknown as TraceDetail
    expect(refusal && passedBefore(whole, refusal)).toBe(1)
  })

  it('says of an open launch why its first refused request was', () => {
    expect(headlineOf({ ...trace, outcome: 'opened', failed: null }, 'en')).toBe(
      'Somebody opened a task in my-app, but one of the requests was refused: first.',
    )
  })
})

describe('the time of a step', () => {
  it('counts from the first request, also when the app made it before the launch was known', () => {
    const steps = [1000, 1039, 1050].map((at) => ({ at }) as TraceStep)
    const trace = { startedAt: 1039, steps } as unknown as TraceDetail
    expect(steps.map((step) => sinceText(step, trace, 'en'))).toEqual(['+0 ms', '+39 ms', '+50 ms'])
  })
})

describe('the title of a trace', () => {
  const opened = { ...launch, outcome: 'opened', user: 'Patient/7', task: 'Task/1' } as const
  const refused = { ...opened, outcome: 'refused', failed: 'launch.aud' } as const

  it('says what became of it, and names nobody', () => {
    expect(outcomeOf(opened, 'en')).toBe('Launch opened')
    expect(outcomeOf(refused, 'en')).toBe('Launch refused at launch.aud')
    expect(outcomeOf(refused, 'nl')).toBe('Launch geweigerd bij launch.aud')
    expect(outcomeOf({ ...refused, outcome: 'cancelled', failed: 'idp.login' }, 'en')).toBe('Launch cancelled')
    expect(outcomeOf({ ...launch, failed: 'fhir.bearer' }, 'nl')).toBe('Verzoek geweigerd bij fhir.bearer')
    expect(outcomeOf({ ...launch, outcome: 'answered' }, 'en')).toBe('Request answered')
  })
})
