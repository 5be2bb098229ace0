import { describe, expect, it } from 'vitest'
import { launchToken, registerApp, type TestApp } from '../app.ts'
import {
  assertion,
  authorize,
  authorizeQuery,
  bearer,
  codeOf,
  errorOf,
  exchange,
  introspect,
  tokenOf,
} from '../launch-over-http.ts'
import { type ProcessDomain, processDomain } from '../processes.ts'
import { expectChangesSeen } from '../seen-changes.ts'

const PARALLEL = 20

/** A code of a whole launch, with the login at the first process. */
const freshCode = async (domain: ProcessDomain, app: TestApp) =>
  codeOf(domain, app, await launchToken(domain.domain, app))

/** Concurrent calls, alternating between the processes. */
const shoot = <Answer>(origins: readonly string[], use: (origin: string) => Promise<Answer>) =>
  Array.from({ length: PARALLEL }, (_, n) => use(origins[n % origins.length] ?? ''))

const race = (origins: readonly string[], use: (origin: string) => Promise<Response>) =>
  Promise.all(shoot(origins, use))

describe('two server processes on one database', () => {
  it('ACG-15 LTK-07 AST-12 KEY-09 let exactly one of twenty uses win, and remember it after a kill', async () => {
    const domain = await processDomain()
    const app = await registerApp(domain.domain)
    const [first, second] = [await domain.start({ first: true }), await domain.start()]
    const origins = [first.origin, second.origin]

    const launch = await launchToken(domain.domain, app)
    const launches = await race(origins, (origin) => authorize(origin, authorizeQuery(domain, app, launch)))
    const winners = launches.filter((response) => errorOf(response) === null)
    expect(winners).toHaveLength(1)
    expect(winners[0]?.headers.get('location')).toContain(`${domain.publicUrl}/idp/authorize?`)
    expect(launches.filter((response) => errorOf(response) === 'invalid_request')).toHaveLength(PARALLEL - 1)

    const code = await freshCode(domain, app)
    const exchanges = await race(origins, (origin) => exchange(domain, app, origin, code))
    expect(exchanges.map(({ status }) => status).sort()).toEqual([200, ...Array(PARALLEL - 1).fill(400)])

    const used = await assertion(domain, app)
    const tokens = await race(origins, (origin) => bearer(origin, used))
    expect(tokens.map(({ status }) => status).sort()).toEqual([200, ...Array(PARALLEL - 1).fill(401)])

    const [granted] = tokens.filter(({ status }) => status === 200)
    const access_token = await tokenOf(granted as Response)
    const read = (origin: string) =>
      fetch(`${origin}/fhir/Patient/marijke-jansen`, { headers: { authorization: `Bearer ${access_token}` } })
    const jwks = async (origin: string) => (await fetch(`${origin}/oauth2/jwks`)).text()
    const keys = await jwks(first.origin)
    for (const origin of origins) {
      expect((await read(origin)).status, 'a token of either process').toBe(200)
      expect(await jwks(origin)).toBe(keys)
    }

    const [nextCode, nextAssertion] = [await freshCode(domain, app), await assertion(domain, app)]
    const nextLaunch = await launchToken(domain.domain, app)
    expect((await exchange(domain, app, first.origin, nextCode)).status).toBe(200)
    expect((await bearer(first.origin, nextAssertion)).status).toBe(200)
    expect(errorOf(await authorize(first.origin, authorizeQuery(domain, app, nextLaunch)))).toBeNull()
    await Promise.all([first.kill(), second.kill()])

    const { origin } = await domain.start()
    expect((await exchange(domain, app, origin, nextCode)).status).toBe(400)
    expect((await bearer(origin, nextAssertion)).status).toBe(401)
    expect(errorOf(await authorize(origin, authorizeQuery(domain, app, nextLaunch)))).toBe('invalid_request')
    expect(await jwks(origin)).toBe(keys)
    expect((await read(origin)).status, 'a token from before the kill').toBe(200)
  })

  it('ACG-14 ACG-13 revoke what a code gave when it is shown to the other one, and after a kill', async () => {
    const domain = await processDomain()
    const app = await registerApp(domain.domain)
    const [first, second] = [await domain.start({ first: true }), await domain.start()]
    const isActive = async (origin: string, token: string) =>
      ((await (await introspect(domain, app, origin, token)).json()) as { readonly active: boolean }).active

    const code = await freshCode(domain, app)
    const token = await tokenOf(await exchange(domain, app, first.origin, code))
    for (const { origin } of [first, second]) expect(await isActive(origin, token)).toBe(true)
    expect((await exchange(domain, app, second.origin, code)).status).toBe(400)
    for (const { origin } of [first, second]) expect(await isActive(origin, token)).toBe(false)

    const next = await freshCode(domain, app)
    const nextToken = await tokenOf(await exchange(domain, app, second.origin, next))
    await Promise.all([first.kill(), second.kill()])
    const { origin } = await domain.start()
    expect(await isActive(origin, nextToken), 'a kill takes nothing away').toBe(true)
    expect(await isActive(origin, token), 'nor does it give anything back').toBe(false)
    expect((await exchange(domain, app, origin, next)).status).toBe(400)
    expect(await isActive(origin, nextToken)).toBe(false)
  })

  it('RBT-18 KEY-06 KEY-09 see a changed permission, status, version and key at the next read, whichever process wrote it', async () => {
    const domain = await processDomain()
    await expectChangesSeen(domain, [
      await domain.start({ first: true, env: { AUDIT_READS: 'each' } }),
      await domain.start(),
    ])
  })

  it('ACG-15 LTK-07 AST-12 let nobody win twice when one of them is killed in the middle of a race', async () => {
    const domain = await processDomain()
    const app = await registerApp(domain.domain)
    const first = await domain.start({ first: true })
    const [code, launch, used] = [
      await freshCode(domain, app),
      await launchToken(domain.domain, app),
      await assertion(domain, app),
    ]
    const isWon = (answer: Response | undefined) => answer?.status === 200
    const races: readonly (readonly [string, (origin: string) => Promise<Response>, typeof isWon])[] = [
      ['a code', (origin) => exchange(domain, app, origin, code), isWon],
      ['an assertion', (origin) => bearer(origin, used), isWon],
      [
        'a launch',
        (origin) => authorize(origin, authorizeQuery(domain, app, launch)),
        (answer) => answer !== undefined && errorOf(answer) === null,
      ],
    ]
    for (const [what, use, hasWon] of races) {
      const victim = await domain.start()
      const shots = shoot([victim.origin, first.origin], (origin) => use(origin).catch(() => undefined))
      await Promise.race(shots)
      await victim.kill()
      const answers = await Promise.all(shots)
      const restarted = await domain.start()
      const late = [await use(restarted.origin), await use(first.origin)]
      const wins = answers.filter(hasWon).length
      // The winner may have been the killed one, and its answer is lost: then there is no winner.
      expect(wins, what).toBeLessThanOrEqual(1)
      expect(late.filter(hasWon), `${what}, after the restart`).toEqual([])
      await restarted.kill()
    }
  })
})
