// The first launch of a new user in an empty browser: from the start page to the open task, in clicks and in seconds.
import type { Browser, Page } from '@playwright/test'
import { type Fact, factOf } from '../facts.ts'

export const FIRST_LAUNCH = 'UI the first launch (nobody)'

const MOST_CLICKS = 3
const MOST_SECONDS = 3

/** The clicks on the way. Each is made as soon as its page is there. */
const CLICKS: readonly ((page: Page) => Promise<void>)[] = [
  (page) => page.getByRole('button', { name: 'Start the demo' }).click(),
  (page) => page.getByRole('button', { name: 'Open Sleep diary: week 1' }).click(),
  (page) => page.getByRole('region', { name: 'Demo people' }).getByRole('button').first().click(),
]

/** Seconds from the request for the start page until the task is open. */
async function launchOnce(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  const start = performance.now()
  await page.goto(origin)
  for (const click of CLICKS) await click(page)
  await page.waitForURL('**/launch/app?*')
  await page.getByText('Opened by').waitFor()
  const seconds = (performance.now() - start) / 1000
  await context.close()
  return seconds
}

/** Both facts. A first launch, which is not counted, warms up the server. */
export async function firstLaunchFacts(browser: Browser, origin: string, launches: number): Promise<readonly Fact[]> {
  await launchOnce(browser, origin)
  const seconds: number[] = []
  while (seconds.length < launches) seconds.push(await launchOnce(browser, origin))
  const note = 'by a browser that waits for nobody; a person reads besides'
  return [
    factOf(`${FIRST_LAUNCH}: task open after`, seconds, { unit: 's', goal: { most: MOST_SECONDS }, note }),
    { name: `${FIRST_LAUNCH}: clicks`, value: CLICKS.length, unit: 'clicks', goal: { most: MOST_CLICKS } },
  ]
}
