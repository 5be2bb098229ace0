// What is used once has one winner, whichever of two processes asks, and however many ask at once (AST-13, IDP-19, APP-04).
import { describe, expect, it } from 'vitest'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Grant, Jti, Transaction } from '#server/oauth/store.ts'
import { type ContractStorage, contractStorage } from '../testing/contract.ts'

const GRANT: Grant = {
  ...{ clientId: 'app', redirectUri: 'https://app.example/', codeChallenge: 'x', scope: 'launch', nonce: undefined },
  ...{ authTime: 1, launch: undefined },
}

const TRANSACTION: Transaction = {
  ...{
    stateHash: sha256('state'),
    browserHash: sha256('browser'),
    clientId: 'app',
    redirectUri: 'https://app.example/',
    state: 's',
  },
  ...{ nonce: undefined, codeChallenge: 'x', scope: 'launch', launch: undefined, idpNonce: 'n', idpVerifier: 'v' },
  ...{ idpOptions: { askedAt: 1 }, expiresAt: 1000 },
}

const ASKED = {
  ...{
    clientId: 'c',
    redirectUri: 'https://c.example/',
    state: undefined,
    nonce: undefined,
    scope: 'openid',
    codeChallenge: 'x',
  },
  ...{ prompt: undefined, maxAge: undefined, loginHint: undefined, requestedAt: 5 },
}

interface Race {
  readonly prepare: (storage: ContractStorage) => Promise<unknown>
  /** True for the winner. */
  readonly use: (storage: ContractStorage, racer: number) => Promise<boolean>
}

const account = { id: 'a', username: 'a', name: 'A', role: 'patient', passwordHash: '', createdAt: 0 } as const
const idpGrant = {
  clientId: 'c',
  redirectUri: 'https://c.example/',
  nonce: undefined,
  codeChallenge: 'x',
  accountId: 'a',
  authTime: 5,
}

const RACES: Readonly<Record<string, Race>> = {
  'a used id': {
    prepare: async () => undefined,
    use: ({ oauth }) => oauth.replay.claim('assertion', 'app', 'jti' as Jti, 1000),
  },
  'an authorization code': {
    prepare: ({ oauth }) => oauth.codes.create(sha256('code'), GRANT, 1000),
    use: async ({ oauth }, racer) => {
      const token = { tokenHash: sha256(`token ${racer}`), issuedAt: 1, expiresAt: 1000 }
      return (await oauth.codes.redeem(sha256('code'), GRANT, token))?.reused === false
    },
  },
  'an authorize request': {
    prepare: ({ oauth }) => oauth.transactions.create(TRANSACTION),
    use: async ({ oauth }) => (await oauth.transactions.consume(sha256('state'), sha256('browser'), 1)) !== undefined,
  },
  'a code of the identity provider': {
    prepare: async ({ idp }) => {
      await idp.accounts.create(account)
      await idp.codes.create('code', idpGrant, 1000)
    },
    use: async ({ idp }) => (await idp.codes.consume('code', 1)) !== undefined,
  },
  'a link for a new password': {
    prepare: async ({ idp }) => {
      await idp.accounts.create(account)
      await idp.records.addLink('a', { tokenHash: sha256('link'), expiresAt: 1000 })
    },
    use: async ({ idp }, racer) => (await idp.records.useLink(sha256('link'), `hash ${racer}`)) !== undefined,
  },
  'a request that waits for a person': {
    prepare: ({ idp }) => idp.interactions.create('i', { request: ASKED, network: 'here' }, 1000, 0),
    use: ({ idp }) => idp.interactions.end('i'),
  },
  'a launch of the demo app': {
    prepare: ({ pendingLaunches }) =>
      pendingLaunches.create({ stateHash: 's', browserHash: 'b', data: '{}', expiresAt: 1000, network: 'here' }, 0),
    use: async ({ pendingLaunches }) => (await pendingLaunches.consume('s', 'b', 1)) !== undefined,
  },
  'a ticket of the composer': {
    prepare: ({ tickets }) => tickets.create({ ticketHash: 't', data: '{}', expiresAt: 1000, network: 'here' }, 0),
    use: async ({ tickets }) => (await tickets.consume('t', 1)) !== undefined,
  },
}

describe('eight who use it at once, in two processes', () => {
  it.each(Object.entries(RACES))('%s has one winner', async (_, { prepare, use }) => {
    const one = await contractStorage()
    const other = await one.another()
    await prepare(one)
    const racers = Array.from({ length: 8 }, (_, racer) => use(racer % 2 === 0 ? one : other, racer))
    expect((await Promise.all(racers)).filter((isWinner) => isWinner)).toHaveLength(1)
    await one.durable()
    expect(await use(other, 9)).toBe(false)
  })

  it('leave no token of a code that was used more than once', async () => {
    const one = await contractStorage()
    const other = await one.another()
    await RACES['an authorization code']?.prepare(one)
    await Promise.all(
      Array.from({ length: 8 }, (_, racer) => RACES['an authorization code']?.use(racer % 2 ? one : other, racer)),
    )
    expect(await one.sql('SELECT count(*) AS valid FROM noop_token WHERE "revokedAt" IS NULL')).toEqual([{ valid: 0 }])
  })
})

describe('a request of another browser', () => {
  it('does not use a launch up, when both ask at once', async () => {
    const { oauth } = await contractStorage()
    await oauth.transactions.create(TRANSACTION)
    const browsers = ['another', 'browser', 'a third'].map((browser) =>
      oauth.transactions.consume(sha256('state'), sha256(browser), 1),
    )
    expect((await Promise.all(browsers)).map((found) => found !== undefined)).toEqual([false, true, false])
  })
})
