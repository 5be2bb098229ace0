// Searches of writes run before their transaction, which compares what was written since: by others, and by itself.
import { describe, expect, it } from 'vitest'
import { originOf } from '#lib/fhir/koppeltaal.ts'
import { P0 } from '#lib/fhir/validation/testing/examples.ts'
import { isPostgres } from '#server/storage/testing/stores.ts'
import type { FhirDeps } from '../deps.ts'
import { bundleOf, expectOutcome, type Json } from '../testing/fhir-server.ts'
import {
  batch,
  deleting,
  entriesOf,
  getting,
  posting,
  putting,
  requesting,
  statusesOf,
  transaction,
} from './testing/bundles.ts'
import { ifMatch, JSON_PATCH, writeServer, writesBy } from './testing/writers.ts'

/** More than are looked at within a transaction. */
const MANY = 700
/** Each of both finds many Patients of the crowd, and no Patient has both. */
const WIDE = 'gender=male&active=true'
const ALL = `/Patient?${WIDE}&_total=accurate`

const MATCH: Json = { ...P0, gender: 'male', active: true }

const crowdOf = (n: number) => {
  const id = `crowd-${n}`
  const half = n % 2 === 0 ? { gender: 'male', active: false } : { gender: 'female', active: true }
  const parsed = { ...P0, id, extension: [originOf('A')], ...half, resourceType: 'Patient' }
  return { type: 'Patient', id, text: JSON.stringify(parsed), parsed }
}

/** A server with a crowd, where each search takes `each` ms more, and what happens to the searches ahead of its writes. */
async function crowdedServer({ searchMs = 5000, each = 0 } = {}) {
  const below = await writeServer()
  await below.resources.write(
    Array.from({ length: MANY }, (_, n) => crowdOf(n)),
    below.now(),
  )
  const seen = { ahead: 0, transactions: 0 }
  let between = async (): Promise<void> => undefined
  const writes = writesBy(below, below.writes.rules)
  const deps: Partial<FhirDeps> = {
    resources: {
      ...below.resources,
      lookAhead: async (...asked) => {
        seen.ahead += 1
        const found = await below.resources.lookAhead(...asked)
        asked[1]?.spent?.(each)
        const once = between
        between = async () => undefined
        await once()
        return found
      },
    },
    writes: {
      ...writes,
      limits: { ...writes.limits, searchMs },
      transact: (work) => {
        seen.transactions += 1
        return writes.transact(work)
      },
      transactInSteps: (work) => {
        seen.transactions += 1
        return writes.transactInSteps(work)
      },
    },
  }
  const server = await writeServer(deps, { beside: below })
  const a = await server.as('A')
  const other = await below.as('A')
  const matches = async () => (await bundleOf(await other.get(ALL))).total
  const once = (happens: () => Promise<unknown>) => {
    between = async () => void (await happens())
  }
  return { ...server, a, other, matches, seen, once }
}

const ifNoneExist = { 'if-none-exist': WIDE }

