// Races that two processes run for the registry: decided by an index or one statement, whichever connection comes first.
import { describe, expect, it } from 'vitest'
import type { OwnedClient } from '../registry.ts'
import { contractStorage } from '../testing/contract.ts'

/** One storage on each of two connections to a database. */
async function two() {
  const one = await contractStorage()
  return { one, other: await one.another(), sql: one.sql }
}

/** The names of those that won, of whom there is one. */
async function winners(races: readonly Promise<boolean>[], names: readonly string[]): Promise<readonly string[]> {
  const won = await Promise.all(races)
  const winning = names.filter((_, index) => won[index])
  expect(winning).toHaveLength(1)
  return winning
}

const key = (kid: string) => ({ kid, owner: 'oauth', alg: 'RS256', publicJwk: '{}', createdAt: 0 })

const app = (clientId: string): OwnedClient => ({
  clientId,
  name: clientId,
  kind: 'module',
  status: 'pending',
  jwks: undefined,
  jwksUrl: undefined,
  redirectUris: [],
  launchUrl: undefined,
  roleName: undefined,
  ownerAccountId: 'anna',
})

const admin = (id: string) => ({ id, username: id, name: id, role: 'admin' as const, passwordHash: '', createdAt: 0 })

describe('two connections', () => {
  it('KEY-09 make one active key of an owner, and one next one', async () => {
    const { one, other } = await two()
    const [first] = await winners([one.keys.addFirst(key('a')), other.keys.addFirst(key('b'))], ['a', 'b'])
    const [next] = await winners([other.keys.addNext(key('c')), one.keys.addNext(key('d'))], ['c', 'd'])
    await Promise.all([one.keys.promote('oauth', 0, 1), other.keys.promote('oauth', 0, 1)])
    expect((await one.keys.ofOwner('oauth')).map(({ kid, status }) => [kid, status])).toEqual([
      [first, 'retired'],
      [next, 'active'],
    ])
  })

  it('KEY-09 revoke an active key, which its next one replaces, and no other', async () => {
    const { one, other } = await two()
    await one.keys.addFirst(key('a'))
    await one.keys.addNext(key('b'))
    const revoked = await Promise.all([one.keys.revoke('a', 1), other.keys.revoke('a', 1)])
    expect(revoked.map((row) => row?.kid)).toEqual(['a', 'a'])
    expect(revoked.map((row) => row?.status)).toContain('active')
    await one.keys.addNext(key('c'))
    expect(await other.keys.revoke('nobody', 1)).toBeUndefined()
    const states = async () => (await one.keys.all()).map(({ kid, status, retiredAt }) => [kid, status, retiredAt])
    expect(await states()).toEqual([
      ...[
        ['a', 'revoked', null],
        ['b', 'active', null],
        ['c', 'next', null],
      ],
    ])
    await other.keys.revoke('c', 1)
    await one.keys.promote('oauth', 0, 1)
    expect((await states()).map(([, status]) => status)).toEqual(['revoked', 'active', 'revoked'])
  })

  it('KEY-09 cannot make two active keys of an owner, whatever statement they use', async () => {
    const { one, sql } = await two()
    await one.keys.addFirst(key('a'))
    const second = (kid: string, status: string) =>
      sql(`INSERT INTO signing_key (kid, owner, alg, "publicJwk", status, "createdAt")
        SELECT '${kid}', owner, alg, "publicJwk", '${status}', "createdAt" FROM signing_key WHERE kid = 'a'`)
    await expect(second('b', 'active')).rejects.toThrow(/unique/i)
    await second('b', 'next')
    await expect(second('c', 'next')).rejects.toThrow(/unique/i)
  })

  it('let an owner have no more apps than the limit', async () => {
    const { one, other } = await two()
    await one.idp.accounts.create(admin('anna'))
    const added = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => (n % 2 ? one : other).registry.addOwned(app(`app-${n}`), 4)),
    )
    expect(added.filter((outcome) => outcome === 'added')).toHaveLength(4)
    expect(await one.registry.listOwned('anna')).toHaveLength(4)
  })

  it('leave one administrator when each removes the other', async () => {
    const { one, other, sql } = await two()
    for (const id of ['anna', 'bram']) await one.idp.accounts.create(admin(id))
    const [removal, change] = await Promise.all([
      one.accounts.remove('anna'),
      other.accounts.setRole('bram', 'patient'),
    ])
    expect([removal === 'done', change.outcome === 'done'].filter((isDone) => isDone)).toHaveLength(1)
    expect(await sql("SELECT username FROM account WHERE role = 'admin'")).toEqual([
      { username: removal === 'done' ? 'bram' : 'anna' },
    ])
  })
})
