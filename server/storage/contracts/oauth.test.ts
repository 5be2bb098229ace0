// The stores of the authorization server over a real database (conformance ACG-15, AST-12, LIM-10).
import { describe, expect, it } from 'vitest'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Grant, Jti, Transaction } from '#server/oauth/store.ts'
import { contractStorage } from '../testing/contract.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

async function setup() {
  const storage = await contractStorage({ now: NOW })
  return { storage, stores: storage.oauth }
}

const GRANT: Grant = {
  clientId: 'app',
  redirectUri: 'https://app.example/callback',
  codeChallenge: 'x'.repeat(43),
  scope: 'launch openid fhirUser',
  nonce: undefined,
  authTime: 1,
  launch: { platform: 'portal', traceId: 'jti', sub: 'Patient/1', resource: 'Task/1' },
}

const token = (text: string) => ({ tokenHash: sha256(text), issuedAt: NOW, expiresAt: NOW + 1000 })

const transaction = (idpState: string): Transaction => {
  const { clientId, redirectUri, codeChallenge, scope, nonce, launch } = GRANT
  return {
    stateHash: sha256(idpState),
    browserHash: sha256('browser'),
    ...{ clientId, redirectUri, codeChallenge, scope, nonce, launch },
    state: 'a&b=€',
    idpNonce: 'n',
    idpVerifier: 'v',
    idpOptions: { prompt: 'login', askedAt: 1 },
    expiresAt: NOW + 1000,
  }
}

