// A whole launch of the demo domain, as a person with a browser makes it; and its trace.
import type { TraceDetail, TraceList } from '#lib/api/traces.ts'
import { formWith, type Page, type UserAgent } from '#lib/http/user-agent.ts'
import type { TestDomain } from './domain.ts'
import { signInAs } from './portal-cookie.ts'

export interface DemoLaunch {
  readonly browser: UserAgent
  /** The last page of the launch. */
  readonly page: Page
  /** The session of the receiving app, as its page reads it. */
  readonly session: { readonly status: string; readonly trace?: string; readonly [name: string]: unknown }
}

/** Signs in to the portal as a person of the demo, opens a task and logs in. */
export async function demoLaunch(
  { domain, browser: newBrowser }: Pick<TestDomain, 'domain' | 'browser'>,
  {
    person = 'Patient/marijke-jansen',
    username = 'marijke@demo.test',
    task = 'Task/sleep-diary-week-1',
    app = '/launch',
  } = {},
): Promise<DemoLaunch> {
  const browser = newBrowser()
  await signInAs(domain, browser, person)
  const portal = await browser.post('http://localhost:3000/portal/launch', { task })
  const handOver = formWith(portal, 'launch', 'iss')
  if (!handOver) throw new Error(`The portal did not hand over: ${portal.status}`)
  const login = await browser.submit(handOver)
  const form = formWith(login, 'username', 'password')
  const page = form ? await browser.submit(form, { username, password: 'demo' }) : login
  const answer = await browser.get(`http://localhost:3000${app}/api/session`, { accept: 'application/json' })
  return { browser, page, session: JSON.parse(answer.text) as DemoLaunch['session'] }
}

/** A trace as read with these cookies; undefined when it is refused. */
export async function readTrace(browser: UserAgent, id: string): Promise<TraceDetail | undefined> {
  const answer = await browser.get(`http://localhost:3000/traces/api/${id}`, { accept: 'application/json' })
  return answer.status === 200 ? (JSON.parse(answer.text) as TraceDetail) : undefined
}

export async function listTraces(browser: UserAgent, query = ''): Promise<TraceList> {
  const answer = await browser.get(`http://localhost:3000/traces/api${query}`, { accept: 'application/json' })
  return JSON.parse(answer.text) as TraceList
}
