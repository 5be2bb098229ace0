// Entries that read: they are refused, and show no more, as a single request does.
import { describe, expect, it } from 'vitest'
import { originOf } from '#lib/fhir/koppeltaal.ts'
import { P0 } from '#lib/fhir/validation/testing/examples.ts'
import { toWrite } from '../resource-write.ts'
import { expectOutcome, type Json } from '../testing/fhir-server.ts'
import { batch, entriesOf, getting, posting, statusesOf, transaction } from './testing/bundles.ts'
import { person } from './testing/transactions.ts'
import { writeServer } from './testing/writers.ts'

describe('an entry that reads', () => {
  it('TXN-02 RDR-14 undoes the writes of its transaction when its parameters are refused', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const { id } = await a.made(person('one'))
    for (const [query, code] of [
      ['_summary=zzz', 'invalid'],
      ['_elements=$', 'invalid'],
      ['_summary=true&_elements=id', 'not-supported'],
      ['_summary=count', 'invalid'],
      ['_count=1', 'invalid'],
      ['_elements=%ZZ', 'invalid'],
    ] as const)
      for (const address of [`Patient/${id}`, `Patient/${id}/_history/1`]) {
        const sent = transaction(posting(person('two')), getting(`${address}?${query}`))
        const { issue } = await expectOutcome(await changesNothing(() => a.post('', sent)), 400, code)
        expect(issue[0]).toMatchObject({ expression: ['Bundle.entry[1]'] })
      }
  })

  it('LST-17 has no pages: the links of a list are requests of their own', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    for (const address of ['Patient', 'Patient/x']) {
      const sent = transaction(posting(person('two')), getting(`${address}?_getpages=1`))
      await expectOutcome(await changesNothing(() => a.post('', sent)), 400, 'not-supported')
    }
  })

  it('RBT-16 shows no version of another origin, as a read of its own does not', async () => {
    const { as, resources, now } = await writeServer()
    const madeBy = (origin: string, more: Json) =>
      toWrite({ ...P0, id: 'moved', extension: [originOf(origin)], ...more })
    await resources.write([madeBy('B', { gender: 'male' })], now())
    await resources.write([madeBy('A', { gender: 'female' })], now())
    const a = await as('A')
    const addresses = ['Patient/moved/_history/1', 'Patient/moved/_history/2', 'Patient/moved']
    const alone = await Promise.all(addresses.map(async (address) => (await a.get(`/${address}`)).status))
    const entries = await entriesOf(await a.post('', batch(...addresses.map((url) => getting(url)))), 'batch')
    expect([alone, statusesOf(entries)]).toEqual([
      [404, 200, 200],
      [404, 200, 200],
    ])
  })
})
