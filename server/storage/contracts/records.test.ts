// Records that little else is tested of: links of accounts and to traces, lists of traces, developers, settings.
import { describe, expect, it } from 'vitest'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Client, Grant } from '#server/oauth/store.ts'
import { contractStorage } from '../testing/contract.ts'

const GRANT: Grant = {
  ...{ clientId: 'app', redirectUri: 'https://app.example/', codeChallenge: 'x', scope: 'launch', nonce: undefined },
  ...{ authTime: 1, launch: undefined },
}

const ALL = { all: true, clients: [], subjects: [], ids: [] }

const ANNA = { id: 'a', username: 'anna', name: 'Anna', role: 'patient', passwordHash: 'x', createdAt: 1 } as const

const APP: Client = {
  ...{
    clientId: 'app',
    name: 'App',
    kind: 'module',
    status: 'approved',
    jwks: undefined,
    jwksUrl: undefined,
    redirectUris: [],
  },
  ...{ launchUrl: undefined, roleName: undefined },
}

/** A storage with traces of the client `app`, begun one after the other. */
async function withTraces(...ids: readonly string[]) {
  const storage = await contractStorage({ now: 1000 })
  for (const [index, id] of ids.entries())
    await storage.sql(`INSERT INTO trace (id, "traceId", verified, "clientId", subject, outcome, "startedAt", "changedAt", change, steps, size, truncated)
      VALUES ('${id}', 'jti-${id}', true, 'app', 'Patient/${id}', 'opened', ${storage.time(index)}, ${storage.time(index)}, ${index + 1}, 1, 1, false)`)
  return storage
}

describe('links between accounts and logins elsewhere', () => {
  it('belong to one account each, and go with it', async () => {
    const { accountLinks, idp, accounts } = await contractStorage()
    for (const id of ['anna', 'bram']) await idp.accounts.create({ ...ANNA, id, username: id })
    const login = { issuer: 'https://idp.example', subject: 's' }
    expect(await accountLinks.add('anna', login, 1)).toBe('done')
    expect([await accountLinks.add('anna', login, 1), await accountLinks.add('bram', login, 1)]).toEqual([
      'done',
      'taken',
    ])
    expect(await accountLinks.add('nobody', { ...login, subject: 't' }, 1)).toBe('unknown')
    expect((await accountLinks.find(login.issuer, login.subject))?.username).toBe('anna')
    expect(await accounts.remove('anna')).toBe('done')
    expect(await accountLinks.find(login.issuer, login.subject)).toBeUndefined()
  })
})

describe('traces', () => {
  it('are found by a part of their names in either case', async () => {
    const { traces } = await withTraces('one', 'Two')
    const query = { before: undefined, named: undefined, limit: 10 }
    const found = async (text: string) =>
      (await traces.list(ALL, { ...query, text })).map(({ id, change }) => [id, change])
    expect([await found('TWO'), await found('ONE'), await found('jti-%')]).toEqual([[['Two', 2]], [['one', 1]], []])
    expect([await traces.latestChange(), (await traces.find(ALL, 'jti-one'))?.id]).toEqual([2, 'one'])
    expect(await traces.ids(ALL)).toMatchObject({ clients: ['app'] })
  })

  it('have links up to a limit, also when they are made at once, until their developer is one no longer', async () => {
    const storage = await withTraces('one')
    const other = await storage.another()
    const link = (id: string) => ({ id, tokenHash: id, traceId: 'one', by: 'anna', createdAt: 1, expiresAt: 1000 })
    const made = Array.from({ length: 8 }, (_, n) => (n % 2 ? storage : other).traceShares.add(link(`link-${n}`), 3))
    expect((await Promise.all(made)).filter((isMade) => isMade)).toHaveLength(3)
    expect(await storage.traceShares.ofTrace('one', 1)).toHaveLength(3)
    await storage.registry.saveClient(APP)
    expect([await storage.developers.add('app', 'anna'), await storage.developers.add('app', 'anna')]).toEqual([
      true,
      false,
    ])
    expect(await storage.developers.appsOf('anna')).toEqual(['app'])
    expect(await storage.developers.remove('app', 'anna')).toBe(true)
    expect(await storage.traceShares.ofTrace('one', 1)).toEqual([])
  })
})

describe('what an app was given', () => {
  it('ends when the app is stopped, and its approval is of the time of the change', async () => {
    const { registry, oauth, sql } = await contractStorage({ now: 5 })
    await registry.addClient(APP)
    expect(await registry.approvedSince('app')).toBe(5)
    await oauth.codes.create(sha256('code'), GRANT, 1000)
    expect(await registry.setClientStatus('app', 'disabled')).toBe(true)
    expect(await sql('SELECT count(*) AS codes FROM authorization_code')).toEqual([{ codes: 0 }])
    expect(await registry.approvedSince('app')).toBeUndefined()
    await registry.setClientStatus('app', 'approved')
    expect(await registry.approvedSince('app')).toBe(5)
  })
})

describe('the settings of a domain', () => {
  it('are those that were noted last', async () => {
    const { noteSettings, sql } = await contractStorage()
    for (const PUBLIC_URL of ['https://a.example', 'https://b.example']) await noteSettings({ PUBLIC_URL })
    expect(await sql('SELECT settings FROM domain_record')).toEqual([
      { settings: '{"PUBLIC_URL":"https://b.example"}' },
    ])
  })
})
