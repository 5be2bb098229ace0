import { describe, expect, it } from 'vitest'
import { originOf, RESOURCE_ORIGIN } from './koppeltaal.ts'
import { deviceOf, mendedOrigin, originating, originsIn, withOrigin } from './resource-origin.ts'

const own = JSON.stringify(originOf('d'))
const forged = `{"url":"${RESOURCE_ORIGIN}","valueReference":{"reference":"https://evil.example/fhir/Device/d"}}`
const other = '{"url":"u"}'

describe('the origin of a resource in its text', () => {
  it.each([
    ['Patient', '{"id":"a","x":1.0}', `{"id":"a","extension":[${own}],"x":1.0}`],
    ['Patient', '{"id":"a","meta":{}}', `{"id":"a","meta":{},"extension":[${own}]}`],
    ['Patient', `{"id":"a","extension":[${other}]}`, `{"id":"a","extension":[${own},${other}]}`],
    ['Patient', '{"id":"a","extension":[]}', `{"id":"a","extension":[${own}]}`],
    ['Patient', `{"id":"a","extension":[${other},${forged}]}`, `{"id":"a","extension":[${own},${other}]}`],
    ['Binary', '{"id":"a","x":1.0}', `{"id":"a","meta":{"extension":[${own}]},"x":1.0}`],
    ['Bundle', '{"id":"a","meta":{"tag":[]}}', `{"id":"a","meta":{"extension":[${own}],"tag":[]}}`],
    ['Parameters', `{"meta":{"extension":[${other}]}}`, `{"meta":{"extension":[${own},${other}]}}`],
  ])('ORI-01 ORI-15 of %s is added to %s', (type, before, after) => {
    const text = withOrigin(before, type, originOf('d'))
    expect(text).toBe(after)
    const resource = { resourceType: type, ...(JSON.parse(withOrigin(before, type, undefined)) as object) }
    expect(originating(resource, originOf('d'))).toEqual({ resourceType: type, ...JSON.parse(after) })
  })

  it.each([
    [
      'a foreign one beside it',
      'Patient',
      'd',
      `{"id":"a","extension":[${forged},${own}]}`,
      `{"id":"a","extension":[${own}]}`,
    ],
    ['a foreign one alone', 'Patient', undefined, `{"id":"a","extension":[${forged}],"x":1.0}`, '{"id":"a","x":1.0}'],
    [
      'one hidden by escapes',
      'Patient',
      'd',
      `{"extension":[${forged.replaceAll('/', '\\/')},${own}]}`,
      `{"extension":[${own}]}`,
    ],
    [
      'one at the root of a resource without extensions',
      'Binary',
      'd',
      `{"id":"a","meta":{"versionId":"1"},"extension":[${own}],"data":"AA=="}`,
      `{"id":"a","meta":{"extension":[${own}],"versionId":"1"},"data":"AA=="}`,
    ],
  ])('ORI-03 ORI-15 of a stored version is the only one that is read: %s', (_, type, origin, stored, read) => {
    expect(mendedOrigin(stored, type, origin)).toBe(read)
    expect(mendedOrigin(read, type, origin)).toBe(read)
  })

  it.each([
    ['Patient', 'd', `{"id":"a","extension":[${other},${own}],"text":"\\u00e9 \\/"}`],
    [
      'Patient',
      'd',
      `{"id":"a","extension":[{"url":"${RESOURCE_ORIGIN}","valueReference":{"reference":"Device/d","display":"D"}}]}`,
    ],
    ['Patient', undefined, '{"id":"a"}'],
    ['Bundle', 'd', `{"meta":{"extension":[${own}]},"entry":[{"resource":{"extension":[${own}]}}]}`],
  ])('of a stored %s is read without a change when it is correct', (type, origin, stored) => {
    expect(mendedOrigin(stored, type, origin)).toBe(stored)
  })
})

describe('an extension resource-origin', () => {
  it('ORI-03 is recognised by its url, and one without a Device of this domain names none', () => {
    const odd = [{ valueReference: { reference: 'https://a.example/Device/d' } }, { valueString: 'Device/d' }, {}]
    const extension = [...odd.map((one) => ({ url: RESOURCE_ORIGIN, ...one })), null, { url: 'u' }]
    expect(originsIn({ resourceType: 'Patient', extension })).toHaveLength(3)
    expect(originsIn({ resourceType: 'Patient', extension }).map(deviceOf)).toEqual([undefined, undefined, undefined])
    expect(originsIn({ resourceType: 'Binary', extension, meta: { extension } })).toHaveLength(3)
  })
})
