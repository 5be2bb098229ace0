// The interface in a real browser, each visit with an empty cache: how soon a page can be used, and how deep its waterfall is.
import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/browsers.mjs'
import { type Fact, factOf } from '../facts.ts'
import { LOAD_CORE, pin } from '../machine.ts'
import { median } from '../rounds.ts'
import { type Visit, type Visited, visit } from './visit.ts'
import { MOST_DEPTH, type Visitor, visitors } from './visitors.ts'
import { chainTo, deepest } from './waterfall.ts'

const MOST_SECONDS = 1

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