describe('stores of the authorization server', () => {
  it('uses a transaction up once, in its own browser, in time', async () => {
    const { transactions } = (await setup()).stores
    for (const stateHash of ['one', 'two']) await transactions.create(transaction(stateHash))
    expect(await transactions.consume(sha256('one'), sha256('another browser'), NOW)).toBeUndefined()
    expect(await transactions.consume(sha256('two'), sha256('browser'), NOW + 1000)).toBeUndefined()
    expect(await transactions.consume(sha256('one'), sha256('browser'), NOW)).toEqual(transaction('one'))
    expect(await transactions.consume(sha256('one'), sha256('browser'), NOW)).toBeUndefined()
  })

  it('shows a transaction that is pending, and uses nothing up by it', async () => {
    const { transactions } = (await setup()).stores
    for (const stateHash of ['one', 'two']) await transactions.create(transaction(stateHash))
    const { clientId, launch } = GRANT
    for (const _ of [1, 2]) expect(await transactions.peek(sha256('one'), NOW + 999)).toEqual({ clientId, launch })
    expect(await transactions.peek(sha256('one'), NOW + 1000)).toBeUndefined()
    expect(await transactions.peek(sha256('unknown'), NOW)).toBeUndefined()
    await transactions.consume(sha256('one'), sha256('browser'), NOW)
    expect(await transactions.peek(sha256('one'), NOW)).toBeUndefined()
    expect(await transactions.peek(sha256('two'), NOW)).toBeDefined()
  })

  it('uses a code up whatever the outcome, and recognises it later', async () => {
    const { codes } = (await setup()).stores
    await codes.create(sha256('intime'), GRANT, NOW + 1000)
    await codes.create(sha256('late'), GRANT, NOW)
    expect(await codes.redeem(sha256('intime'), GRANT, token('one'))).toMatchObject({
      reused: false,
      grant: { launch: GRANT.launch },
    })
    expect(await codes.redeem(sha256('intime'), GRANT, token('two'))).toMatchObject({ reused: true })
    expect(await codes.redeem(sha256('late'), GRANT, token('three'))).toBeUndefined()
    expect(await codes.redeem(sha256('unknown'), GRANT, token('four'))).toBeUndefined()
  })

  it.each([
    ['client', { clientId: 'other' }],
    ['redirect_uri', { redirectUri: 'https://app.example/other' }],
    ['code_challenge', { codeChallenge: 'y'.repeat(43) }],
  ])('gives no token to another %s, which uses the code up', async (_, other) => {
    const { codes, noopTokens } = (await setup()).stores
    await codes.create(sha256('code'), GRANT, NOW + 1000)
    expect(await codes.redeem(sha256('code'), { ...GRANT, ...other }, token('one'))).toMatchObject({ reused: false })
    expect(await noopTokens.find(sha256('one'), NOW)).toBeUndefined()
    expect(await codes.redeem(sha256('code'), GRANT, token('two'))).toMatchObject({ reused: true })
    expect(await noopTokens.find(sha256('two'), NOW)).toBeUndefined()
  })

  it('gives no token for a code that is discarded', async () => {
    const { codes, noopTokens } = (await setup()).stores
    await codes.create(sha256('discarded'), GRANT, NOW + 1000)
    await codes.discard(sha256('discarded'), NOW)
    expect(await codes.redeem(sha256('discarded'), GRANT, token('one'))).toMatchObject({ reused: true })
    expect(await noopTokens.find(sha256('one'), NOW)).toBeUndefined()
  })

  it('uses a code up together with storing its token, or not at all', async () => {
    const { codes, noopTokens } = (await setup()).stores
    for (const code of ['one', 'two']) await codes.create(sha256(code), GRANT, NOW + 1000)
    await codes.redeem(sha256('one'), GRANT, token('same'))
    await expect(codes.redeem(sha256('two'), GRANT, token('same'))).rejects.toThrow()
    expect(await codes.redeem(sha256('two'), GRANT, token('another'))).toMatchObject({ reused: false })
    expect(await noopTokens.find(sha256('another'), NOW)).toBeDefined()
  })

  it('revokes what a code gave when it is shown again, by whichever connection', async () => {
    const { stores, storage } = await setup()
    const others = (await storage.another()).oauth
    await stores.codes.create(sha256('code'), GRANT, NOW + 1000)
    const answers = await Promise.all([
      stores.codes.redeem(sha256('code'), GRANT, token('one')),
      others.codes.redeem(sha256('code'), GRANT, token('two')),
    ])
    expect(answers.map((answer) => answer?.reused).sort()).toEqual([false, true])
    expect(await storage.sql('SELECT count(*) AS valid FROM noop_token WHERE "revokedAt" IS NULL')).toEqual([
      { valid: 0 },
    ])
  })

  it('finds a no-op token until it ends or is revoked', async () => {
    const { codes, noopTokens } = (await setup()).stores
    await codes.create(sha256('code'), GRANT, NOW + 1000)
    await codes.redeem(sha256('code'), GRANT, token('one'))
    expect(await noopTokens.find(sha256('one'), NOW + 999)).toMatchObject({ issuedAt: NOW, expiresAt: NOW + 1000 })
    expect(await noopTokens.find(sha256('one'), NOW + 1000)).toBeUndefined()
    await noopTokens.revokeByCode(sha256('code'), NOW)
    expect(await noopTokens.find(sha256('one'), NOW)).toBeUndefined()
  })

  it('AST-13 claims a jti once per kind and issuer', async () => {
    const { replay } = (await setup()).stores
    expect(await replay.claim('assertion', 'app', 'jti' as Jti, NOW)).toBe(true)
    expect(await replay.claim('assertion', 'app', 'jti' as Jti, NOW)).toBe(false)
    expect(await replay.claim('assertion', 'other', 'jti' as Jti, NOW)).toBe(true)
    expect(await replay.claim('launch', 'app', 'jti' as Jti, NOW)).toBe(true)
  })

  it('AST-13 finds a used jti by its kind and issuer, and a look-up does not use it up', async () => {
    const { replay } = (await setup()).stores
    const isClaimed = () => replay.isClaimed('assertion', 'app', 'jti' as Jti)
    await replay.claim('launch', 'app', 'jti' as Jti, NOW)
    await replay.claim('assertion', 'other', 'jti' as Jti, NOW)
    await replay.claim('assertion', 'app', 'other' as Jti, NOW)
    expect([await isClaimed(), await replay.claim('assertion', 'app', 'jti' as Jti, NOW), await isClaimed()]).toEqual([
      ...[false, true, true],
    ])
  })

  it('remembers a jti for the whole of its last millisecond', async () => {
    const { storage, stores } = await setup()
    await stores.replay.claim('assertion', 'app', 'jti' as Jti, NOW + 0.5)
    expect([await storage.purge(NOW), await storage.purge(NOW + 1)]).toEqual([0, 1])
  })

  it('LIM-10 purges what has expired, some at a time, and remembers used codes a little longer', async () => {
    const { storage, stores } = await setup()
    const { purge } = storage
    for (let index = 0; index < 600; index += 1)
      await stores.replay.claim('assertion', 'app', `jti ${index}` as Jti, NOW)
    await stores.transactions.create(transaction('one'))
    await stores.codes.create(sha256('code'), GRANT, NOW)
    await stores.codes.create(sha256('redeemed'), GRANT, NOW + 1)
    await stores.codes.redeem(sha256('redeemed'), GRANT, { ...token('t'), expiresAt: NOW + 300_000 })
    expect(await purge(NOW - 1)).toBe(0)
    expect([await purge(NOW), await purge(NOW), await purge(NOW)]).toEqual([500, 100, 0])
    expect(await purge(NOW + 300_000)).toBe(2)
    expect(await stores.codes.redeem(sha256('code'), GRANT, token('late'))).toBeUndefined()
    expect(await stores.codes.redeem(sha256('code'), GRANT, token('late'))).toMatchObject({ reused: true })
    expect([await purge(NOW + 600_000), await purge(NOW + 600_001)]).toEqual([1, 1])
  })
})
