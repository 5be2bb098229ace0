// A launch stops at its next step when something it depends on was removed, as for a disabled app (conformance ACG-20).
import { describe, expect, it } from 'vitest'
import { expectErrorRedirect, expectOAuthError } from '../testing/answers.ts'
import {
  type AuthorizationServer,
  authorizationServer,
  PEOPLE_AND_TASKS,
  PLATFORM,
} from '../testing/authorization-server.ts'

type TakeAway = (server: AuthorizationServer) => unknown

const change = (server: AuthorizationServer, reference: string, changes: object) => {
  server.resources[reference] = { ...PEOPLE_AND_TASKS[reference], ...changes }
}

const TAKEN_AWAY: readonly (readonly [string, TakeAway])[] = [
  ['the platform is disabled', ({ registry }) => registry.setClientStatus(PLATFORM, 'disabled')],
  ['the person is deleted', ({ resources }) => delete resources['Patient/anna']],
  ['the person is made inactive', (server) => change(server, 'Patient/anna', { active: false })],
  ['the user name is taken from the person', (server) => change(server, 'Patient/anna', { identifier: [] })],
  ['the task is deleted', ({ resources }) => delete resources['Task/intake']],
  [
    'the task becomes somebody else’s',
    (server) => change(server, 'Task/intake', { for: { reference: 'Patient/bram' } }),
  ],
  ['the account is deleted', ({ accountGone }) => accountGone('account-1')],
]

describe('between authorize and the end of the login', () => {
  it.each(TAKEN_AWAY)('ACG-20 gives no code when %s', async (_, takeAway) => {
    const server = await authorizationServer()
    const login = await server.authorize()
    await takeAway(server)
    expect(expectErrorRedirect(await server.logIn(login), 'access_denied')).toMatch(/^(user\.match|launch\.standing): /)
  })
})

describe('between code and token', () => {
  it.each(TAKEN_AWAY)('ACG-20 gives no token when %s, and the code is used up', async (_, takeAway) => {
    const server = await authorizationServer()
    const [code, second] = [await server.code(), await server.code()]
    expect((await server.exchange(second)).status).toBe(200)
    await takeAway(server)
    expect(await expectOAuthError(await server.exchange(code), 400, 'invalid_grant')).toMatch(/^launch\.standing: /)
    const { length: valid } = await server.sql.rows('SELECT * FROM noop_token WHERE "revokedAt" IS NULL')
    expect(valid, 'the one of the second code').toBe(1)
    for (const [reference, resource] of Object.entries(PEOPLE_AND_TASKS)) server.resources[reference] = resource
    await server.registry.setClientStatus(PLATFORM, 'approved')
    expect((await server.exchange(code)).status).toBe(400)
  })
})

describe('while a no-op token is valid', () => {
  it.each(TAKEN_AWAY)('ACG-20 INT-01 it is not active when %s', async (_, takeAway) => {
    const server = await authorizationServer()
    const { access_token } = (await (await server.exchange(await server.code())).json()) as { access_token: string }
    const active = async () => ((await (await server.introspect(access_token)).json()) as { active: boolean }).active
    expect(await active()).toBe(true)
    await takeAway(server)
    expect(await active()).toBe(false)
  })
})