describe('a search of a write', () => {
  it('FBO-09 CON-07 CON-16 makes no second one where another writer was between it and the transaction', async () => {
    const { a, other, matches, once } = await crowdedServer()
    once(() => other.made(MATCH))
    expect((await a.post('/Patient', MATCH, ifNoneExist)).status).toBe(200)
    expect(await matches()).toBe(1)
  })

  it('FBO-09 CON-16 changes none that somebody has taken away, or out of its criteria, meanwhile', async () => {
    const { a, other, matches, once } = await crowdedServer()
    const made = await other.made(MATCH)
    once(() => other.put(`/Patient/${made.id}`, { ...made, active: false }, ifMatch(1)))
    const patch = [{ op: 'replace', path: '/birthDate', value: '1990-01-01' }]
    await expectOutcome(await a.patch(`/Patient?${WIDE}`, patch, { ...JSON_PATCH, ...ifMatch(1) }), 404, 'not-found')
    const again = await other.made(MATCH)
    once(() => other.delete(`/Patient/${again.id}`))
    expect((await a.put(`/Patient?${WIDE}`, MATCH)).status).toBe(201)
    once(() => other.made(MATCH))
    await expectOutcome(await a.delete(`/Patient?${WIDE}`), 412, 'multiple-matches')
    expect(await matches()).toBe(2)
  })

  it('FBO-09 goes on from what was found before, and searches again when too much was written since', async () => {
    const { a, matches, once, seen, resources, now } = await crowdedServer()
    const others = Array.from({ length: 2500 }, (_, n) => crowdOf(n + MANY))
    once(() => resources.write(others, now()))
    expect((await a.post('/Patient', MATCH, ifNoneExist)).status).toBe(201)
    const again = isPostgres ? 0 : 1 // Its transaction searches itself, however much was written.
    expect(seen).toEqual({ ahead: 1 + again, transactions: 1 + again })
    expect((await a.post('/Patient', MATCH, ifNoneExist)).status).toBe(200)
    expect(seen).toEqual({ ahead: 2 + again, transactions: 2 + again })
    expect(await matches()).toBe(1)
  })

  it('FBO-09 TXN-17 sees what its own transaction wrote before it', async () => {
    const { a, other, matches } = await crowdedServer()
    const made = await other.made(MATCH)
    const { id } = await other.made({ ...P0, gender: 'male', active: false })
    const response = await a.post(
      '',
      transaction(
        deleting(`Patient/${made.id}`, { ifMatch: 'W/"1"' }),
        requesting('POST', 'Patient', MATCH, { ifNoneExist: WIDE }),
        putting({ ...MATCH, id }, { ifMatch: 'W/"1"' }),
        getting(`Patient?${WIDE}&_count=1&_total=accurate`),
        getting('Patient?gender=male&_summary=count'),
      ),
    )
    const entries = await entriesOf(response, 'transaction')
    expect(statusesOf(entries)).toEqual([204, 201, 200, 200, 200])
    expect(entries[3]?.resource).toMatchObject({ total: 2, entry: [{ resource: { active: true } }] })
    expect(entries[4]?.resource).toMatchObject({ total: MANY / 2 + 2 })
    expect(await matches()).toBe(2)
  })

  it('FBO-09 TXN-08 runs once for equal criteria, before the one transaction', async () => {
    const { a, other, seen, task } = await crowdedServer()
    const patient = await other.made(MATCH)
    const { task: plain } = await task()
    Object.assign(seen, { ahead: 0, transactions: 0 })
    const wide = posting({ ...plain, for: { reference: `Patient?${WIDE}` } })
    const response = await a.post(
      '',
      transaction(...Array.from({ length: 50 }, () => wide), getting('Patient?gender=male')),
    )
    const entries = await entriesOf(response, 'transaction')
    expect(seen).toEqual({ ahead: 2, transactions: 1 })
    const [, id] = /Task\/([^/]+)/.exec(entries[0]?.response.location ?? '') ?? []
    expect(await (await other.get(`/Task/${id}`)).json()).toMatchObject({ for: { reference: `Patient/${patient.id}` } })
  })

  it('FBO-09 is refused with everything else once the searches of its request have had their time', async () => {
    const { a, other, changesNothing } = await crowdedServer({ searchMs: 0 })
    const { id } = await other.made(MATCH)
    const patch = [{ op: 'replace', path: '/birthDate', value: '1990-01-01' }]
    const searching = [
      () => a.post('/Patient', MATCH, ifNoneExist),
      () => a.post('/Patient', MATCH, { 'if-none-exist': 'identifier=http://nobody|has-it' }),
      () => a.put(`/Patient?${WIDE}`, MATCH, ifMatch(1)),
      () => a.patch(`/Patient?${WIDE}`, patch, { ...JSON_PATCH, ...ifMatch(1) }),
      () => a.delete(`/Patient?${WIDE}`),
      () => a.post('', transaction(posting(P0), getting(`Patient?${WIDE}`))),
      () =>
        a.post('', transaction(deleting(`Patient/${id}`), requesting('POST', 'Patient', MATCH, { ifNoneExist: WIDE }))),
    ]
    await changesNothing(async () => {
      for (const search of searching) await expectOutcome(await search(), 422, 'too-costly')
    })
    const entries = await entriesOf(await a.post('', batch(posting(P0), getting(`Patient?${WIDE}`))), 'batch')
    expect(statusesOf(entries)).toEqual([201, 422])
  })

  it('FBO-09 has what the searches before it in the same request have left', async () => {
    const { a } = await crowdedServer({ each: 3000 })
    const searches = ['a', 'b', 'c'].map((one) => getting(`Patient?identifier=http://nobody|${one}`))
    const statuses = statusesOf(await entriesOf(await a.post('', batch(...searches)), 'batch'))
    expect([statuses[0], statuses[2]]).toEqual([200, 422])
  })
})
