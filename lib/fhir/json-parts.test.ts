import { describe, expect, it } from 'vitest'
import { allSteps } from '../async/steps.ts'
import { parsedInSlices } from './parsed-in-slices.ts'
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

  it.each(Object.entries(RESOURCES))('FBO-08 is parsed while others are answered: %s', async (_, members) => {
    const text = JSON.stringify({ ...members, more: 'x'.repeat(300_000) })
    expect(await parsedInSlices(text)).toEqual(JSON.parse(text))
  })

  it('FBO-08 is parsed in parts whatever its depth, and is no JSON where JSON.parse says so', async () => {
    const deep = `{"a":"${'x'.repeat(300_000)}","b":${'['.repeat(90)}${']'.repeat(90)}}`
    expect(await parsedInSlices(deep)).toEqual(JSON.parse(deep))
    await expect(parsedInSlices(`${deep}}`)).rejects.toThrow(SyntaxError)
  })

  it('FBO-08 of an answer of many resources is parsed in many turns', async () => {
    const text = JSON.stringify({ resourceType: 'Bundle', entry: many(6000) })
    let turns = 0
    const count = () => {
      turns += 1
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    await parsedInSlices(text)
    clearImmediate(next)
    expect(turns).toBeGreaterThan(0)
  })

  it('FBO-08 takes a step for some items of a list', () => {
    const steps = (count: number) =>
      [...readingResource(JSON.stringify({ resourceType: 'Bundle', entry: many(count) }))].length
    // The scan of the text takes steps, too: one for four thousand values.
    expect(steps(4000) - steps(40)).toBeGreaterThan(60)
  })
})
