// The names in traces: read when somebody looks, with the rights of that person.
import { describe, expect, it } from 'vitest'
import type { MadeToken } from '#lib/api/tokens.ts'
import type { TraceDetail, TraceList } from '#lib/api/traces.ts'
import { eventsOf, nameOf } from '../testing/audit.ts'
import { testDomain } from '../testing/domain.ts'
import { demoLaunch, listTraces, readTrace } from '../testing/launches.ts'
import { portalCookie, signInAs } from '../testing/portal-cookie.ts'

const NAMES = { user: 'Marijke Jansen', task: 'Sleep diary: week 1' }

/** A demo domain in which a launch was made, with requests of accounts that are signed in. */
async function launched() {
  const running = await testDomain()
  const { browser, session } = await demoLaunch(running)
  const cookieOf = async (username: string) => {
    const account = await running.domain.storage.idp.accounts.findByUsername(username)
    return portalCookie(running.domain, { id: account?.id ?? username, username })
  }
  const get = async (username: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
    running.fetch(`/traces/api${path}`, { headers: { cookie: await cookieOf(username), ...headers } })
  const as = async <Answer>(username: string, path = '') => (await (await get(username, path)).json()) as Answer
  const reads = async () => {
    await running.domain.audit.flush()
    return (await eventsOf(running.domain))
      .filter((event) => nameOf(event) === 'read' && event.source.site.endsWith('/traces'))
      .map(({ agent, entity = [] }) => ({
        who: agent.map(({ who }) => who?.identifier?.value),
        what: entity.map(({ what }) => what?.reference?.replace(/\/_history\/\d+$/, '')),
      }))
  }
  return {
    ...running,
    marijke: browser,
    id: (await readTrace(browser, session.trace ?? ''))?.id ?? '',
    get,
    as,
    cookieOf,
    reads,
  }
}

describe('the names in a trace', () => {
  it('are shown to accounts that may read every record, in the list and in the trace', async () => {
    const { as, id } = await launched()
    for (const username of ['beheer@demo.test', 'daan@demo.test']) {
      const trace = await as<TraceDetail>(username, `/${id}`)
      expect(trace, username).toMatchObject({ user: 'Patient/marijke-jansen', names: NAMES, appName: 'Sleep diary' })
      expect(trace.platformName).toBe('Slipway portal')
    }
    const { items } = await as<TraceList>('beheer@demo.test')
    expect(items[0]).toMatchObject({ id, names: NAMES, appName: 'Sleep diary' })
  })

  it('are at the portal those of the person, and of the tasks that it opens for them', async () => {
    const { marijke, id, ...running } = await launched()
    expect(await readTrace(marijke, id)).toMatchObject({ names: NAMES })
    await signInAs(running.domain, marijke, 'Patient/bram-de-boer')
    const asBram = await readTrace(marijke, id) // The launch is still this browser's.
    expect(asBram).toMatchObject({ user: 'Patient/marijke-jansen' })
    expect(asBram).not.toHaveProperty('names')
    const els = await demoLaunch(running, {
      person: 'RelatedPerson/els-jansen',
      username: 'els@demo.test',
      task: 'Task/help-with-sleep-diary',
    })
    expect(await readTrace(els.browser, els.session.trace ?? '')).toMatchObject({ names: { user: 'Els Jansen' } })
  })

  it('are none for a developer, an auditor and a token, who may read no record', async () => {
    const { as, id, domain, get, cookieOf, fetch } = await launched()
    await domain.developers.add('demo-app', 'bram@demo.test')
    await domain.storage.idp.accounts.create({
      ...{ id: 'an-auditor', username: 'audit@demo.test', name: 'Noor Mulder', role: 'auditor' },
      ...{ passwordHash: '', createdAt: 1 },
    })
    const made = await fetch('/admin/api/tokens', {
      method: 'POST',
      headers: {
        origin: 'http://localhost:3000',
        'content-type': 'application/json',
        cookie: await cookieOf('beheer@demo.test'),
      },
      body: JSON.stringify({ name: 'ci', scopes: ['traces:read'], days: 1 }),
    })
    const { token } = (await made.json()) as MadeToken
    const byToken = await get('beheer@demo.test', `/${id}`, { authorization: `Bearer ${token}` })
    const traces = [
      await as<TraceDetail>('bram@demo.test', `/${id}`),
      await as<TraceDetail>('audit@demo.test', `/${id}`),
      (await byToken.json()) as TraceDetail,
    ]
    for (const trace of traces) {
      expect(trace).toMatchObject({ id, user: 'Patient/marijke-jansen', appName: 'Sleep diary' })
      expect(trace).not.toHaveProperty('names')
    }
    const { items } = await as<TraceList>('bram@demo.test', '?text=marijke%20jansen')
    expect(items, 'a search tells no name either').toEqual([])
  })

  it('are in no file that is saved, and not in the database', async () => {
    const { get, id, domain } = await launched()
    for (const download of ['json', 'html']) {
      const text = await (await get('beheer@demo.test', `/${id}?download=${download}`)).text()
      expect(text, download).toContain('Patient/marijke-jansen')
      expect(text, download).not.toMatch(/Marijke Jansen|week 1/)
    }
    await domain.traces.flush()
    const kept = [await domain.sql.rows('SELECT * FROM trace'), await domain.sql.rows('SELECT * FROM trace_step')]
    expect(kept.flat()).not.toEqual([])
    expect(JSON.stringify(kept)).not.toMatch(/Marijke Jansen|Sleep diary: week 1/)
  })

  it('find a trace: by person, task and app, in any case', async () => {
    const { as, id } = await launched()
    for (const text of ['marijke%20J', 'SLEEP DIARY: week', 'sleep diary', 'Patient/marijke'])
      expect(
        (await as<TraceList>('beheer@demo.test', `?text=${text}`)).items.map((item) => item.id),
        text,
      ).toEqual([id])
    expect((await as<TraceList>('beheer@demo.test', '?text=bram')).items).toEqual([])
  })

  it('are offered to filter by, with the apps; to who may read no record, the ids', async () => {
    const { as, domain } = await launched()
    await domain.developers.add('demo-app', 'bram@demo.test')
    const apps = [{ id: 'demo-app', name: 'Sleep diary' }]
    const [id, name] = ['Patient/marijke-jansen', 'Marijke Jansen']
    expect(await as('daan@demo.test', '/known'), 'who launched nothing').toEqual({ apps: [], people: [] })
    expect(await as('beheer@demo.test', '/known')).toEqual({ apps, people: [{ id, name }] })
    expect(await as('bram@demo.test', '/known'), 'a developer').toEqual({ apps, people: [{ id }] })
  })

  it('and the error code of a refusal find a trace, whose row says it', async () => {
    const { get, as, ...running } = await launched()
    expect((await as<TraceList>('beheer@demo.test', '?app=none')).stops, 'nothing was refused yet').toEqual([])
    await demoLaunch(running, { username: 'bram@demo.test', task: 'Task/sleep-diary-week-2' })
    expect((await as<TraceList>('beheer@demo.test', '?app=none')).stops, 'whatever the filters').toEqual([
      { check: 'user.match', rule: expect.stringContaining('the person of the launch') },
    ])
    const found = async (text: string) => (await as<TraceList>('beheer@demo.test', `?text=${text}`)).items
    expect(await found('access_denied')).toMatchObject([{ failed: 'user.match', failedCode: 'access_denied' }])
    expect(await found('Access_Denied')).toHaveLength(1)
    for (const other of ['access', 'invalid_grant', 'access%25denied']) expect(await found(other), other).toEqual([])
  })

  it('SEC-17 are recorded as a read of who was shown them, once in ten minutes', async () => {
    const { as, id, reads, advance, marijke } = await launched()
    await listTraces(marijke) // Who acts as a demo person has proven no identity.
    expect(await reads()).toEqual([])
    const shown = {
      who: ['beheer@demo.test'],
      what: ['Patient/marijke-jansen', 'Task/sleep-diary-week-1'],
    }
    await as<TraceList>('beheer@demo.test')
    await as<TraceDetail>('beheer@demo.test', `/${id}`)
    expect(await reads()).toEqual([shown])
    advance(600_001)
    await as<TraceDetail>('beheer@demo.test', `/${id}`)
    expect(await reads()).toEqual([shown, shown])
  })

  it('say in the list what the check asks that stopped a launch, in the language of the reader', async () => {
    const { get, ...running } = await launched()
    await demoLaunch(running, { username: 'bram@demo.test', task: 'Task/sleep-diary-week-2' })
    const answer = await get('beheer@demo.test', '?outcome=refused', { 'accept-language': 'nl' })
    const { items } = (await answer.json()) as TraceList
    expect(items[0]).toMatchObject({ failed: 'user.match', failedRule: expect.stringMatching(/persoon/) })
  })
})
