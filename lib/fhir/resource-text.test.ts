import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertNoRepeats, RepeatedMember, subset, withoutVersion, withVersion } from './resource-text.ts'

const STAMP = { versionId: 3, lastUpdated: '2026-04-01T12:00:00.250+00:00' }
const SET = '"versionId":"3","lastUpdated":"2026-04-01T12:00:00.250+00:00"'

describe('the version of a resource in its text', () => {
  it.each([
    [
      'no meta',
      '{"resourceType":"Patient","id":"a","x":1.00}',
      `{"resourceType":"Patient","id":"a","meta":{${SET}},"x":1.00}`,
    ],
    [
      'no meta and id last',
      '{"resourceType":"Patient","id":"a"}',
      `{"resourceType":"Patient","id":"a","meta":{${SET}}}`,
    ],
    ['an empty meta', '{"id":"a","meta":{},"x":1}', `{"id":"a","meta":{${SET}},"x":1}`],
    ['another meta', '{"id":"a","meta":{"source":"#s"}}', `{"id":"a","meta":{${SET},"source":"#s"}}`],
    [
      'both in another order, set in place',
      '{"id":"a","meta":{"lastUpdated":"x","source":"#s","versionId":"1"}}',
      '{"id":"a","meta":{"lastUpdated":"2026-04-01T12:00:00.250+00:00","source":"#s","versionId":"3"}}',
    ],
    [
      'a meta deeper down, which is left alone',
      '{"id":"a","contained":[{"id":"b","meta":{"versionId":"9"}}]}',
      `{"id":"a","meta":{${SET}},"contained":[{"id":"b","meta":{"versionId":"9"}}]}`,
    ],
    ['a name with escapes', '{"id":"a","\\u006deta":{"tag":[]}}', `{"id":"a","\\u006deta":{${SET},"tag":[]}}`],
    ['strings that look like meta', '{"id":"a","x":"\\"meta\\":{}"}', `{"id":"a","meta":{${SET}},"x":"\\"meta\\":{}"}`],
    [
      'members named like the prototype',
      '{"__proto__":{"id":"p"},"id":"constructor"}',
      `{"__proto__":{"id":"p"},"id":"constructor","meta":{${SET}}}`,
    ],
    ['neither id nor meta', '{"x":1}', `{"meta":{${SET}},"x":1}`],
    ['nothing at all', '{}', `{"meta":{${SET}}}`],
  ])('is set with %s', (_, before, after) => {
    expect(withVersion(before, STAMP)).toBe(after)
    expect(withVersion(after, STAMP)).toBe(after)
  })

  it.each([
    ['{"id":"a","meta":{"versionId":"1","lastUpdated":"x"},"x":1}', '{"id":"a","x":1}'],
    ['{"meta":{"versionId":"1"},"id":"a"}', '{"id":"a"}'],
    ['{"id":"a","meta":{"lastUpdated":"x"}}', '{"id":"a"}'],
    ['{"meta":{"versionId":"1"}}', '{}'],
    [
      '{"id":"a","meta":{"versionId":"1","tag":[{"code":"t"}],"lastUpdated":"x"}}',
      '{"id":"a","meta":{"tag":[{"code":"t"}]}}',
    ],
    ['{"id":"a"}', '{"id":"a"}'],
  ])('is removed from %s', (before, after) => {
    expect(withoutVersion(before)).toBe(after)
  })

  it('is the only difference to the original text, for any resource', () => {
    const meta = fc.option(fc.dictionary(fc.constantFrom('versionId', 'lastUpdated', 'source', 'x'), fc.string()))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), meta, (rest, given) => {
        const text = JSON.stringify({ ...rest, ...(given ? { meta: given } : { meta: undefined }) })
        const stamped = withVersion(text, STAMP)
        expect(withoutVersion(stamped)).toBe(withoutVersion(text))
        expect((JSON.parse(stamped) as { meta: object }).meta).toMatchObject(STAMP.versionId ? { versionId: '3' } : {})
      }),
    )
  })

  it('is refused when id or meta is repeated', () => {
    for (const text of [
      '{"meta":{},"meta":{}}',
      '{"id":"a","id":"b"}',
      '{"meta":{"source":"a","source":"b"}}',
      '{"id":"a","\\u0069d":"b"}',
    ])
      expect(() => assertNoRepeats(text)).toThrow(RepeatedMember)
    expect(() => assertNoRepeats('{"id":"a","meta":{"tag":[]},"name":[{"id":"a"},{"id":"a"}]}')).not.toThrow()
  })
})

describe('a subset of a resource', () => {
  const SUBSETTED = '{"system":"http://terminology.hl7.org/CodeSystem/v3-ObservationValue","code":"SUBSETTED"}'

  it.each([
    ['{"id":"a","n":1.00,"x":2}', `{"id":"a","meta":{"tag":[${SUBSETTED}]},"n":1.00}`],
    ['{"id":"a","meta":{"source":"s"},"n":1.00}', `{"id":"a","meta":{"source":"s","tag":[${SUBSETTED}]},"n":1.00}`],
    ['{"id":"a","meta":{},"n":1.00}', `{"id":"a","meta":{"tag":[${SUBSETTED}]},"n":1.00}`],
    [
      '{"id":"a","meta":{"tag":[{"code":"t"}]},"n":1.00}',
      `{"id":"a","meta":{"tag":[${SUBSETTED},{"code":"t"}]},"n":1.00}`,
    ],
  ])('of %s has the tag SUBSETTED', (before, after) => {
    expect(subset(before, ({ name, start, end }) => (name === 'x' ? undefined : before.slice(start, end)))).toBe(after)
  })
})
