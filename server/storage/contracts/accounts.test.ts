// Accounts, their list in the console, their links and tokens, over a real database.
import { describe, expect, it } from 'vitest'
import { contractStorage } from '../testing/contract.ts'

const ANNA = { id: 'a', username: 'anna_b@example.org', name: 'Anna Éva', role: 'admin', passwordHash: 'x' } as const

async function opened() {
  const storage = await contractStorage()
  await storage.idp.accounts.create({ ...ANNA, createdAt: 1 })
  return storage
}

describe('accounts', () => {
  it('IDP-10 lets the unique index decide about a user name', async () => {
    const { accounts } = (await opened()).idp
    expect(await accounts.create({ ...ANNA, id: 'b', createdAt: 1 })).toBe(false)
    expect(await accounts.findByUsername(ANNA.username)).toEqual(ANNA)
    expect(await accounts.find('a')).toEqual(ANNA)
    expect(await accounts.find('b')).toBeUndefined()
  })

  it.each(['id', 'username'] as const)('are cached by %s until any is created, changed or deleted', async (by) => {
    const { idp, sql, another } = await opened()
    const other = await another()
    const find = () => (by === 'id' ? idp.accounts.find('a') : idp.accounts.findByUsername(ANNA.username))
    const first = await find()
    expect(first).toEqual(ANNA)
    expect(await find()).toBe(first)
    await other.accounts.setRole(ANNA.username, 'patient').then(({ outcome }) => expect(outcome).toBe('last_admin'))
    await sql("UPDATE account SET name = 'Anna B'")
    expect((await find())?.name).toBe('Anna B')
    await other.idp.accounts.create({ ...ANNA, id: 'b', username: 'bram', createdAt: 1 })
    expect(await other.accounts.remove(ANNA.username)).toBe('done')
    expect(await find()).toBeUndefined()
  })

  it('are listed by a part of the name or user name, in either case, in which % and _ are literal', async () => {
    const { accounts, idp } = await opened()
    await idp.accounts.create({ ...ANNA, id: 'b', username: 'bram', name: 'Bram 100%', createdAt: 1 })
    const found = async (text: string) => (await accounts.list(text)).items.map(({ username }) => username)
    expect([await found(''), await found('BRAM'), await found('%'), await found('_b')]).toEqual([
      ...[[ANNA.username, 'bram'], ['bram'], ['bram'], [ANNA.username]],
    ])
    expect([await found('Éva'), await found('a_b'), await found('\\')]).toEqual([[ANNA.username], [ANNA.username], []])
  })

  it('leave their apps disabled when they are deleted', async () => {
    const { accounts, idp, registry, sql } = await opened()
    await idp.accounts.create({ ...ANNA, id: 'b', username: 'bram', createdAt: 1 })
    const app = { clientId: 'app', name: 'App', kind: 'module', status: 'approved', ownerAccountId: 'a' } as const
    await registry.addClient({
      ...app,
      jwks: undefined,
      jwksUrl: undefined,
      redirectUris: [],
      launchUrl: undefined,
      roleName: undefined,
    })
    expect(await accounts.remove(ANNA.username)).toBe('done')
    expect(await sql('SELECT status, "ownerAccountId" FROM client')).toEqual([
      { status: 'disabled', ownerAccountId: null },
    ])
  })
})

describe('tokens of administrators', () => {
  const token = (id: string, expiresAt = 1000) => ({
    ...{ id, secret: id, username: ANNA.username, name: 'CI', scopes: [], createdAt: 1, expiresAt },
  })

  it('are limited for each account, and only for administrators', async () => {
    const { apiTokens, accounts, idp } = await opened()
    const added = await Promise.all(Array.from({ length: 52 }, (_, index) => apiTokens.add(token(`t${index}`))))
    expect(added.filter((outcome) => outcome === 'done')).toHaveLength(50)
    expect(added.filter((outcome) => outcome === 'too_many')).toHaveLength(2)
    await idp.accounts.create({ ...ANNA, id: 'b', username: 'bram', createdAt: 1 })
    await accounts.setRole(ANNA.username, 'patient')
    expect([await apiTokens.list(1), await apiTokens.add(token('x'))]).toEqual([[], 'unknown'])
  })

  it('are found by their secret until they expire, with their last use to the minute', async () => {
    const { apiTokens } = await opened()
    await apiTokens.add(token('t', 100_000))
    expect(await apiTokens.find('t', 60_001)).toMatchObject({ id: 't', username: ANNA.username, lastUsedAt: undefined })
    await expect.poll(() => apiTokens.list(60_001)).toMatchObject([{ lastUsedAt: 60_001 }]) // Noted behind the answer.
    expect(await apiTokens.find('t', 60_500)).toMatchObject({ lastUsedAt: 60_001 })
    expect(await apiTokens.find('t', 100_000)).toBeUndefined()
    expect([await apiTokens.remove('t'), await apiTokens.remove('t')]).toMatchObject([{ id: 't' }, undefined])
  })
})
