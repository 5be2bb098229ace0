import { describe, expect, it } from 'vitest'
import type { TraceShared, TraceShareList } from '#lib/api/traces.ts'
import type { UserAgent } from '#lib/http/user-agent.ts'
import { eventsOf } from '../testing/audit.ts'
import { testDomain } from '../testing/domain.ts'
import { demoLaunch } from '../testing/launches.ts'
import { signInAs } from '../testing/portal-cookie.ts'

const SITE = 'http://localhost:3000'
const DAY = 24 * 60 * 60 * 1000

/** A launch of the demo, whose trace is shared from the browser that made it. */
async function sharing() {
  const one = await testDomain()
  const { browser, session } = await demoLaunch(one)
  const id = session.trace ?? ''
  const post = async (path: string, body: object, agent: UserAgent = browser, origin = SITE) => {
    const cookie = agent.cookies(`${SITE}/traces`)
    return one.fetch(`/traces/api/${path}`, {
      method: 'POST',
      headers: { origin, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }
  const make = async (body: object = {}) => (await (await post(`${id}/shares`, body)).json()) as TraceShared
  const list = async (agent: UserAgent = browser) =>
    JSON.parse((await agent.get(`${SITE}/traces/api/${id}/shares`)).text) as TraceShareList
  return { ...one, browser, id, post, make, list }
}

describe('a link to a trace', () => {
  it('shows the trace without a login, and without people and secrets', async () => {
    const { make, fetch, domain } = await sharing()
    const { url } = await make()
    const portal = await domain.registry.find('demo-portal')
    const answer = await fetch(url)
    const text = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('Patient/person-1')
    expect(text).toContain('launch.signature')
    expect(text, 'the portal and the app by name').toContain(`Portal: ${portal?.name} (demo-portal)`)
    expect(text).toContain('Sleep diary')
    expect(text).not.toMatch(/marijke|jansen|demo\.test|name="launch"|eyJ[\w-]+\./i)
  })

  it('carries headers against search engines, caches, frames and other sites', async () => {
    const { make, fetch } = await sharing()
    const { headers } = await fetch((await make()).url)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    })
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-/)
  })

  it('cannot be guessed, and is not stored in the clear', async () => {
    const { make, domain, fetch } = await sharing()
    const { url } = await make()
    const token = url.slice(`${SITE}/shared/`.length)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await domain.sql.rows('SELECT * FROM trace_share'))).not.toContain(token)
    const other = `${token.startsWith('a') ? 'b' : 'a'}${token.slice(1)}`
    for (const path of [other, token.slice(1), '', 'x', '%00', `${token}/x`]) {
      const answer = await fetch(`${SITE}/shared/${path}`)
      expect([path, answer.status]).toEqual([path, 404])
      const page = await answer.text()
      expect(page).toContain('This link no longer works')
      expect(page).toContain('Ask the person who gave it to you for a new one.')
      expect(page).toContain('<a class="button" href="/traces">')
    }
  })

  it('expires after three days, or after the days that were asked for', async () => {
    const { make, fetch, advance, now } = await sharing()
    const [usual, short] = [await make(), await make({ days: 1 })]
    expect([usual.expiresAt - now(), short.expiresAt - now()]).toEqual([3 * DAY, DAY])
    advance(DAY)
    expect([(await fetch(usual.url)).status, (await fetch(short.url)).status]).toEqual([200, 404])
    advance(2 * DAY)
    expect((await fetch(usual.url)).status).toBe(404)
  })

  it('can be withdrawn by the person who made it', async () => {
    const { make, list, post, fetch, id } = await sharing()
    const { url } = await make()
    const [item] = (await list()).items
    expect(item).toMatchObject({ by: 'marijke@demo.test', own: true })
    const after = await post(`${id}/unshare`, { share: item?.id })
    expect([after.status, await after.json()]).toEqual([200, { items: [] }])
    expect((await fetch(url)).status).toBe(404)
    expect((await post(`${id}/unshare`, { share: item?.id })).status).toBe(404)
  })

  it('leads after its withdrawal to a page without the label of any party', async () => {
    const { make, list, post, fetch, id } = await sharing()
    const { url } = await make()
    await post(`${id}/unshare`, { share: (await list()).items[0]?.id })
    const page = await (await fetch(url)).text()
    expect(page).toContain('This link no longer works')
    expect(page).not.toContain('class="actor')
  })

  it('is deleted with its trace', async () => {
    const { make, fetch, domain, advance } = await sharing()
    const { url } = await make({ days: 7 })
    await domain.sql.rows('DELETE FROM trace')
    expect((await fetch(url)).status).toBe(404)
    expect(await domain.sql.rows('SELECT * FROM trace_share')).toEqual([])
    advance(8 * DAY)
    await domain.purge()
  })

  it('is in the audit log when it is made, opened and withdrawn', async () => {
    const { make, list, post, fetch, id, domain } = await sharing()
    const { url } = await make()
    await fetch(url)
    await post(`${id}/unshare`, { share: (await list()).items[0]?.id })
    const told = (await eventsOf(domain))
      .filter(({ source }) => source.site.endsWith('/traces'))
      .map(({ action, outcomeDesc }) => `${action} ${outcomeDesc}`)
    expect(told).toEqual([
      'C change: a trace was shared by a link',
      'R view: a trace, by a link that was shared',
      'D change: a link to a trace was withdrawn',
    ])
  })
})

describe('who may share a trace', () => {
  it('is whoever has it in the list, from a page of this site, and nobody else', async () => {
    const { post, id, browser: own } = await sharing()
    expect((await post(`${id}/shares`, {}, own, 'https://evil.example')).status).toBe(403)
    expect((await post(`${id}/shares`, { days: 8 })).status).toBe(400)
    const { browser: newBrowser } = await testDomain()
    expect((await post(`${id}/shares`, {}, newBrowser())).status).toBe(404)
    expect((await post(`${id}/shares`, {})).status).toBe(201)
  })

  it('is limited to twenty links of a trace at a time', async () => {
    const { post, id, advance, domain, browser } = await sharing()
    const make = async () => (await post(`${id}/shares`, { days: 1 })).status
    for (let links = 0; links < 20; links += 1) expect(await make()).toBe(201)
    expect(await make()).toBe(409)
    advance(DAY)
    await signInAs(domain, browser, 'Patient/marijke-jansen')
    expect(await make()).toBe(201)
  })
})
