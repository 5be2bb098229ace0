// One resource that is long by itself: it is read, judged and written in many steps, between which others are answered. What is
// counted here are the steps and what each does, so the machine does not matter.
import { describe, expect, it } from 'vitest'
import { allSteps, type Steps } from '#lib/async/steps.ts'
import { layingOut } from '#lib/fhir/json-text.ts'
import { preparing } from '#lib/fhir/prepared-resource.ts'
import { readingResource } from '#lib/fhir/validation/read-resource.ts'
import { bundleOf, type Json } from '../testing/fhir-server.ts'
import { posting, transaction } from './testing/bundles.ts'
import { expectRefused } from './testing/refusals.ts'
import { ifMatch, writeServer } from './testing/writers.ts'

const IDENTIFIERS = 20_000
const LONG: Json = {
  resourceType: 'Patient',
  identifier: Array.from({ length: IDENTIFIERS }, (_, n) => ({ system: 'urn:a', value: `n${n}` })),
}
/** Index values that one step may write: a few milliseconds. */
const MOST_AT_ONCE = 1024

const change = (to: string) => [{ op: 'add', path: '/gender', value: to }]

/** A server beside another one, which notes of each step of a long transaction how many index values it wrote. */
async function countingServer() {
  const below = await writeServer()
  const { writes } = below
  const steps: number[] = []
  const followed: string[] = []
  let short = 0
  const counting: typeof writes = {
    ...writes,
    transact: (work) =>
      writes.transact((tx) => {
        followed.length = 0 // On PostgreSQL work begins anew with each answer.
        const current: typeof tx.current = (type, id) => {
          followed.push(`${type}/${id}`)
          return tx.current(type, id)
        }
        const value = work({ ...tx, current, registry: below.registry })
        short += 1
        return value
      }),
    transactInSteps: (work) =>
      writes.transactInSteps(function* (tx) {
        let written = 0
        const count = <Result>(values: readonly string[], result: Result): Result => {
          written += values.length / 3
          return result
        }
        const counted: typeof tx = {
          ...tx,
          registry: below.registry,
          add: (resource, ...more) => count(resource.values, tx.add(resource, ...more)),
          write: (resource, ...more) => count(resource.values, tx.write(resource, ...more)),
          index: (version, values) => count(values, tx.index(version, values)),
        }
        for (const inner = work(counted); ; yield) {
          written = 0
          const { done, value } = inner.next()
          steps.push(written)
          if (done) return value
        }
      }),
  }
  const server = await writeServer({ writes: counting }, { beside: below })
  /** What the steps of one request wrote; it was made in no short transaction. */
  const stepsOf = async (request: () => Promise<Response>, status = 200) => {
    steps.length = 0
    short = 0
    const response = await request()
    expect([response.status, short]).toEqual([status, 0])
    return { response, steps: [...steps] }
  }
  return { a: await server.as('A'), stepsOf, followed }
}

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)

