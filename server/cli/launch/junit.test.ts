import { describe, expect, it } from 'vitest'
import { junit } from './junit.ts'

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

  it('counts a check that failed as a failure, unless the launch was to be refused so', () => {
    const checks = [
      { step: 'authorize', check: 'launch.aud', outcome: 'failed' },
      { step: 'authorize', check: 'launch.jti', outcome: 'not_reached' },
      { step: 'app.callback', check: 'app.answer', outcome: 'failed' },
    ] as const
    expect(junit({ ...report, ok: true, checks })).toContain('tests="4" failures="2" skipped="1" time="1.500"')
    const asExpected = junit({ ...report, ok: true, checks, expected: 'launch.aud' })
    expect(asExpected).toContain('failures="0" skipped="1"')
    expect(asExpected).toContain('<testcase classname="authorize" name="launch.aud"')
    expect(junit({ ...report, checks, expected: 'user.match' })).toContain('failures="3"')
  })
})
