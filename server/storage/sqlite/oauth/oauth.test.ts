// The stores of the authorization server over a real database (conformance ACG-15, AST-12, LIM-10).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Grant, Transaction } from '#server/oauth/store.ts'
import { openDatabase } from '../file/database.ts'
import { registry } from '../registry/registry.ts'
import { oauthStores } from './oauth.ts'
import { oauthPurge } from './purge.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

function setup() {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-oauth-db-'))
  const database = openDatabase(path.join(directory, 'test.db'))
  onTestFinished(async () => {
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    database,
    stores: oauthStores(
      database,
      registry(database, () => NOW),
    ),
  }
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

const transaction = (stateHash: string): Transaction => {
  const { clientId, redirectUri, codeChallenge, scope, nonce, launch } = GRANT
  return {
    stateHash,
    browserHash: 'browser',
    ...{ clientId, redirectUri, codeChallenge, scope, nonce, launch },
    state: 'a&b=€',
    idpNonce: 'n',
    idpVerifier: 'v',
    idpOptions: { prompt: 'login', askedAt: 1 },
    expiresAt: NOW + 1000,
  }
}

describe('stores of the authorization server', () => {
  it('uses a transaction up once, in its own browser, in time', () => {
    const { transactions } = setup().stores
    for (const stateHash of ['one', 'two']) transactions.create(transaction(stateHash))
    expect(transactions.consume('one', 'another browser', NOW)).toBeUndefined()
    expect(transactions.consume('two', 'browser', NOW + 1000)).toBeUndefined()
    expect(transactions.consume('one', 'browser', NOW)).toEqual(transaction('one'))
    expect(transactions.consume('one', 'browser', NOW)).toBeUndefined()
  })

  it('uses a code up whatever comes of it, and knows it again', () => {
    const { codes } = setup().stores
    codes.create('intime', GRANT, NOW + 1000)
    codes.create('late', GRANT, NOW)
    expect(codes.consume('intime', NOW)).toMatchObject({ reused: false, grant: { launch: GRANT.launch } })
    expect(codes.consume('intime', NOW)).toMatchObject({ reused: true })
    expect(codes.consume('late', NOW)).toBeUndefined()
    expect(codes.consume('unknown', NOW)).toBeUndefined()
  })

  it('finds a no-op token until it ends or is revoked', () => {
    const { noopTokens } = setup().stores
    const token = { codeHash: 'code', grant: GRANT, issuedAt: NOW, expiresAt: NOW + 1000 }
    noopTokens.create({ ...token, tokenHash: 'one' })
    expect(noopTokens.find('one', NOW + 999)).toMatchObject({ issuedAt: NOW, expiresAt: NOW + 1000 })
    expect(noopTokens.find('one', NOW + 1000)).toBeUndefined()
    noopTokens.revokeByCode('code', NOW)
    expect(noopTokens.find('one', NOW)).toBeUndefined()
  })

  it('AST-13 claims a jti once per kind and issuer', () => {
    const { replay } = setup().stores
    expect(replay.claim('assertion', 'app', 'jti', NOW)).toBe(true)
    expect(replay.claim('assertion', 'app', 'jti', NOW)).toBe(false)
    expect(replay.claim('assertion', 'other', 'jti', NOW)).toBe(true)
    expect(replay.claim('launch', 'app', 'jti', NOW)).toBe(true)
  })

  it('LIM-10 purges what has expired, in bites, and remembers used codes a little longer', () => {
    const { database, stores } = setup()
    const purge = oauthPurge(database)
    for (let index = 0; index < 600; index += 1) stores.replay.claim('assertion', 'app', `jti ${index}`, NOW)
    stores.transactions.create(transaction('one'))
    stores.codes.create('code', GRANT, NOW)
    stores.noopTokens.create({
      tokenHash: 't',
      codeHash: 'code',
      grant: GRANT,
      issuedAt: NOW,
      expiresAt: NOW + 300_000,
    })
    expect(purge(NOW - 1)).toBe(0)
    expect([purge(NOW), purge(NOW), purge(NOW)]).toEqual([500, 100, 0])
    expect(purge(NOW + 300_000)).toBe(2)
    expect(stores.codes.consume('code', NOW)).toBeUndefined()
    expect(stores.codes.consume('code', NOW)).toMatchObject({ reused: true })
    expect(purge(NOW + 600_000)).toBe(1)
  })

  it('LIM-10 purges by index', () => {
    const { database } = setup()
    for (const table of ['authorize_transaction', 'authorization_code', 'used_jti', 'noop_token']) {
      const plan = database.sql
        .prepare(`EXPLAIN QUERY PLAN SELECT rowid FROM ${table} WHERE expiresAt <= 1 ORDER BY expiresAt LIMIT 500`)
        .all()
      expect(JSON.stringify(plan)).toContain(`${table}_expiresAt_idx`)
    }
  })
})
