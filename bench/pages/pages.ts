// The interface in a real browser, each visit with an empty cache: how soon a page can be used, and how deep its waterfall is.
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/browsers.mjs'
import { type Fact, factOf } from '../facts.ts'
import { LOAD_CORE, pin } from '../machine.ts'
import { median } from '../rounds.ts'
import { type Visit, type Visited, visit } from './visit.ts'
import { chainTo, deepest } from './waterfall.ts'

interface Visitor {
  readonly who: string
  readonly pages: readonly Visited[]
  /** What makes a fresh browser that visitor's. */
  readonly enter: (context: BrowserContext, origin: string) => Promise<void>
}

const ADMINISTRATOR = { username: 'beheer@demo.test', password: 'demo' }
const MOST_SECONDS = 1
const MOST_DEPTH = 2

const page = (path: string, content: string): Visited => ({ path, content, isPlain: false })

/** The login page, as whoever presses "Sign in" comes to it. */
const loginPage = (origin: string): Visited => {
  const query = new URLSearchParams({
    client_id: 'slipway-portal',
    redirect_uri: `${origin}/api/auth/callback/shared-idp`,
    response_type: 'code',
    scope: 'openid',
    nonce: 'a-nonce-of-the-benchmark',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  return { path: `/idp/authorize?${query}`, content: '#password', isPlain: true }
}

const visitors = (origin: string): readonly Visitor[] => [
  {
    who: 'nobody',
    pages: [
      page('/', 'form[action="/portal/act-as"] button'),
      page('/portal', 'form[action="/portal/act-as"] button'),
      page('/portal/compose', 'select option'),
      page('/traces', '#not-yours'),
      page('/browse', 'main button'),
      page('/admin', '#console'),
      page('/connect', 'form[action="/portal/act-as"] button'),
      page('/tools/jwt', 'textarea'),
      page('/docs', 'main ul a'),
      loginPage(origin),
    ],
    enter: async () => {},
  },
  { who: 'patient', pages: [page('/portal', 'button[aria-label^="Open "]')], enter: actAsPatient },
  {
    who: 'administrator',
    pages: [
      page('/traces', 'main search'),
      page('/browse', 'ul[aria-label="Types of resources"] li strong'),
      page('/browse/Patient', 'main table tbody tr'),
      page('/admin', 'table[aria-label="Apps"] tbody tr'),
    ],
    enter: signIn,
  },
]

async function actAsPatient(context: BrowserContext, origin: string): Promise<void> {
  const tab = await context.newPage()
  await tab.goto(origin)
  await tab.getByRole('button', { name: 'Launch the demo' }).click()
  await tab.waitForURL('**/portal')
}

async function signIn(context: BrowserContext, origin: string): Promise<void> {
  const tab = await context.newPage()
  await tab.goto(`${origin}/admin`)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await tab.locator('#username').fill(ADMINISTRATOR.username)
  await tab.locator('#password').fill(ADMINISTRATOR.password)
  await tab.getByRole('button', { name: 'Log in', exact: true }).click()
  await tab.locator('table[aria-label="Apps"]').waitFor()
}

/** Why the pages cannot be measured; undefined where a browser is there. */
export const noBrowser = (): string | undefined =>
  findBrowser() === undefined
    ? 'the pages: no Chromium is installed (node scripts/browser.mjs sees to one).'
    : undefined

interface Plan {
  readonly visits: number
  readonly wanted: (name: string) => boolean
  readonly say: (text: string) => void
}

const nameOf = ({ who }: Visitor, { path }: Visited): string => `UI ${path.replace(/\?.*/, '')} (${who})`

/** What the pages are called, each as one visitor sees it. */
export const pageNames = (origin: string): readonly string[] =>
  visitors(origin).flatMap((visitor) => visitor.pages.map((page) => nameOf(visitor, page)))

/** Both facts of each page that is wanted; the browser has all cores. */
export async function pageFacts(origin: string, plan: Plan): Promise<readonly Fact[]> {
  pin(process.pid, 'all') // Whatever is started from here on has what this process has.
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] })
  try {
    const facts: Fact[] = []
    for (const visitor of visitors(origin)) facts.push(...(await factsOf(browser, origin, visitor, plan)))
    return facts
  } finally {
    await browser.close()
    pin(process.pid, LOAD_CORE)
  }
}

async function factsOf(
  browser: Browser,
  origin: string,
  visitor: Visitor,
  { visits, wanted, say }: Plan,
): Promise<readonly Fact[]> {
  const pages = visitor.pages.filter((page) => wanted(nameOf(visitor, page)))
  if (pages.length === 0) return []
  const storageState = await stateOf(browser, origin, visitor)
  const facts: Fact[] = []
  for (const visited of pages) {
    const name = nameOf(visitor, visited)
    say(`  ${name} …`)
    const once = async () => {
      const context = await browser.newContext({ locale: 'en-GB', storageState })
      const result = await visit(context, origin, visited)
      await context.close()
      return result
    }
    await once() // It makes the server ready, and does not count.
    const results: Visit[] = []
    while (results.length < visits) results.push(await once())
    facts.push(usableFact(name, results), waterfallFact(name, results))
  }
  return facts
}

/** What the browser of a visitor remembers. */
async function stateOf(browser: Browser, origin: string, { enter }: Visitor) {
  const context = await browser.newContext({ locale: 'en-GB' })
  await enter(context, origin)
  const state = await context.storageState()
  await context.close()
  return state
}

const usableFact = (name: string, visits: readonly Visit[]): Fact =>
  factOf(
    `${name}: usable after`,
    visits.map(({ interactive }) => interactive / 1000),
    {
      unit: 's',
      goal: { most: MOST_SECONDS },
      group: 'UI: a page can be used',
      note: `${Math.round(median(visits.map(({ blocked }) => blocked)))} ms blocked by long tasks`,
    },
  )

/** The deepest of all visits: a waterfall that is there now and then is one. */
function waterfallFact(name: string, visits: readonly Visit[]): Fact {
  const last = deepest(visits.flatMap(({ steps }) => deepest(steps) ?? []))
  return {
    name: `${name}: waterfall`,
    value: last?.depth ?? Number.NaN,
    unit: 'deep',
    goal: { most: MOST_DEPTH },
    group: 'UI: waterfall until a page can be used',
    note: `${Math.max(...visits.map(({ steps }) => steps.length))} requests; ${chainTo(last)}`,
  }
}
