import { describe, expect, it } from 'vitest'
import { allSteps } from '../async/steps.ts'
import { readingResource } from './validation/read-resource.ts'

const LONG = 'x'.repeat(1000)
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ value: `${n}, [${LONG}]`, list: [1, [], {}] }))

const RESOURCES = {
  'a list': { identifier: many(300) },
  'two lists, and more between them': { identifier: many(300), active: true, name: [], telecom: many(150) },
  'a list in an object': { text: { div: many(300) }, name: [{}] },
  'one item that is long': { name: [{ text: LONG.repeat(200) }] },
  'a long item, and others after it': { name: [{ text: LONG.repeat(200) }, {}, { text: 'a' }] },
  'lists in lists': { name: [many(300), many(2)] },
}

describe('JSON that is parsed in parts', () => {
  it.each(Object.entries(RESOURCES))('FBO-08 is what JSON.parse makes of it: %s', (_, members) => {
    const resource = { resourceType: 'Patient', ...members }
    for (const text of [JSON.stringify(resource), JSON.stringify(resource, null, 2)]) {
      const { parsed } = allSteps(readingResource(text))
      expect(parsed).toEqual(resource)
      expect(Object.keys(parsed)).toEqual(Object.keys(resource))
    }
  })

  it('FBO-08 takes a step for some items of a list', () => {
    const steps = (count: number) =>
      [...readingResource(JSON.stringify({ resourceType: 'Bundle', entry: many(count) }))].length
    // The scan of the text takes steps, too: one for four thousand values.
    expect(steps(4000) - steps(40)).toBeGreaterThan(60)
  })
})