describe('a resource of tens of thousands of identifiers', () => {
  it('FBO-08 is written in steps of some index values, by whichever way it comes', async () => {
    const { a, stepsOf } = await countingServer()
    const { response, steps } = await stepsOf(() => a.post('/Patient', LONG), 201)
    const made = (await response.json()) as Json
    const path = `/Patient/${made['id']}`
    const ways = [
      steps,
      (await stepsOf(() => a.put(path, { ...made, gender: 'female' }, ifMatch(1)))).steps,
      (await stepsOf(() => a.patch(path, change('male'), ifMatch(2)))).steps,
      (await stepsOf(() => a.put('/Patient?identifier=urn:a|n7', { ...LONG, active: true }, ifMatch(3)))).steps,
      (await stepsOf(() => a.post('', transaction(posting({ ...LONG, active: false }))))).steps,
    ]
    for (const written of ways) {
      expect(sum(written)).toBeGreaterThanOrEqual(IDENTIFIERS)
      expect(Math.max(...written)).toBeLessThanOrEqual(MOST_AT_ONCE)
    }
    // All of its values are there, those of the last step too.
    const found = await bundleOf(await a.get(`/Patient?identifier=urn:a|n${IDENTIFIERS - 1}&active=true`))
    expect(found.entry?.map(({ resource }) => resource['id'])).toEqual([made['id']])
  })

  it('FBO-08 is changed by a small patch in a transaction of steps, since it is long as it is stored', async () => {
    const { a, stepsOf } = await countingServer()
    const { id } = await a.made(LONG)
    const { steps } = await stepsOf(() => a.patch(`/Patient/${id}`, change('other'), ifMatch(1)))
    expect(steps.length).toBeGreaterThan(IDENTIFIERS / MOST_AT_ONCE)
  })

  it('FBO-08 is made by a long patch of a short resource, and by a short patch that copies, in a transaction of steps', async () => {
    const { a, stepsOf } = await countingServer()
    const { id } = await a.made({ resourceType: 'Patient', identifier: [{ system: 'urn:a', value: 'n0' }] })
    const long = [{ op: 'add', path: '/identifier', value: LONG['identifier'] }]
    const { steps } = await stepsOf(() => a.patch(`/Patient/${id}`, long, ifMatch(1)))
    expect(steps.length).toBeGreaterThan(IDENTIFIERS / MOST_AT_ONCE)
    const other = await a.made({ resourceType: 'Patient', contact: [{ name: { text: 'Piet' } }] })
    const whole = (n: number) => ({ op: 'copy', from: '/contact', path: `/x${n}` })
    const part = (n: number) => ({ op: 'add', path: '/contact/-', value: { name: { text: `Piet ${n}` } } })
    const copies = Array.from({ length: 100 }, (_, n) => (n < 50 ? part(n) : whole(n)))
    await stepsOf(() => a.patch(`/Patient/${other.id}`, copies, ifMatch(1)), 400)
  })

  it('FBO-08 meets its own criteria, which look at the values of all steps', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const last = `identifier=urn:a|n${IDENTIFIERS - 1}`
    expect((await a.post('/Patient', LONG, { 'if-none-exist': last })).status).toBe(201)
    expect((await a.post('/Patient', LONG, { 'if-none-exist': last })).status).toBe(200)
    const other = await a.post('/Patient', LONG, { 'if-none-exist': 'identifier=urn:a|other' })
    await expectRefused(other, 422, 'business-rule')
  })

  it('FBO-08 is read in steps, spaced or not', () => {
    const counted = (steps: Steps<unknown>) => [...steps].length
    for (const text of [JSON.stringify(LONG), JSON.stringify(LONG, null, 2)]) {
      expect(counted(readingResource(text))).toBeGreaterThan(10)
      expect(allSteps(readingResource(text)).text).toBe(JSON.stringify(LONG))
    }
  })
})

describe('a resource of thousands of names', () => {
  const name = Array.from({ length: 10_000 }, (_, n) => ({ family: `de Vries-${n}`, given: [`Émile ${n}`] }))
  const parsed = { resourceType: 'Patient', id: 'a', name }

  it('FBO-08 is indexed in steps, of which each looks at some of them', () => {
    const all = (resource: Json) => [
      ...preparing({ type: 'Patient', id: 'a', text: JSON.stringify(resource), parsed: resource }),
    ]
    // Family, given, and the later words of both: fifty thousand values.
    expect(all(parsed).length - all({ ...parsed, name: [] }).length).toBeGreaterThan(15)
  })

  it('FBO-08 is laid out in pieces, each of which is one text', () => {
    expect([...layingOut(JSON.stringify(parsed))].length).toBeGreaterThan(15)
  })
})

describe('many long resources in one Bundle', () => {
  it('LIM-16 are patched up to a bound, since their transaction keeps other writers waiting', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const long: Json = { resourceType: 'Patient', name: [{ family: 'x'.repeat(1_000_000) }] }
    const ids: string[] = []
    for (let n = 0; n < 20; n += 1) ids.push((await a.made(long)).id)
    const patch = (id: string) => ({
      resource: {
        resourceType: 'Binary',
        contentType: 'application/json-patch+json',
        data: Buffer.from(JSON.stringify(change('other'))).toString('base64'),
      },
      request: { method: 'PATCH', url: `Patient/${id}`, ifMatch: 'W/"1"' },
    })
    await server.changesNothing(async () =>
      expectRefused(await a.post('', transaction(...ids.map(patch))), 422, 'too-costly'),
    )
    expect((await a.post('', transaction(...ids.slice(0, 10).map(patch)))).status).toBe(200)
  })
})

describe('references', () => {
  it('FBO-08 that lead to the same resource are followed once, however long that is', async () => {
    const { a, followed } = await countingServer()
    const { id } = await a.made({ resourceType: 'Patient', name: [{ family: 'x'.repeat(1_000_000) }] })
    const participant = Array.from({ length: 100 }, () => ({ member: { reference: `Patient/${id}` } }))
    expect((await a.post('/CareTeam', { resourceType: 'CareTeam', participant })).status).toBe(201)
    expect(followed.filter((address) => address === `Patient/${id}`)).toHaveLength(1)
  })
})
