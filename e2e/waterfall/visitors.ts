// The visitors and their pages, of which the browser test keeps the waterfalls shallow.
import type { BrowserContext, Page } from '@playwright/test'
import type { Visited } from './visit.ts'

export interface Visitor {
  readonly who: string
  readonly pages: readonly Visited[]
  /** Turns a fresh browser into that visitor's. */
  readonly enter: (context: BrowserContext, origin: string) => Promise<void>
}

/** The answers that a usable page may have to wait for: its script, and one for its content. */
export const MOST_DEPTH = 2

const PASSWORD = 'demo'

const page = (path: string, content: string): Visited => ({ path, content, isPlain: false })

/** The path of the login page, as reached by "Sign in". */
export const loginPath = (origin: string): string =>
  `/idp/authorize?${new URLSearchParams({
    client_id: 'slipway-portal',
    redirect_uri: `${origin}/api/auth/callback/shared-idp`,
    response_type: 'code',
    scope: 'openid',
    state: crypto.randomUUID(),
    nonce: crypto.randomUUID(),
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })}`

/** The visitors of a domain at `origin`, each with their pages and the log-in that these need. */
export const visitors = (origin: string): readonly Visitor[] => [
  {
    who: 'nobody',
    pages: [
      page('/', 'button[aria-label^="Sign in as "]'),
      page('/portal', 'button[aria-label^="Sign in as "]'),
      page('/portal/compose', 'select option'),
      page('/launch/app', 'main h1'),
      page('/traces', 'main section[aria-labelledby] button'),
      page('/browse', 'main button'),
      page('/admin', 'main section[aria-labelledby] button'),
      page('/connect', 'button[aria-label^="Sign in as "]'),
      page('/tools/jwt', 'textarea'),
      page('/docs', 'main ul a'),
      { path: loginPath(origin), content: '#password', isPlain: true },
    ],
    enter: async () => {},
  },
  {
    who: 'patient',
    pages: [page('/portal', 'button[aria-label^="Open "]'), page('/launch/app', 'main #task')],
    enter: openTask,
  },
  {
    who: 'practitioner',
    pages: [
      page('/portal', 'table[aria-label="Patients with tasks"] tbody tr'),
      page('/connect', '#new-app, #own-apps'),
      page('/browse/Patient/marijke-jansen', '[role="tabpanel"] summary'),
    ],
    enter: signInAs('daan@demo.test', '/browse', 'ul[aria-label="Types of resources"]'),
  },
  {
    who: 'administrator',
    pages: [
      page('/traces', 'main search'),
      page('/browse', 'ul[aria-label="Types of resources"] li strong'),
      page('/browse/Patient', 'main table tbody tr'),
      page('/admin', 'ul[aria-label="At a glance"] strong'),
      page('/admin/apps', 'table[aria-label="Apps"] tbody tr'),
      page('/admin/apps/demo-app', 'main form'),
      page('/admin/users', 'table[aria-label="Users"] tbody tr'),
    ],
    enter: signInAs('beheer@demo.test', '/admin/apps', 'table[aria-label="Apps"]'),
  },
]

/** Signs in as the demo patient and opens a task in the app. */
async function openTask(context: BrowserContext, origin: string): Promise<void> {
  const tab = await context.newPage()
  await tab.goto(origin)
  await tab.getByRole('button', { name: 'Start the demo' }).click()
  await tab.getByRole('button', { name: 'Open Sleep diary: week 1' }).click()
  await tab.waitForURL('**/launch/app?*')
}

/** Signs in on a page; `inside` is a CSS selector for content that appears afterwards. */
function signInAs(username: string, path: string, inside: string): Visitor['enter'] {
  return async (context, origin) => {
    const tab = await context.newPage()
    await tab.goto(origin + path)
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
    await logIn(tab, username)
    await tab.locator(inside).waitFor()
  }
}

async function logIn(tab: Page, username: string): Promise<void> {
  await tab.locator('#username').fill(username)
  await tab.locator('#password').fill(PASSWORD)
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
}
