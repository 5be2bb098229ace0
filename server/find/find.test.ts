import { describe, expect, it } from 'vitest'
import type { FoundThings } from '#lib/api/find.ts'
import type { TraceList } from '#lib/api/traces.ts'
import { MINUTE } from '#lib/clock.ts'
import { eventsOf, nameOf } from '../testing/audit.ts'
import { testDomain } from '../testing/domain.ts'
import { demoLaunch } from '../testing/launches.ts'
import { demoCookie } from '../testing/portal-cookie.ts'
import { WRITING_SCOPE, writingApp } from '../testing/writing-app.ts'

/** A demo domain, and what one person finds in it. */
async function findingAs(username: string | undefined) {
  const viewer = async () => (username === undefined ? undefined : { username, name: undefined })
  const test = await testDomain({}, { viewer })
  const find = async (q: string) => {
    const answer = await test.fetch(`/api/find?${new URLSearchParams({ q })}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { items } = (await answer.json()) as FoundThings
    return items.map(({ kind, href, title }) => `${kind} ${href} ${title}`)
  }
  return { ...test, find }
}

const MARIJKE = 'record /browse/Patient/marijke-jansen Marijke Jansen'

describe('finding things on every page', () => {
  it('gives a practitioner records by name, by a part of it, by id and by reference', async () => {
    const { find } = await findingAs('daan@demo.test')
    for (const text of ['Marijke Jansen', 'jansen mari', 'marijke-jansen', 'Patient/marijke-jansen'])
      expect(await find(text), text).toContain(MARIJKE)
    expect(await find('Task/sleep-diary-week-1')).toEqual([
      expect.stringMatching(/^record \/browse\/Task\/sleep-diary-week-1 /),
    ])
    expect((await find('demo')).filter((one) => /^(user|app) /.test(one))).toEqual([])
  })

  it('gives an administrator users and apps, too', async () => {
    const { find } = await findingAs('beheer@demo.test')
    expect(await find('marijke')).toEqual([
      MARIJKE,
      expect.stringMatching(/^user \/admin\/users\/[\w-]+ Marijke Jansen$/),
    ])
    expect(await find('demo-app')).toContainEqual(expect.stringMatching(/^app \/admin\/apps\/demo-app /))
  })

  it.each([undefined, 'nobody@demo.test', 'marijke@demo.test'])(
    'gives %s no record, no user and no app',
    async (username) => {
      const { find } = await findingAs(username)
      for (const text of ['Marijke', 'Patient/marijke-jansen', 'demo-app'])
        expect(
          (await find(text)).filter((one) => !one.startsWith('trace ')),
          text,
        ).toEqual([])
    },
  )

  it('shows launches of one person in the same words once, the newest', async () => {
    const here = await testDomain()
    for (let times = 0; times < 3; times += 1) {
      here.advance(MINUTE)
      await demoLaunch(here)
    }
    const headers = { cookie: await demoCookie(here.domain, 'beheer@demo.test') }
    const { items } = (await (await here.fetch('/api/find?q=marijke', { headers })).json()) as FoundThings
    const { items: traces } = (await (await here.fetch('/traces/api', { headers })).json()) as TraceList
    expect(traces.length).toBeGreaterThanOrEqual(3)
    expect(items.filter(({ kind }) => kind === 'trace').map(({ href }) => href)).toEqual([`/traces/${traces[0]?.id}`])
  })

  it('shows what an app did by itself in the words of the list of traces, not by an id', async () => {
    const here = await testDomain()
    const app = await writingApp(here.domain)
    const body = JSON.stringify({ resourceType: 'Task', status: 'ready', intent: 'order' })
    const headers = {
      authorization: `Bearer ${await here.bearer(app, WRITING_SCOPE)}`,
      'content-type': 'application/fhir+json',
      'x-trace-id': 'trace-of-a-write',
    }
    expect((await here.fetch('/fhir/DEFAULT/Task', { method: 'POST', headers, body })).status).toBe(201)
    const cookie = await demoCookie(here.domain, 'beheer@demo.test')
    const found = await here.fetch('/api/find?q=trace-of-a-write', { headers: { cookie } })
    const { items } = (await found.json()) as FoundThings
    const traces = items.filter(({ kind }) => kind === 'trace')
    expect(traces).toHaveLength(1)
    expect(traces[0]?.detail).toMatch(/ created /)
  })

  it('leaves in the audit log what a person read of records, and no refusal of what nobody meant to ask for', async () => {
    const namesOfEvents = async (username: string) => {
      const { find, domain } = await findingAs(username)
      await find('Patient/marijke-jansen')
      await domain.audit.flush()
      return (await eventsOf(domain)).filter(({ agent }) => JSON.stringify(agent).includes(username)).map(nameOf)
    }
    expect(await namesOfEvents('daan@demo.test')).toEqual(['read'])
    expect(await namesOfEvents('marijke@demo.test')).toEqual([])
  })

  it('asks nothing for less than two characters, and cuts a long text off', async () => {
    const { find } = await findingAs('beheer@demo.test')
    expect(await find('m')).toEqual([])
    expect(await find('x'.repeat(100_000))).toEqual([])
    expect(await find('&_count=1000#"<,|$')).toEqual([])
  })
})
