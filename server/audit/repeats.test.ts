// Repeated events are left out of the log, and always counted.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE } from '#lib/clock.ts'
import { eventsOf, type ReadEvent } from '../testing/audit.ts'
import { testDomain } from '../testing/domain.ts'
import { r4Problems } from '../testing/r4-validators.ts'
import { repeats } from './repeats.ts'

describe('refusals that one caller repeats', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function counting() {
    const told: (readonly [string, number])[] = []
    const { keep, close } = repeats<string>(Date.now, (who, leftOut) => told.push([who, leftOut]))
    return { told, close, ask: (who: string) => keep(who, () => who) }
  }

  it('LIM-01 are recorded once a minute, and the next record has the number of those left out', () => {
    const { ask, told } = counting()
    expect([ask('a'), ask('a'), ask('b'), ask('a')]).toEqual([0, undefined, 0, undefined])
    vi.setSystemTime(Date.now() + MINUTE)
    expect([ask('a'), ask('a'), ask('b')]).toEqual([2, undefined, 0])
    expect(told).toEqual([])
  })

  it('LIM-01 are recorded again after the clock was set back, and those left out are counted', () => {
    const { ask, told } = counting()
    for (const who of ['a', 'a', 'b', 'b', 'b']) ask(who)
    vi.setSystemTime(Date.now() - 60 * MINUTE)
    expect([ask('a'), ask('a')]).toEqual([1, undefined])
    vi.advanceTimersByTime(MINUTE)
    expect(told).toEqual([
      ['a', 1],
      ['b', 2],
    ])
  })

  it('LIM-01 are counted in one more record after the minute when no next one comes', () => {
    const { ask, told } = counting()
    for (const who of ['a', 'a', 'a', 'b']) ask(who)
    vi.advanceTimersByTime(MINUTE)
    expect(told).toEqual([['a', 2]])
    vi.advanceTimersByTime(10 * MINUTE)
    expect(told).toEqual([['a', 2]])
    expect(ask('a')).toBe(0)
  })

  it('LIM-01 are counted after a minute of their own, whatever other callers do', () => {
    const { ask, told } = counting()
    ask('a')
    ask('a')
    vi.advanceTimersByTime(MINUTE / 2)
    ask('b')
    ask('b')
    vi.advanceTimersByTime(MINUTE / 2)
    expect(told).toEqual([['a', 1]])
    vi.advanceTimersByTime(MINUTE)
    expect(told).toEqual([
      ['a', 1],
      ['b', 1],
    ])
  })

  it('LIM-01 are counted before the caller is forgotten, and when the log closes', () => {
    const { ask, told, close } = counting()
    ask('a')
    ask('a')
    for (let n = 0; n < 10_000; n++) ask(`stranger ${n}`)
    expect(told).toEqual([['a', 1]])
    ask('stranger 9999')
    close()
    close()
    expect(told).toEqual([
      ['a', 1],
      ['stranger 9999', 1],
    ])
  })
})

const leftOut = ({ entity = [] }: ReadEvent) => entity.find(({ name }) => name === 'left out')?.detail?.[0]?.valueString

describe('refusals for too many requests in the audit log', () => {
  it('LIM-01 IDP-21 have the number of those left out in the next event, as valid R4', async () => {
    const { domain, advance } = await testDomain()
    const audit = domain.audit.at('https://as.example')
    const refuse = () =>
      audit.record({
        name: 'token',
        request: new Request('https://as.example'),
        client: 'an-app',
        outcome: 'refused',
        description: 'token: too many requests',
        tooOften: true,
      })
    for (let n = 0; n < 42; n++) refuse()
    advance(MINUTE)
    refuse()
    const events = await eventsOf(domain)
    expect(events.map(leftOut)).toEqual([undefined, '41'])
    expect(events.flatMap(r4Problems)).toEqual([])
  })

  it('IDP-21 are recorded for each person behind one address, and those left out are counted for that person', async () => {
    const { domain, advance } = await testDomain()
    const knock = (site: string, username: string) =>
      domain.audit.at(site).record({
        name: 'change',
        request: new Request(site),
        person: { username },
        outcome: 'refused',
        description: 'change: only for administrators',
        tooOften: true,
      })
    for (const username of ['anna', 'ben', 'anna', 'doc']) knock('https://as.example/admin', username)
    knock('https://as.example/connect', 'anna')
    const names = async () =>
      (await eventsOf(domain)).map(
        ({ agent: [agent] }) => (agent?.who as { identifier?: { value?: string } })?.identifier?.value,
      )
    expect(await names()).toEqual(['anna', 'ben', 'doc', 'anna'])
    advance(MINUTE)
    await domain.audit.close()
    expect((await names()).at(-1)).toBe('anna')
    expect((await eventsOf(domain)).map(leftOut).at(-1)).toBe('1')
  })

  it('LIM-02 IDP-21 of reads are counted in an event of their own, at the end of the process at the latest', async () => {
    const { domain } = await testDomain()
    const audit = domain.audit.at('https://fhir.example')
    const read = (address: string) =>
      audit.read({ interaction: 'read', status: 429, address, requestId: crypto.randomUUID(), shown: [] })
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2']) await read(address)
    await domain.audit.close()
    const events = await eventsOf(domain)
    const told = events.filter((event) => leftOut(event) !== undefined)
    expect(told).toMatchObject([
      { outcome: '4', outcomeDesc: 'read: 2 more refusals for too many requests left out here' },
    ])
    expect(told[0]?.agent[0]?.network?.address).toBe('192.0.2.1')
    expect(events).toHaveLength(3)
    expect(events.flatMap(r4Problems)).toEqual([])
  })

  it('IDP-21 are the only ones left out: other repeated events are all recorded', async () => {
    const { domain } = await testDomain()
    const audit = domain.audit.at('https://as.example')
    const request = new Request('https://as.example')
    for (let n = 0; n < 5; n++) audit.record({ name: 'token', request, description: 'issued', client: 'the-same' })
    expect((await eventsOf(domain)).map(leftOut)).toEqual(Array(5).fill(undefined))
  })
})
