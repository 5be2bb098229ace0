// Transactions of as many entries as a Bundle may have: they are made in many steps, between which others are answered.
import { describe, expect, it } from 'vitest'
import { P0 } from '#lib/fhir/validation/testing/examples.ts'
import { bundleOf } from '../testing/fhir-server.ts'
import { addressOf, entriesOf, posting, statusesOf, transaction } from './testing/bundles.ts'
import { issueOf, Q0, read, task, urn } from './testing/transactions.ts'
import { writeServer } from './testing/writers.ts'

const ENTRIES = 500
const creates = Array.from({ length: ENTRIES }, () => posting(P0))

/** A server beside another one, which counts what each step of a transaction writes: versions and events. */
async function countingServer() {
  const below = await writeServer()
  const { writes } = below
  const steps: number[] = []
  let written = 0
  const counting: typeof writes = {
    ...writes,
    audit: {
      ...writes.audit,
      written: (within, events) => {
        written += events.length
        writes.audit.written(within, events)
      },
    },
    transactInSteps: (work) =>
      writes.transactInSteps(function* (tx) {
        const add: typeof tx.add = (...version) => {
          written += 1
          return tx.add(...version)
        }
        for (const inner = work({ ...tx, add, registry: below.registry }); ; yield) {
          written = 0
          const { done, value } = inner.next()
          steps.push(written)
          if (done) return value
        }
      }),
  }
  const server = await writeServer({ writes: counting }, { beside: below })
  return { a: await server.as('A'), steps, written: () => steps.reduce((sum, count) => sum + count, 0) }
}

describe('a transaction of as many entries as a Bundle may have', () => {
  it('FBO-08 holds the event loop for no more than a resource, or some of its events, at a time', async () => {
    const { a, steps, written } = await countingServer()
    const entries = await entriesOf(await a.post('', transaction(...creates)), 'transaction')
    expect(new Set(statusesOf(entries))).toEqual(new Set([201]))
    expect(written()).toBe(ENTRIES + ENTRIES + 1)
    expect(Math.max(...steps)).toBeLessThanOrEqual(128)
    expect(steps.filter((count) => count === 1).length).toBeGreaterThanOrEqual(ENTRIES)
  })

  it('FBO-08 TXN-02 shows others nothing of itself before all of it', async () => {
    const server = await writeServer()
    const [a, other] = [await server.as('A'), await server.as('A')]
    let isOver = false
    const writing = a.post('', transaction(...creates)).finally(() => {
      isOver = true
    })
    const seen = new Set<unknown>()
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      seen.add((await bundleOf(await other.get('/Patient?_summary=count'))).total)
    }
    expect((await writing).status).toBe(200)
    seen.add((await bundleOf(await other.get('/Patient?_summary=count'))).total)
    expect(seen).toEqual(new Set([0, ENTRIES]))
  })

  it('TXN-02 TXN-05 leaves nothing where its last entry fails; where none does, its references are addresses', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const wrong = task('Patient/unknown', 'Practitioner/unknown')
    const refused = await a.post('', transaction(...creates.slice(1), posting(wrong)))
    expect(await issueOf(refused, 422, 'not-found')).toMatchObject({
      expression: [expect.stringContaining('entry[499]')],
    })
    expect((await bundleOf(await a.get('/Patient?_summary=count'))).total).toBe(0)
    const first = posting(task(urn(1), urn(2)))
    const all = [first, ...creates.slice(3), posting(P0, urn(1)), posting(Q0, urn(2))]
    const made = await entriesOf(await a.post('', transaction(...all)), 'transaction')
    const [patient, practitioner] = made.slice(-2).map(addressOf)
    const stored = await read(a, made.slice(0, 1).map(addressOf).join())
    expect(stored).toMatchObject({ for: { reference: patient }, owner: { reference: practitioner } })
  })
})
