// Pages do not make people wait: what a page needs, it asks for side by side. Counted as the benchmark counts, but data that
// was asked for side by side can look like a row on a busy machine. What has to wait does so in every visit.
import { visit } from '../bench/pages/visit.ts'
import { MOST_DEPTH, visitors } from '../bench/pages/visitors.ts'
import { chainTo, deepest } from '../bench/pages/waterfall.ts'
import { expect, test } from './fixtures.ts'
import { SERVER_ENV } from './server-env.ts'

const ORIGIN = SERVER_ENV.PUBLIC_URL
const MOST_VISITS = 3

for (const { who, pages, enter } of visitors(ORIGIN))
  test(`no page is usable only after more than ${MOST_DEPTH} answers in a row (${who})`, async ({ browser }) => {
    const entered = await browser.newContext({ locale: 'en-GB' })
    await enter(entered, ORIGIN)
    const storageState = await entered.storageState()
    await entered.close()
    for (const page of pages) {
      const chains: string[] = []
      let depth = Number.POSITIVE_INFINITY
      while (depth > MOST_DEPTH && chains.length < MOST_VISITS) {
        const context = await browser.newContext({ locale: 'en-GB', storageState })
        const last = deepest((await visit(context, ORIGIN, page)).steps)
        await context.close()
        depth = last?.depth ?? Number.POSITIVE_INFINITY
        chains.push(chainTo(last))
      }
      expect.soft(depth, chains.join('\n')).toBeLessThanOrEqual(MOST_DEPTH)
    }
  })
