// The stores of the identity provider over a real database: one statement decides each race, and expired rows are deleted.
import { describe, expect, it } from 'vitest'
import type { AuthenticationRequest } from '#server/idp/store.ts'
import { contractStorage } from '../testing/contract.ts'

const GRANT = { clientId: 'c', redirectUri: 'https://c.example/', codeChallenge: 'x', accountId: 'a', authTime: 5 }
const ASKED: AuthenticationRequest = {
  clientId: 'c',
  redirectUri: 'https://c.example/',
  state: undefined,
  nonce: 'n',
  scope: 'openid',
  codeChallenge: 'x',
  prompt: undefined,
  maxAge: 60,
  loginHint: undefined,
  requestedAt: 5,
}

const ASKED_HERE = { request: ASKED, network: 'here' }

async function opened(most?: number) {
  const { idp, sql, purge } = await contractStorage({ most })
  const account = { id: 'a', username: 'a@example.org', name: 'A', role: 'patient', passwordHash: 'x' } as const
  await idp.accounts.create({ ...account, createdAt: 1 })
  const count = async (table: string) => (await sql(`SELECT count(*) AS rows FROM ${table}`))[0]
  return { ...idp, purge, count }
}

describe('stores of the identity provider', () => {
  it('IDP-19 gives a code once, and not after it expired', async () => {
    const { codes } = await opened()
    await codes.create('one', { ...GRANT, nonce: undefined }, 100)
    await codes.create('two', { ...GRANT, nonce: 'n' }, 100)
    expect(await codes.consume('one', 99)).toEqual({ ...GRANT, nonce: undefined })
    expect(await codes.consume('one', 99)).toBeUndefined()
    expect(await codes.consume('two', 100)).toBeUndefined()
    expect(await codes.consume('two', 99)).toEqual({ ...GRANT, nonce: 'n' })
  })

  it('IDP-19 ends an interaction once', async () => {
    const { interactions } = await opened()
    await interactions.create('i', ASKED_HERE, 100, 10)
    expect(await interactions.find('i', 99)).toEqual(JSON.parse(JSON.stringify(ASKED)))
    expect(await interactions.find('i', 100)).toBeUndefined()
    expect(await interactions.end('i')).toBe(true)
    expect(await interactions.end('i')).toBe(false)
  })

  it('IDP-13 finds a session until it ends or expires', async () => {
    const { sessions } = await opened()
    const session = { accountId: 'a', authTime: 5, expiresAt: 100 }
    await sessions.create('s', session, 10)
    expect(await sessions.find('s', 99)).toEqual(session)
    expect(await sessions.find('s', 100)).toBeUndefined()
    await sessions.end('s')
    expect(await sessions.find('s', 99)).toBeUndefined()
  })

  it('LIM-10 purges what has expired with the next write', async () => {
    const { sessions, interactions, count } = await opened()
    for (const now of [10, 200]) {
      await sessions.create(`s${now}`, { accountId: 'a', authTime: now, expiresAt: now + 100 }, now)
      await interactions.create(`i${now}`, ASKED_HERE, now + 100, now)
    }
    for (const table of ['idp_session', 'idp_interaction']) expect(await count(table)).toEqual({ rows: 1 })
  })

  it('LIM-10 purges codes that have expired between requests, so that none waits for it', async () => {
    const { codes, purge, count } = await opened()
    for (const now of [10, 200]) await codes.create(`c${now}`, { ...GRANT, nonce: undefined }, now + 100)
    expect([await purge(109), await purge(110), await count('idp_code')]).toEqual([0, 1, { rows: 1 }])
  })

  it('LIM-10 purges in small batches, so that no request waits for many expired rows', async () => {
    const { interactions, count } = await opened()
    for (let n = 0; n < 250; n += 1) await interactions.create(`i${n}`, ASKED_HERE, 100, 10)
    await interactions.create('next', ASKED_HERE, 300, 200)
    expect(await count('idp_interaction')).toEqual({ rows: 151 })
  })

  it('LIM-10 keeps the newest of the requests that wait for a person', async () => {
    const { interactions, count } = await opened(50)
    for (let n = 0; n < 300; n += 1) await interactions.create(`i${n}`, ASKED_HERE, 100, 10)
    expect(await count('idp_interaction')).toEqual({ rows: 50 })
    expect(await interactions.find('i299', 50)).toBeDefined()
    expect(await interactions.find('i249', 50)).toBeUndefined()
  })

  it('LIM-04 a flood pushes out only rows of its own network', async () => {
    const { interactions, count } = await opened(50)
    await interactions.create('theirs', { request: ASKED, network: 'there' }, 100, 10)
    for (let n = 0; n < 300; n += 1) await interactions.create(`i${n}`, ASKED_HERE, 100, 10)
    expect(await count('idp_interaction')).toEqual({ rows: 50 })
    expect(await interactions.find('theirs', 50)).toBeDefined()
  })
})
