import { describe, expect, it } from 'vitest'
import { FAILURES } from '#lib/launch/failures.ts'
import { CHECK_NAMES, type CheckName } from '../../oauth/check.ts'
import { checkOf, checkResults, type Ended } from './checks.ts'
import { junit } from './junit.ts'

const outcomes = (ended: Ended) =>
  Object.fromEntries(checkResults(ended).map(({ check, outcome }) => [check, outcome])) as Record<CheckName, string>

describe('what became of each check', () => {
  it('all passed where a launch was followed to its end', () => {
    expect(new Set(Object.values(outcomes({ part: 'token', refusedBy: undefined })))).toEqual(new Set(['passed']))
  })

  it('is unknown where an app keeps to itself what it made of its code', () => {
    const seen = outcomes({ part: 'callback', refusedBy: undefined })
    expect([seen['user.match'], seen['token.code']]).toEqual(['passed', 'unknown'])
  })

  it('is not reached behind the one that refused', () => {
    const seen = outcomes({ part: 'authorize', refusedBy: 'launch.aud' })
    expect([seen['launch.time'], seen['launch.aud'], seen['launch.signature'], seen['user.match']]).toEqual([
      'passed',
      'refused',
      'not reached',
      'not reached',
    ])
  })

  it('is unknown around a check that is made in two places', () => {
    const seen = outcomes({ part: 'authorize', refusedBy: 'launch.jti' })
    expect([seen['launch.format'], seen['launch.signature'], seen['launch.jti']]).toEqual([
      'passed',
      'unknown',
      'refused',
    ])
  })

  it('belongs to the part of the check, wherever the app told of it', () => {
    const seen = outcomes({ part: 'token', refusedBy: 'launch.time' })
    expect([seen['launch.time'], seen['token.params']]).toEqual(['refused', 'not reached'])
    const silent = outcomes({ part: 'callback', refusedBy: 'idp.reachable' })
    expect([silent['launch.jti'], silent['idp.login'], silent['token.code']]).toEqual([
      'passed',
      'unknown',
      'not reached',
    ])
  })

  it('claims nothing of the part in which something without a name refused', () => {
    const seen = outcomes({ part: 'authorize', refusedBy: undefined })
    expect(seen['authorize.client']).toBe('passed')
    expect(outcomes({ part: 'token', refusedBy: 'app.own_reason' })['token.code']).toBe('unknown')
  })

  it.each(Object.entries(FAILURES))('lists the check of %s', (_, { check }) => {
    expect(Object.keys(outcomes({ part: 'read', refusedBy: undefined }))).toContain(check)
  })

  it('reads a name only where there is one', () => {
    expect(CHECK_NAMES.map((name) => checkOf(`${name}: because.`))).toEqual(CHECK_NAMES)
    expect([checkOf('because.'), checkOf('nonsense: x'), checkOf(null), checkOf(undefined)]).toEqual(
      Array(4).fill(undefined),
    )
  })
})

describe('the report as JUnit XML', () => {
  const report = {
    name: 'a & <b> "c"\u0007',
    ok: false,
    message: 'x < y',
    checks: [],
    seconds: 1.5,
    expected: undefined,
  }

  it('escapes what people and servers wrote', () => {
    const xml = junit(report)
    expect(xml).toContain('name="a &amp; &lt;b&gt; &quot;c&quot; "')
    expect(xml).toContain('<failure message="x &lt; y"/>')
  })

  it('counts a check that refused as a failure, unless it was to refuse', () => {
    const checks = [{ check: 'launch.aud', outcome: 'refused' } as const]
    expect(junit({ ...report, ok: true, checks })).toContain('tests="2" failures="1" skipped="0" time="1.500"')
    expect(junit({ ...report, ok: true, checks, expected: 'launch.aud' })).toContain('failures="0"')
  })
})
