// The pages in a real browser, each visited with an empty cache: the time until usable, and the depth of the waterfall.
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/browser.mjs'
import { factOf } from '../facts.ts'
import { LOAD_CORE, pin } from '../machine.ts'
import { median } from '../rounds.ts'
import type { Run } from '../run.ts'
import { FIRST_LAUNCH, firstLaunchFacts } from './first-launch.ts'
import { type Visit, type Visited, visit } from './visit.ts'
import { MOST_DEPTH, type Visitor, visitors } from './visitors.ts'
import { chainTo, deepest } from './waterfall.ts'

const MOST_SECONDS = 1
const ENGLISH: BrowserContextOptions = { locale: 'en-GB' }

const nameOf = ({ who }: Visitor, { path }: Visited): string => `UI ${path.replace(/\?.*/, '')} (${who})`

/** Adds the facts of the first launch and of each selected page. The browser has all cores. */
export async function pageFacts(origin: string, run: Run, visits: number): Promise<void> {
  const selected = visitors(origin).map((visitor) => {
    const pages = visitor.pages.filter((page) => run.wanted(nameOf(visitor, page)))
    return { ...visitor, pages }
  })
  if (!run.wanted(FIRST_LAUNCH) && selected.every(({ pages }) => pages.length === 0)) return
  const executablePath = findBrowser()
  if (executablePath === undefined) {
    run.notMeasured.push('the pages: no Chromium is installed (node scripts/browser.mjs sees to one).')
    return
  }
  pin(process.pid, 'all') // Every process started from here on inherits this.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    await run.fact(FIRST_LAUNCH, () => firstLaunchFacts(browser, origin, visits))
    for (const visitor of selected)
      if (visitor.pages.length > 0) await visitorFacts(browser, origin, visitor, { run, visits })
  } finally {
    await browser.close()
    pin(process.pid, LOAD_CORE)
  }
}

async function visitorFacts(
  browser: Browser,
  origin: string,
  visitor: Visitor,
  { run, visits }: { readonly run: Run; readonly visits: number },
): Promise<void> {
  const entered = await browser.newContext(ENGLISH)
  await visitor.enter(entered, origin)
  const storageState = await entered.storageState()
  await entered.close()
  const once = async (visited: Visited) => {
    const context = await browser.newContext({ ...ENGLISH, storageState })
    const result = await visit(context, origin, visited)
    await context.close()
    return result
  }
  for (const visited of visitor.pages) {
    const name = nameOf(visitor, visited)
    await run.fact(name, async () => {
      await once(visited) // This visit warms up the server and is not counted.
      const results: Visit[] = []
      while (results.length < visits) results.push(await once(visited))
      return factsOf(name, results)
    })
  }
}

/** The waterfall is the deepest of all visits, because even an occasional one counts. */
function factsOf(name: string, visits: readonly Visit[]) {
  const last = deepest(visits.flatMap(({ steps }) => deepest(steps) ?? []))
  const seconds = visits.map(({ interactive }) => interactive / 1000)
  const blocked = Math.round(median(visits.map(({ blocked }) => blocked)))
  return [
    factOf(`${name}: usable after`, seconds, {
      unit: 's',
      goal: { most: MOST_SECONDS },
      note: `${blocked} ms blocked by long tasks`,
    }),
    {
      name: `${name}: waterfall`,
      value: last?.depth ?? Number.NaN,
      unit: 'deep',
      goal: { most: MOST_DEPTH },
      note: `${Math.max(...visits.map(({ steps }) => steps.length))} requests; ${chainTo(last)}`,
    },
  ]
}
