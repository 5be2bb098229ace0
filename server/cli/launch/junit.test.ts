import { describe, expect, it } from 'vitest'
import { junit } from './junit.ts'

describe('the report as JUnit XML', () => {
  const suite = { name: 'a & <b>', seconds: 1.5, cases: [] }
  const one = { group: 'Launch', name: 'a & <b> "c"\u0007', seconds: 1.234 }

  it('escapes text of people and servers', () => {
    const failure = { message: 'x < y', details: ['expected  {"a":1}', 'received  <b>'] }
    const xml = junit({ ...suite, cases: [{ ...one, failure, output: ['1 < 2'] }] })
    expect(xml).toContain('<testsuite name="a &amp; &lt;b&gt;"')
    expect(xml).toContain('name="a &amp; &lt;b&gt; &quot;c&quot; " time="1.234">')
    expect(xml).toContain(
      '<failure message="x &lt; y">expected  {&quot;a&quot;:1}\nreceived  &lt;b&gt;</failure><system-out>1 &lt; 2</system-out>',
    )
  })

  it('counts failed and skipped cases, and has the time of each case', () => {
    const failure = { message: 'no', details: [] }
    const cases = [one, { ...one, failure }, { ...one, skipped: 'needs a key' }]
    const xml = junit({ ...suite, cases })
    expect(xml).toContain('tests="3" failures="1" errors="0" skipped="1" time="1.500"')
    expect(xml).toContain('<skipped message="needs a key"/>')
    expect(xml.match(/time="1\.234"/g)).toHaveLength(3)
  })
})
