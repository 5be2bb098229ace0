// Real servers that are killed while they notify.
import { describe, expect, it } from 'vitest'
import { processDomain } from '../testing/processes.ts'
import { type Receiver, receiver, silent, status } from './testing/receiver.ts'
import { clientWriter, registerOwner, subscriptionOf, taskOf } from './testing/subscribed.ts'

const ENV = { SUBSCRIPTION_RETRY: '1', SUBSCRIPTION_EVENTS_PER_MINUTE: '100000' }

async function domainWithSubscription(hook: Receiver) {
  const processes = await processDomain()
  const endpoint = `${hook.origin}/hook`
  await registerOwner(processes.domain, endpoint)
  const write = clientWriter(processes.domain, Date.now)
  await write(subscriptionOf(endpoint))
  const start = (first: boolean) => processes.start({ first, env: ENV })
  const isActive = async () =>
    (await processes.domain.resources.readCurrent('Subscription', 'sub'))?.body?.includes('"status":"active"') === true
  const tasks = async (from: number, count: number) => {
    for (let n = from; n < from + count; n += 1) await write(taskOf(`task-${n}`))
  }
  return { start, isActive, tasks }
}

/** The numbers that arrived, each once; a repeat has to be of the same event. */
function numbersOf(hook: Receiver): readonly number[] {
  const eventIds = new Map<number, string | undefined>()
  for (const { number, headers } of hook.arrived) {
    const eventId = headers['x-slipway-event-id']
    if (number > 0) expect(eventIds.get(number) ?? eventId).toBe(eventId)
    eventIds.set(number, eventId)
  }
  return [...eventIds.keys()].filter((number) => number > 0)
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

describe('servers that are killed', () => {
  it('SUB-22 SUB-31 DUR-09 lose no event: what was written, or was being sent, is sent by the next server', async () => {
    const hook = await receiver()
    const { start, isActive, tasks } = await domainWithSubscription(hook)
    const first = await start(true)
    await expect.poll(isActive).toBe(true)
    const second = await start(false)

    // While both live each event comes once, in order.
    await tasks(0, 50)
    await expect.poll(() => hook.arrived.length).toBe(51)
    expect(hook.numbers()).toEqual([0, ...upTo(50)])

    // Killed while it sends, with more that waits; the other one takes over.
    hook.answer = silent
    await tasks(50, 50)
    await expect.poll(() => hook.numbers().at(-1)).toBe(51)
    await first.kill()
    hook.answer = status(200)
    await expect.poll(() => hook.numbers().at(-1)).toBe(100)
    expect(numbersOf(hook)).toEqual(upTo(100))

    // Nobody is there when something is written.
    await second.kill()
    await tasks(100, 10)
    const third = await start(true)
    await expect.poll(() => hook.numbers().at(-1)).toBe(110)
    expect(numbersOf(hook)).toEqual(upTo(110))

    // Told to end, it hands over at once.
    third.child.kill('SIGTERM')
    await start(false)
    await tasks(110, 1)
    await expect.poll(() => hook.numbers().at(-1)).toBe(111)
  })
})
