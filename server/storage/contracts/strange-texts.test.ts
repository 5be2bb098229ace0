// Texts that strangers choose may have what a database has no letter for: they are stored and found as they are, or not found.
import { describe, expect, it } from 'vitest'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Jti, Transaction } from '#server/oauth/store.ts'
import { contractStorage } from '../testing/contract.ts'

const STRANGE = ['a\0b', '\0', '\uffff', '\uffff0\0\uffff1', 'é😀', "'; --", '{"a",NULL}', 'NULL', '\\', '"', '']

const transaction = (state: string): Transaction => ({
  ...{ stateHash: sha256(state), browserHash: sha256('b'), clientId: state, redirectUri: state, state, nonce: state },
  ...{ codeChallenge: 'x', scope: 'launch', launch: undefined, idpNonce: 'n', idpVerifier: 'v' },
  ...{ idpOptions: { askedAt: 1 }, expiresAt: 1000 },
})

describe('a strange text', () => {
  it('comes back as it was, whoever else asks at the same time', async () => {
    const { oauth } = await contractStorage()
    await Promise.all(STRANGE.map((text) => oauth.transactions.create(transaction(text))))
    const found = STRANGE.map((text) => oauth.transactions.consume(sha256(text), sha256('b'), 1))
    expect(await Promise.all(found)).toEqual(STRANGE.map(transaction))
  })

  it('is used once as an id, and is no other one', async () => {
    const { oauth } = await contractStorage()
    const claims = () => Promise.all(STRANGE.map((text) => oauth.replay.claim('launch', text, text as Jti, 1)))
    expect(await claims()).toEqual(STRANGE.map(() => true))
    expect(await claims()).toEqual(STRANGE.map(() => false))
  })

  it('finds what has it in the records, and nothing else', async () => {
    const { registry, idp, accounts } = await contractStorage()
    for (const text of STRANGE) {
      expect(await registry.find(text)).toBeUndefined()
      expect(await idp.accounts.findByUsername(text)).toBeUndefined()
    }
    const account = { id: 'a', username: 'a\0b\uffff', name: 'A\0', role: 'patient', passwordHash: 'x' } as const
    expect(await idp.accounts.create({ ...account, createdAt: 1 })).toBe(true)
    expect(await idp.accounts.findByUsername(account.username)).toEqual(account)
    expect((await accounts.list('a\0')).items).toHaveLength(1)
  })
})
