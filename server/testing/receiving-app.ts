// The demo app alone, launched from a foreign domain, and browsers that keep its cookies.
import type { LaunchSession } from '#lib/api/launch-session.ts'
import { cookieJar } from '#lib/cookies.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import type { Handler } from '#lib/http/handler.ts'
import type { Log } from '#lib/log.ts'
import { createLaunch, type Launch, type LaunchDeps } from '../launch/launch.ts'
import { keyRing, type OtherDomain, otherDomain } from './other-domain.ts'
import { testStorage } from './test-storage.ts'
import { testTracing } from './tracing.ts'

export const APP = 'https://app.example'
/** The last address of every launch: a page, and the id of its launch. */
export const APP_PAGE = /^https:\/\/app\.example\/launch\/app\?session=[\w-]{12}$/
export const CLIENT_ID = 'sleep-app'

/** A browser's tab with the cookies of the app. */
export interface Tab {
  readonly send: (handler: Handler, url: string, init?: RequestInit) => Promise<Response>
  readonly cookies: Map<string, string>
  /** Opens /launch and returns where it leads to. */
  readonly launch: (params?: Readonly<Record<string, string>>, init?: RequestInit) => Promise<URL>
  /** A whole launch: from /launch to the session. */
  readonly launchAndLogIn: () => Promise<LaunchSession>
  readonly session: () => Promise<LaunchSession>
}

export interface ReceivingApp {
  readonly app: Launch
  readonly domain: OtherDomain
  readonly newTab: () => Tab
  readonly advance: (ms: number) => void
  readonly now: () => number
  /** Everything that was logged, as text. */
  readonly logged: () => string
}

export async function receivingApp(changes: Partial<LaunchDeps> = {}): Promise<ReceivingApp> {
  let now = Date.parse('2026-11-20T10:00:00Z')
  const keys = await keyRing('app-1')
  const domain = await otherDomain({ client: { id: CLIENT_ID, keys }, now: () => now })
  domain.resources.set('Patient/1', {
    resourceType: 'Patient',
    id: '1',
    name: [{ use: 'official', given: ['Marijke'], family: 'Jansen' }],
  })
  const lines: string[] = []
  const keep = (facts: unknown, message: string) => lines.push(`${message} ${JSON.stringify(facts)}`)
  const log: Log = { info: keep, warn: keep, error: keep }
  const { storage } = await testStorage(() => now)
  const app = createLaunch({
    publicUrl: APP,
    clientId: CLIENT_ID,
    path: '/launch',
    redirectUri: `${APP}/launch/callback`,
    trustedIss: [domain.iss],
    simulates: false,
    showsEverything: true,
    keys,
    pending: storage.pendingLaunches,
    sessions: storage.appSessions,
    answers: storage.answers,
    networkOf: () => 'a network',
    clock: () => now,
    random: systemRandom,
    log,
    cookies: cookieJar(APP),
    fetch: domain.fetch,
    tracing: testTracing,
    claimLogout: async () => true,
    ...changes,
  })
  return {
    app,
    domain,
    newTab: () => newTab(app, domain),
    advance: (ms) => {
      now += ms
    },
    now: () => now,
    logged: () => lines.join('\n'),
  }
}

function newTab(app: Launch, domain: OtherDomain): Tab {
  const cookies = new Map<string, string>()
  const send = async (handler: Handler, url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await handler(new Request(new URL(url, APP), { ...init, headers }))
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
      if (/;\s*max-age=0(;|$)/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const launch: Tab['launch'] = async (params = launchOf(domain), init = {}) => {
    const response = await send(app.receive, `/launch?${new URLSearchParams(params)}`, init)
    return new URL(response.headers.get('location') ?? '', APP)
  }
  const session = async () => (await (await send(app.session, '/launch/api/session')).json()) as LaunchSession
  return {
    send,
    cookies,
    launch,
    session,
    launchAndLogIn: async () => {
      await send(app.callback, domain.logIn((await launch()).href).href)
      return session()
    },
  }
}

/** A launch as a portal of the other domain sends it. */
export const launchOf = ({ iss }: Pick<OtherDomain, 'iss'>) => ({ iss, launch: 'e30.e30.c2lnbmF0dXJl' })
