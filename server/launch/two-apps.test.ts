// The second demo app: the same program, and yet a stranger to the first, with its own client, keys, cookies and answers.
import { describe, expect, it } from 'vitest'
import type { ShownAnswers } from '#lib/api/answers.ts'
import { formWith } from '#lib/http/user-agent.ts'
import { openDomain } from '../domain/domain.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'
import { demoLaunch } from '../testing/launches.ts'

const SITE = 'http://localhost:3000'
const BRAM = { person: 'Patient/bram-de-boer', username: 'bram@demo.test' }
const ENERGY = { ...BRAM, task: 'Task/weekly-energy-check-bram', app: '/energy' }

/** The energy check as its page uses it, opened by Bram. */
async function energyCheck(here: TestDomain) {
  const { browser, page, session } = await demoLaunch(here, ENERGY)
  const headers = () => ({
    cookie: browser.cookies(SITE),
    origin: SITE,
    'content-type': 'application/json',
  })
  const post = (path: string, body: object) =>
    here.fetch(path, { method: 'POST', headers: headers(), body: JSON.stringify(body) })
  const step = (version: string, from: string, to: string) =>
    post('/energy/api/task', { session: session['id'], version, from, to })
  return {
    ...{ browser, page, session },
    complete: async (answers: readonly number[]) => {
      const kept = await post('/energy/api/answers', { session: session['id'], answers })
      const [started, done] = [await step('1', 'ready', 'in-progress'), await step('2', 'in-progress', 'completed')]
      return [kept.status, started.status, done.status]
    },
    answers: async () =>
      (await (await here.fetch('/energy/api/answers', { headers: headers() })).json()) as ShownAnswers,
    headers,
  }
}

describe('the second demo app', () => {
  it('is launched by the portal as a client of its own, and opens its page', async () => {
    const here = await testDomain()
    const { page, session } = await energyCheck(here)
    expect(page.url).toMatch(/^http:\/\/localhost:3000\/energy\/app\?session=/)
    expect(session).toMatchObject({
      status: 'open',
      user: BRAM.person,
      task: ENERGY.task,
      idToken: { aud: 'demo-energy' },
    })
    const client = await here.domain.registry.find('demo-energy')
    expect(client).toMatchObject({ name: 'Energy check', status: 'approved', launchUrl: `${SITE}/energy` })
    const kids = async (path: string) =>
      ((await (await here.fetch(path)).json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
    expect(await kids('/energy/jwks')).not.toEqual(await kids('/launch/jwks'))
  })

  it('completes its task, and shows people what they answered each time', async () => {
    const { complete, answers } = await energyCheck(await testDomain())
    expect(await complete([3, 4, 2, 1])).toEqual([200, 200, 200])
    const { own, about } = await answers()
    expect(own).toMatchObject({ answers: [3, 4, 2, 1], task: ENERGY.task })
    expect(about).toEqual([own])
  })

  it('keeps its answers to itself: the first app has none of them', async () => {
    const here = await testDomain()
    const { complete } = await energyCheck(here)
    await complete([3, 4, 2, 1])
    const { about } = here.domain.storage.answers
    expect(await about('demo-energy', BRAM.person, here.now())).toHaveLength(1)
    expect(await about('demo-app', BRAM.person, here.now())).toEqual([])
  })

  it('refuses a task of the first app, says whose it is, and changes nothing', async () => {
    const here = await testDomain()
    const claims = { sub: 'Patient/marijke-jansen', resource: 'Task/sleep-diary-week-1' }
    const composition = JSON.stringify({ app: 'demo-energy', claims, delivery: 'shof' })
    const browser = here.browser()
    const handOver = formWith(await browser.post(`${SITE}/portal/compose/launch`, { composition }), 'launch', 'iss')
    const login = handOver && formWith(await browser.submit(handOver), 'username', 'password')
    if (!login) throw new Error('There is no log-in')
    await browser.submit(login, { username: 'marijke@demo.test', password: 'demo' })
    const answer = await browser.get(`${SITE}/energy/api/session`, { accept: 'application/json' })
    const session = JSON.parse(answer.text) as object
    expect(session).toMatchObject({ status: 'failed', step: 'open', failure: 'other_app', app: 'Sleep diary' })
    expect((await here.domain.resources.readCurrent('Task', 'sleep-diary-week-1'))?.versionId).toBe(1)
  })

  it('has sessions of its own: neither app opens with a cookie of the other, whatever it is called', async () => {
    const here = await testDomain()
    const { headers } = await energyCheck(here)
    const at = async (app: string, cookie: string) =>
      ((await (await here.fetch(`${app}/api/session`, { headers: { cookie } })).json()) as { status: string }).status
    const { cookie } = headers()
    expect([await at('/energy', cookie), await at('/launch', cookie)]).toEqual(['open', 'none'])
    expect(await at('/launch', cookie.replaceAll('energy-', ''))).toBe('none')
  })
})

describe('a domain of before there was the second app', () => {
  const RECORDS = ['Device/demo-energy', 'ActivityDefinition/energy-check', 'Endpoint/energy-check', ENERGY.task]

  /** Takes away what came with it. */
  async function before(here: TestDomain): Promise<void> {
    const { sql, registry } = here.domain
    for (const reference of RECORDS) {
      const [type = '', id = ''] = reference.split('/')
      await sql.rows('UPDATE resource_version SET id = ? WHERE type = ? AND id = ?', `without-${id}`, type, id)
    }
    await sql.rows('DELETE FROM client WHERE clientId = ?', 'demo-energy')
    expect(await registry.removeRole('demo-energy')).toBe('done')
  }

  const again = async ({ domain, now }: TestDomain) => openDomain(domain.config, { clock: now })

  it('gets it at its next start, and nothing else changes', async () => {
    const here = await testDomain()
    const { resources, accounts } = { ...here.domain, accounts: here.domain.storage.idp.accounts }
    await before(here)
    const password = (await accounts.findByUsername('bram@demo.test'))?.passwordHash
    const versions = () =>
      Promise.all(
        ['Patient/marijke-jansen', 'Endpoint/sleep-diary', 'Task/sleep-diary-bram', 'Device/demo-app'].map(
          async (reference) => {
            const [type = '', id = ''] = reference.split('/')
            return (await resources.readCurrent(type, id))?.versionId
          },
        ),
      )
    const old = await versions()
    await (await again(here)).close()
    for (const reference of RECORDS) {
      const [type = '', id = ''] = reference.split('/')
      expect(await resources.readCurrent(type, id), reference).toMatchObject({ versionId: 1 })
    }
    expect(await here.domain.registry.find('demo-energy')).toMatchObject({
      roleName: 'demo-energy',
      status: 'approved',
    })
    expect(await versions()).toEqual(old)
    expect((await accounts.findByUsername('bram@demo.test'))?.passwordHash).toBe(password)
  })

  it('keeps a status that the operator gave it, and has no second version of it after more starts', async () => {
    const here = await testDomain()
    const client = await here.domain.registry.find('demo-energy')
    if (!client) throw new Error('no demo-energy')
    await here.domain.registry.saveClient({ ...client, status: 'disabled' })
    await (await again(here)).close()
    expect(await here.domain.registry.find('demo-energy')).toMatchObject({ status: 'disabled' })
    expect((await here.domain.resources.readCurrent('Device', 'demo-energy'))?.versionId).toBe(1)
  })
})
