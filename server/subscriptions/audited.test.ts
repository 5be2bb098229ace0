import { describe, expect, it } from 'vitest'
import { eventsOf, nameOf, type ReadEvent } from '../testing/audit.ts'
import { r4Problems } from '../testing/r4-validators.ts'
import { receiver, status } from './testing/receiver.ts'
import { subscribed } from './testing/subscribed.ts'

const TRACE = 'http://koppeltaal.nl/fhir/StructureDefinition/trace-id'
const REQUEST = 'http://koppeltaal.nl/fhir/StructureDefinition/request-id'
const CORRELATION = 'http://koppeltaal.nl/fhir/StructureDefinition/correlation-id'

async function running() {
  const hook = await receiver()
  const domain = await subscribed({ endpoint: `${hook.origin}/hook?key=secret` })
  await domain.subscribe({ criteria: 'Task?status=ready' }, { header: ['Authorization: Bearer secret'] })
  await domain.settle()
  const transmitted = async () => (await eventsOf(domain.domain)).filter((event) => nameOf(event) === 'transmit')
  return { hook, transmitted, ...domain }
}

const idOf = (event: ReadEvent | undefined, url: string) =>
  event?.extension.find((extension) => extension.url === url)?.valueId

describe('the audit log of notifications', () => {
  it('EVT-06 has each delivered notification, with its endpoint and the ids of its trigger', async () => {
    const { hook, transmitted, write, settle } = await running()
    expect(await transmitted()).toEqual([])
    await write({ resourceType: 'Task', id: 'a', status: 'ready' }, { requestId: 'r1', traceId: 't1' })
    await settle()
    const [event, ...more] = await transmitted()
    expect(more).toEqual([])
    expect(event && r4Problems(event)).toEqual([])
    expect(event).toMatchObject({
      type: { system: 'http://terminology.hl7.org/CodeSystem/iso-21089-lifecycle', code: 'transmit' },
      action: 'E',
      outcome: '0',
      outcomeDesc: 'transmit: event 1 delivered',
      agent: [
        { type: { coding: [{ code: '110153' }] }, who: { reference: 'Device/slipway' }, requestor: true },
        { type: { coding: [{ code: '110152' }] }, network: { address: `${hook.origin}/hook`, type: '5' } },
      ],
      entity: [
        {
          what: { reference: 'Subscription/sub', type: 'Subscription' },
          role: { code: '9' },
          query: Buffer.from('Task?status=ready').toString('base64'),
        },
      ],
    })
    expect([idOf(event, CORRELATION), idOf(event, TRACE)]).toEqual(['r1', 't1'])
    expect(idOf(event, REQUEST)).toBe(hook.arrived[1]?.headers['x-request-id'])
  })

  it('EVT-06 has one event when the Subscription goes into error, one when it goes off, and none for each attempt', async () => {
    const { hook, transmitted, task, settle, advance } = await running()
    hook.answer = status(500)
    await task('one')
    for (const ms of [0, 2_000, 7_000, 40_000, 150_000, 750_000]) {
      advance(ms)
      await settle()
    }
    expect((await transmitted()).map(({ outcome, outcomeDesc }) => [outcome, outcomeDesc])).toEqual([
      ['8', 'transmit: the Subscription is error (http-500: failed 3 times in a row)'],
    ])
    advance(86_400_000)
    await settle()
    expect((await transmitted()).map(({ outcomeDesc }) => outcomeDesc.replace(/since .*/, ''))).toEqual([
      'transmit: the Subscription is error (http-500: failed 3 times in a row)',
      'transmit: the Subscription is off (http-500: failed ',
    ])
    expect((await transmitted()).flatMap(r4Problems)).toEqual([])
  })

  it('SUB-14 EVT-09 has no secret of the receiver', async () => {
    const { transmitted, task, settle } = await running()
    await task('one')
    await settle()
    expect(await transmitted()).toHaveLength(1)
    expect(JSON.stringify(await transmitted())).not.toContain('secret')
  })
})
