// The pages in a real browser, each visited with an empty cache: the time until usable, and the depth of the waterfall.
import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/browser.mjs'
import { type Fact, factOf } from '../facts.ts'
import { LOAD_CORE, pin } from '../machine.ts'
import { median } from '../rounds.ts'
import { FIRST_LAUNCH, firstLaunchFacts } from './first-launch.ts'
import { type Visit, type Visited, visit } from './visit.ts'
import { MOST_DEPTH, type Visitor, visitors } from './visitors.ts'
import { chainTo, deepest } from './waterfall.ts'

const MOST_SECONDS = 1

/** The reason that the pages cannot be measured; undefined if a browser is installed. */
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

/** The names of the first launch and of the pages, each with its visitor. */
export const pageNames = (origin: string): readonly string[] => [
  FIRST_LAUNCH,
  ...visitors(origin).flatMap((visitor) => visitor.pages.map((page) => nameOf(visitor, page))),
]

/** Both facts of the first launch and of each selected page. The browser has all cores. */
export async function pageFacts(origin: string, plan: Plan): Promise<readonly Fact[]> {
  pin(process.pid, 'all') // Every process started from here on inherits this.
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] })
  try {
    const facts: Fact[] = []
    if (plan.wanted(FIRST_LAUNCH)) facts.push(...(await firstLaunchFacts(browser, origin, plan.visits)))
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
    await once() // This visit warms up the server and is not counted.
    const results: Visit[] = []
    while (results.length < visits) results.push(await once())
    facts.push(usableFact(name, results), waterfallFact(name, results))
  }
  return facts
}

/** The stored state of a visitor's browser. */
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
      note: `${Math.round(median(visits.map(({ blocked }) => blocked)))} ms blocked by long tasks`,
    },
  )

/** The deepest of all visits, because even an occasional waterfall counts. */
function waterfallFact(name: string, visits: readonly Visit[]): Fact {
  const last = deepest(visits.flatMap(({ steps }) => deepest(steps) ?? []))
  return {
    name: `${name}: waterfall`,
    value: last?.depth ?? Number.NaN,
    unit: 'deep',
    goal: { most: MOST_DEPTH },
    note: `${Math.max(...visits.map(({ steps }) => steps.length))} requests; ${chainTo(last)}`,
  }
}
