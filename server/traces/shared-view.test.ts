import { describe, expect, it } from 'vitest'
import type { TraceDetail, TraceStep } from '#lib/api/traces.ts'
import { withoutPeople } from './shared-view.ts'

const STEP: TraceStep = {
  ...{ step: 'fhir', peer: 'fhir', at: 1, ms: 2, method: 'GET', status: 200, sent: {}, checks: [] },
  url: 'http://localhost:3000/fhir/DEFAULT/Patient/marijke-jansen',
}

const trace = (...steps: readonly Partial<TraceStep>[]): TraceDetail => ({
  ...{ id: 'l-x', traceId: 'jti', verified: true, platform: 'p', app: 'a', outcome: 'opened', failed: null },
  ...{ user: 'Patient/marijke-jansen', task: 'Task/sleep-diary-week-1', startedAt: 1, changedAt: 2, truncated: false },
  steps: steps.map((step) => ({ ...STEP, ...step })),
})

const textOf = (...steps: readonly Partial<TraceStep>[]) => JSON.stringify(withoutPeople(trace(...steps)))

describe('a trace that is shared', () => {
  it('replaces each person by one number wherever that person is named', () => {
    const text = textOf(
      { sent: { patient: 'marijke-jansen', owner: 'Practitioner/daan-visser' } },
      {
        location: 'http://x.test/cb?sub=Patient%2Fmarijke-jansen',
        answered: { fhirUser: 'http://x/fhir/Patient/marijke-jansen' },
      },
      {
        checks: [
          {
            ...{ name: 'user.match', outcome: 'failed', rule: '', source: '' },
            expected: { sub: 'Patient/marijke-jansen' },
            received: { sub: ['Patient/bram-de-boer'] },
            reason: 'Patient/bram-de-boer is not Patient/marijke-jansen',
          },
        ],
      },
    )
    expect(text).not.toMatch(/marijke|jansen|bram|daan/)
    expect(text).toContain('"reason":"Patient/person-3 is not Patient/person-1"')
    expect(text).toContain('Practitioner/person-2')
  })

  it('removes the values of a search, except those that say nothing about a person', () => {
    const [step] = withoutPeople(
      trace({ sent: { name: 'Jansen', birthdate: '1986', _count: '5', status: 'ready' } }),
    ).steps
    const cut = { removed: 'personal' }
    expect(step?.sent).toEqual({ name: cut, birthdate: cut, _count: '5', status: 'ready' })
  })

  it('removes people from the criteria of Subscriptions', () => {
    const compared = { id: 's', owner: 'a', verdict: 'matched' } as const
    const [step] = withoutPeople(
      trace({
        step: 'subscription.compared',
        subscriptions: [
          { ...compared, criteria: 'Task?patient=Patient/marijke-jansen&status=ready' },
          { ...compared, criteria: 'Patient?family=Jansen&birthdate=1986-05-07' },
          { ...compared, criteria: 'Task' },
        ],
      }),
    ).steps
    expect(step?.subscriptions?.map(({ criteria }) => criteria)).toEqual([
      'Task?patient=Patient/person-1&status=ready',
      'Patient?family=[removed]&birthdate=[removed]',
      'Task',
    ])
  })

  it('removes user names from members and from addresses', () => {
    const text = textOf({
      step: 'idp.login',
      sent: { username: 'm…e@demo.test', claims: { preferred_username: 'm…e@demo.test' } },
      location: 'http://x.test/login?login_hint=m%E2%80%A6e%40demo.test&x=1',
    })
    expect(text).not.toContain('demo.test')
    expect(text).toContain('login_hint=[removed]&x=1')
  })

  it('removes the unknown claims of a launch token and the claims of another identity provider', () => {
    const jwt = (claims: object) => ({ jwt: { header: { alg: 'RS256' }, claims } })
    const cut = { removed: 'personal' }
    const [step] = withoutPeople(
      trace({
        step: 'app.callback',
        sent: {
          launch: jwt({ iss: 'p', sub: 'Patient/marijke-jansen', bsn: '123456782', 'hti-version': '2.0' }),
          client_assertion: jwt({ iss: 'a', sub: 'a', jti: 'x' }),
        },
        answered: {
          id_token: jwt({ iss: 'https://idp.example', sub: '0f3c', upn: 'm.jansen@example.org', groups: ['ward 7'] }),
        },
      }),
    ).steps
    expect(step?.sent).toEqual({
      launch: jwt({ iss: 'p', sub: 'Patient/person-1', bsn: cut, 'hti-version': '2.0' }),
      client_assertion: jwt({ iss: 'a', sub: 'a', jti: 'x' }),
    })
    expect(step?.answered).toEqual({
      id_token: jwt({ iss: 'https://idp.example', sub: cut, upn: cut, groups: cut }),
    })
  })

  it('does not offer to run a step again', () => {
    expect(textOf({ again: 'alone' })).not.toContain('again')
  })

  it('does not replace a value that merely equals a short resource id', () => {
    const { steps } = withoutPeople(trace({ url: 'http://x.test/fhir/Patient/7', sent: { _count: '7' } }))
    expect(steps[0]).toMatchObject({ url: 'http://x.test/fhir/Patient/person-2', sent: { _count: '7' } })
  })
})
