// The real server on a real PostgreSQL: a whole launch by one process, and by two that have nothing in common but the database.
import { describe, expect, it } from 'vitest'
import type { PortalTaskNews } from '#lib/api/portal.ts'
import { createUserAgent, formWith } from '#lib/http/user-agent.ts'
import { launchToken, registerApp, type TestApp } from '../app.ts'
import { eventReader } from '../event-stream.ts'
import { assertion, bearer, codeOf, exchange, introspect, tokenAt, tokenOf } from '../launch-over-http.ts'
import { demoCookie, signInAs } from '../portal-cookie.ts'
import { type ProcessDomain, processDomain } from '../processes.ts'
import { expectChangesSeen } from '../seen-changes.ts'

/** Changes of which a page would hear with the next heartbeat each, if it did not hear before. */
const CHANGES = 6

const TASK = 'Task/sleep-diary-week-1'

interface Bundle {
  readonly total?: number
  readonly link: readonly { readonly relation: string; readonly url: string }[]
  readonly entry?: readonly { readonly resource: { readonly id: string } }[]
}

async function readingAt(site: ProcessDomain, app: TestApp, origin: string) {
  const authorization = `Bearer ${await tokenAt(site, app, origin)}`
  return async (path: string, at = origin) => {
    const answer = await fetch(`${at}${path}`, { headers: { authorization } })
    return { status: answer.status, body: (await answer.json()) as Bundle & Readonly<Record<string, unknown>> }
  }
}

/** Opens a task at the portal, logs in, and completes it in the app, as a browser does. */
async function completedInApp({ domain, publicUrl }: ProcessDomain): Promise<void> {
  const browser = createUserAgent(fetch)
  await signInAs(domain, browser, 'Patient/marijke-jansen')
  const portal = await browser.post(`${publicUrl}/portal/launch`, { task: TASK })
  const handOver = formWith(portal, 'launch', 'iss')
  if (!handOver) throw new Error(`The portal did not hand over: ${portal.status} ${portal.text}`)
  const login = await browser.submit(handOver)
  const form = formWith(login, 'username', 'password')
  if (form) await browser.submit(form, { username: 'marijke@demo.test', password: 'demo' })
  const session = await browser.get(`${publicUrl}/launch/api/session`, { accept: 'application/json' })
  const { id } = JSON.parse(session.text) as { readonly id: string }
  const step = async (version: string, from: string, to: string) => {
    const answer = await fetch(`${publicUrl}/launch/api/task`, {
      method: 'POST',
      headers: { origin: publicUrl, 'content-type': 'application/json', cookie: browser.cookies(publicUrl) },
      body: JSON.stringify({ session: id, version, from, to }),
    })
    expect(await answer.json()).toMatchObject({ status: to })
  }
  await step('1', 'ready', 'in-progress')
  await step('2', 'in-progress', 'completed')
}

/** The next news of a task on a page, after heartbeats. */
async function toldOn(page: ReturnType<typeof eventReader>, beat: () => void): Promise<PortalTaskNews> {
  for (;;) {
    const block = await page.block()
    if (block === undefined) throw new Error('The stream ended.')
    if (block.startsWith(':')) beat()
    const [, data] = /^event: task\ndata: (.*)$/m.exec(block) ?? []
    if (data !== undefined) return JSON.parse(data) as PortalTaskNews
  }
}

/** The ids on all pages of a search, each page asked of the next of some processes. */
async function walked(read: Awaited<ReturnType<typeof readingAt>>, first: string, origins: readonly string[]) {
  const ids: string[] = []
  let next: string | undefined = first
  for (let page = 0; next !== undefined; page += 1) {
    const { status, body }: Awaited<ReturnType<typeof read>> = await read(next, origins[page % origins.length])
    expect(status).toBe(200)
    ids.push(...(body.entry ?? []).map(({ resource }) => resource.id))
    const url = body.link.find(({ relation }) => relation === 'next')?.url
    next = url && new URL(url).pathname + new URL(url).search
  }
  return ids
}

describe('the server on PostgreSQL', () => {
  it('makes a launch from the portal to the app, reads, searches in pages, and finds all again after a restart', async () => {
    const site = await processDomain()
    const app = await registerApp(site.domain)
    const first = await site.start({ first: true })
    await completedInApp(site)
    const read = await readingAt(site, app, first.origin)
    const task = (await read(`/fhir/DEFAULT/${TASK}`)).body
    expect(task).toMatchObject({ id: 'sleep-diary-week-1', status: 'completed' })
    const ids = await walked(read, '/fhir/DEFAULT/Task?_count=3&_sort=_id', [first.origin])
    expect(ids.length).toBeGreaterThan(3)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    expect((await site.domain.audit.verify()).problems).toEqual([])
    await first.kill()

    const again = await site.start({ first: true })
    expect((await read(`/fhir/DEFAULT/${TASK}`, again.origin)).body, 'a token from before the kill').toEqual(task)
    expect(await walked(read, '/fhir/DEFAULT/Task?_count=3&_sort=_id', [again.origin])).toEqual(ids)
  })
})

