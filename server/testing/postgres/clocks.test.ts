// The clock of one of two processes leaps while it runs: it is not ready, says why, and revives nothing that was used.
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#lib/clock.ts'
import { launchToken, registerApp } from '../app.ts'
import { assertion, bearer, codeOf, exchange } from '../launch-over-http.ts'
import { processDomain } from '../processes.ts'

const APART = 5 * MINUTE
/** A module that comes before the server: a signal puts its clock ahead, and another one right. */
const AHEAD = `const now = Date.now; let ahead = 0; Date.now = () => now() + ahead; process.on('SIGUSR2', () => { ahead = ahead ? 0 : ${APART} })`

const readiness = async (origin: string) => {
  const answer = await fetch(`${origin}/readyz`)
  const { checks } = (await answer.json()) as {
    readonly checks: readonly { readonly name: string; readonly problem?: string }[]
  }
  return { status: answer.status, problems: checks.flatMap(({ problem }) => problem ?? []) }
}

describe('the clock of one of two processes', () => {
  it('that leaps by five minutes makes that one not ready, until it is right again; what was used stays used', async () => {
    const site = await processDomain()
    const app = await registerApp(site.domain)
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(AHEAD)}`
    const [right, wrong] = [await site.start({ first: true }), await site.start({ env: { NODE_OPTIONS } })]
    for (const { origin } of [right, wrong]) expect(await readiness(origin)).toEqual({ status: 200, problems: [] })
    const used = await assertion(site, app)
    const code = await codeOf(site, app, await launchToken(site.domain, app))
    expect((await bearer(wrong.origin, used)).status).toBe(200)
    expect((await exchange(site, app, right.origin, code)).status).toBe(200)

    wrong.child.kill('SIGUSR2')
    const apart =
      /^The clock of this machine and that of the database are \d+ seconds apart\. Let both follow the same time \(NTP\)\.$/
    await expect.poll(() => readiness(wrong.origin)).toEqual({ status: 503, problems: [expect.stringMatching(apart)] })
    expect(await readiness(right.origin)).toEqual({ status: 200, problems: [] })
    for (const { origin } of [wrong, right]) {
      expect((await exchange(site, app, origin, code)).status, 'the code').toBe(400)
      expect((await bearer(origin, used)).status, 'the assertion').toBe(401)
    }
    wrong.child.kill('SIGUSR2')
    await expect.poll(() => readiness(wrong.origin)).toEqual({ status: 200, problems: [] })
  })
})
