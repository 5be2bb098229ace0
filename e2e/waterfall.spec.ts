// Pages load without waterfalls: their data comes with them, or is requested in parallel.
import { expect, test } from './fixtures.ts'
import { SERVER_ENV } from './server-env.ts'
import { type Visited, visit } from './waterfall/visit.ts'
import { MOST_DEPTH, visitors } from './waterfall/visitors.ts'
import { chainTo, deepest } from './waterfall/waterfall.ts'

const ORIGIN = SERVER_ENV.PUBLIC_URL

/** A record opened at one of its tabs. */
const tab = (name: string, content: string): Visited => ({
  path: `/browse/Patient/marijke-jansen?tab=${name}`,
  content,
  isPlain: false,
})

/** Further pages. */
const MORE: Readonly<Record<string, readonly Visited[]>> = {
  nobody: [{ path: '/tools/fhir', content: '#request', isPlain: false }],
  practitioner: [
    tab('history', 'ol[aria-label="Versions"] time'),
    tab('references', 'section[aria-labelledby="referred-by"] li a'),
  ],
}

/** Pages whose content is rendered before a script could request it. */
const ASKS_NOTHING: readonly string[] = ['/launch/app', '/browse/Patient/marijke-jansen']

for (const { who, pages, enter } of visitors(ORIGIN))
  test(`every page is usable after at most ${MOST_DEPTH} answers in a row (${who})`, async ({ browser }) => {
    const entered = await browser.newContext({ locale: 'en-GB' })
    await enter(entered, ORIGIN)
    const storageState = await entered.storageState()
    await entered.close()
    for (const page of [...pages, ...(MORE[who] ?? [])]) {
      const context = await browser.newContext({ locale: 'en-GB', storageState })
      const { steps, interactive, blocked } = await visit(context, ORIGIN, page)
      await context.close()
      const description = `usable after ${Math.round(interactive)} ms, ${Math.round(blocked)} ms of it blocked`
      test.info().annotations.push({ type: page.path, description }) // A figure for a reader: a machine may be busy.
      const last = deepest(steps)
      expect.soft(last?.depth, `${page.path}: ${chainTo(last)}`).toBeLessThanOrEqual(MOST_DEPTH)
      const data = steps.filter(({ kind }) => kind === 'data').map(({ url }) => url)
      if (ASKS_NOTHING.includes(page.path)) expect.soft(data, `${page.path} asks for`).toEqual([])
    }
  })