describe('two servers on one PostgreSQL, each with a folder of its own', () => {
  it('share a launch: each step at the other, a code once', async () => {
    const site = await processDomain()
    const app = await registerApp(site.domain)
    const [one, other] = [await site.start({ first: true }), await site.start()]
    const isActive = async (origin: string, token: string) =>
      ((await (await introspect(site, app, origin, token)).json()) as { readonly active: boolean }).active

    const code = await codeOf(site, app, await launchToken(site.domain, app))
    const token = await tokenOf(await exchange(site, app, other.origin, code))
    for (const { origin } of [one, other]) expect(await isActive(origin, token)).toBe(true)
    expect((await exchange(site, app, one.origin, code)).status, 'its second use').toBe(400)
    for (const { origin } of [one, other]) expect(await isActive(origin, token)).toBe(false)

    const used = await assertion(site, app)
    expect((await bearer(one.origin, used)).status).toBe(200)
    expect((await bearer(other.origin, used)).status, 'an assertion that the other has seen').toBe(401)
  })

  it('answer each page of a walk the same, whichever is asked, while records change', async () => {
    const site = await processDomain()
    const app = await registerApp(site.domain)
    const [one, other] = [await site.start({ first: true }), await site.start()]
    const read = await readingAt(site, app, one.origin)
    const search = '/fhir/DEFAULT/Task?_count=2&_sort=_id'
    const before = await walked(read, search, [one.origin])
    const first = await read(search, one.origin)
    const parsed = { resourceType: 'Task', id: 'aaa-first', status: 'ready', intent: 'order' }
    await site.domain.resources.write(
      [{ type: 'Task', id: 'aaa-first', text: JSON.stringify(parsed), parsed }],
      Date.now(),
    )
    const next = first.body.link.find(({ relation }) => relation === 'next')?.url ?? ''
    const { pathname, search: query } = new URL(next)
    const rest = await walked(read, pathname + query, [other.origin, one.origin])
    expect([...(first.body.entry ?? []).map(({ resource }) => resource.id), ...rest]).toEqual(before)
    expect(await walked(read, search, [other.origin, one.origin])).toEqual(['aaa-first', ...before])
  })

  it('TSK-08 tell an open page of the portal what another one was notified of, with its trace, without waiting for the heartbeat', async () => {
    const site = await processDomain()
    const permission = {
      resourceType: 'Task',
      operations: 'cru',
      scope: 'granted',
      grantedBy: ['demo-portal'],
    } as const
    await site.domain.registry.saveRole('helper', [permission])
    const app = await registerApp(site.domain, 'helper', 'helper')
    const [one, other] = [await site.start({ first: true }), await site.start()] // Notifications come to the first.
    const cookie = await demoCookie(site.domain, 'Patient/marijke-jansen')
    const page = eventReader(await fetch(`${other.origin}/portal/api/tasks/stream`, { headers: { cookie } }))
    const authorization = `Bearer ${await tokenAt(site, app, one.origin, 'system/*.cruds')}`
    let heartbeats = 0
    for (let change = 1; change <= CHANGES; change += 1) {
      const answer = await fetch(`${one.origin}/fhir/${TASK}`, {
        method: 'PATCH',
        headers: {
          authorization,
          'content-type': 'application/json-patch+json',
          'if-match': `W/"${change}"`,
          'x-trace-id': `trace-of-change-${change}`,
        },
        body: JSON.stringify([{ op: 'add', path: '/description', value: `Change ${change}` }]),
      })
      expect(answer.status, await answer.text()).toBe(200)
      const { trace } = await toldOn(page, () => {
        heartbeats += 1
      })
      for (const { origin } of [one, other]) {
        const seen = await fetch(`${origin}/traces/api/${trace}`, { headers: { cookie } })
        expect(await seen.json()).toMatchObject({ task: TASK, traceId: `trace-of-change-${change}` })
      }
    }
    await page.cancel()
    expect(heartbeats).toBeLessThan(CHANGES / 2)
  })

  it('see a changed role, a disabled app, a new version and a revoked key at the very next request', async () => {
    const site = await processDomain()
    await expectChangesSeen(site, [await site.start({ first: true }), await site.start()])
  })
})
