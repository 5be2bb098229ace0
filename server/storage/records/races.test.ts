// Races that two processes run for the registry: decided by an index or one statement, whichever connection comes first.
import { describe, expect, it } from 'vitest'
import type { OwnedClient } from '../registry.ts'
import { anotherConnection } from '../sqlite/testing/another-connection.ts'
import { temporaryStorage } from '../testing/temporary-storage.ts'

/** One storage on each of two connections to a database. */
function two() {
  const one = temporaryStorage()
  return { one, other: temporaryStorage({ file: one.sql.name }), sql: one.sql }
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
    const { one, other } = two()
    expect(await Promise.all([one.keys.addFirst(key('a')), other.keys.addFirst(key('b'))])).toEqual([true, false])
    expect(await Promise.all([other.keys.addNext(key('c')), one.keys.addNext(key('d'))])).toEqual([true, false])
    await Promise.all([one.keys.promote('oauth', 0, 1), other.keys.promote('oauth', 0, 1)])
    expect((await one.keys.ofOwner('oauth')).map(({ kid, status }) => [kid, status])).toEqual([
      ['a', 'retired'],
      ['c', 'active'],
    ])
  })

  it('KEY-09 revoke an active key, which its next one replaces, and no other', async () => {
    const { one, other } = two()
    await one.keys.addFirst(key('a'))
    await one.keys.addNext(key('b'))
    expect(await Promise.all([one.keys.revoke('a', 1), other.keys.revoke('a', 1)])).toMatchObject([
      ...[{ kid: 'a', status: 'active' }, { kid: 'a' }],
    ])
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
    const { one, sql } = two()
    await one.keys.addFirst(key('a'))
    const second = anotherConnection(sql).prepare(
      "INSERT INTO signing_key (kid, owner, alg, publicJwk, status, createdAt) VALUES ('b', ?, 'RS256', '{}', ?, 0)",
    )
    expect(() => second.run('oauth', 'active')).toThrow(/UNIQUE/)
    second.run('oauth', 'next')
    expect(() => second.run('oauth', 'next')).toThrow(/UNIQUE/)
  })

  it('let an owner have no more apps than the limit', async () => {
    const { one, other } = two()
    await one.idp.accounts.create(admin('anna'))
    const added = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => (n % 2 ? one : other).registry.addOwned(app(`app-${n}`), 4)),
    )
    expect(added.filter((outcome) => outcome === 'added')).toHaveLength(4)
    expect(await one.registry.listOwned('anna')).toHaveLength(4)
  })

  it('leave one administrator when each removes the other', async () => {
    const { one, other, sql } = two()
    for (const id of ['anna', 'bram']) await one.idp.accounts.create(admin(id))
    expect(await Promise.all([one.accounts.remove('anna'), other.accounts.setRole('bram', 'patient')])).toEqual([
      'done',
      { outcome: 'last_admin' },
    ])
    expect(sql.prepare("SELECT username FROM account WHERE role = 'admin'").pluck().all()).toEqual(['bram'])
  })
})
