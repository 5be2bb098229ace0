// What people and administrators do with an account ends what was opened with it, on each engine.
import { describe, expect, it } from 'vitest'
import type { Client } from '#server/oauth/store.ts'
import { contractStorage } from '../testing/contract.ts'

const ACCOUNT = { name: 'A', role: 'admin', passwordHash: 'x', createdAt: 0 } as const

/** A storage with administrators. */
async function withAdmins(...ids: readonly string[]) {
  const storage = await contractStorage({ now: 10 })
  for (const id of ids) await storage.idp.accounts.create({ ...ACCOUNT, id, username: id })
  return storage
}

const session = (accountId: string, sid: string) => ({ accountId, authTime: 5, expiresAt: 1000, sid })

describe('a locked account', () => {
  it('has no session, not even of a log-in that was under way, and is not the last administrator', async () => {
    const { idp, portalSessions } = await withAdmins('anna', 'bram')
    await idp.sessions.create('before', session('anna', 's'), 10)
    const opened = await portalSessions.begin('anna', 's')
    expect(await idp.records.lock('anna')).toBe('done')
    await idp.sessions.create('after', session('anna', 't'), 10)
    const late = await portalSessions.begin('anna', 't')
    expect(await Promise.all(['before', 'after'].map((id) => idp.sessions.find(id, 11)))).toEqual([
      undefined,
      undefined,
    ])
    expect(await Promise.all([opened, late].map((id) => portalSessions.find(id)))).toEqual([undefined, undefined])
    expect([await idp.records.lock('bram'), await idp.accounts.find('anna')]).toEqual(['last_admin', undefined])
  })

  it('leaves one administrator, when two processes lock each the other', async () => {
    const one = await withAdmins('anna', 'bram')
    const other = await one.another()
    const outcomes = await Promise.all([one.idp.records.lock('anna'), other.idp.records.lock('bram')])
    expect(outcomes.toSorted()).toEqual(['done', 'last_admin'])
  })

  it('has no session when it is locked at the moment of a log-in in another process', async () => {
    const one = await withAdmins('anna', 'bram')
    const other = await one.another()
    const logins = Array.from({ length: 8 }, (_, n) => other.idp.sessions.create(`s${n}`, session('anna', `${n}`), 10))
    await Promise.all([...logins, one.idp.records.lock('anna')])
    expect(await one.sql('SELECT count(*) AS sessions FROM idp_session')).toEqual([{ sessions: 0 }])
  })
})

describe('another name', () => {
  it('is that of the account at the next look, and ends no session; none is given where there is no account, or it is locked', async () => {
    const { idp } = await withAdmins('anna', 'bram')
    await idp.sessions.create('mine', session('anna', 'mine'), 10)
    expect(await idp.records.rename('anna', 'Anna van Dijk')).toBe(true)
    expect(await idp.records.read('anna')).toMatchObject({ name: 'Anna van Dijk' })
    expect((await idp.records.sessions('anna')).map(({ sid }) => sid)).toEqual(['mine'])
    await idp.records.lock('bram')
    expect([await idp.records.rename('bram', 'B'), await idp.records.rename('nobody', 'N')]).toEqual([false, false])
  })
})

describe('a new password', () => {
  it('ends all sessions but the one that it was chosen in, and is chosen by whom knows the former', async () => {
    const { idp } = await withAdmins('anna')
    for (const sid of ['mine', 'other']) await idp.sessions.create(sid, session('anna', sid), 10)
    expect((await idp.records.sessions('anna')).map(({ sid }) => sid)).toEqual(['mine', 'other'])
    const change = { former: 'x', passwordHash: 'y', sid: 'mine' }
    expect([await idp.records.setPassword('anna', change), await idp.records.setPassword('anna', change)]).toEqual([
      true,
      false,
    ])
    expect((await idp.records.sessions('anna')).map(({ sid }) => sid)).toEqual(['mine'])
    expect(await idp.records.read('anna')).toMatchObject({ createdAt: 0, lastLoginAt: 5, lockedAt: undefined })
  })
})

describe('a notice of the end of a session', () => {
  it('is taken by one of two processes, until it is to be sent again', async () => {
    const one = await withAdmins()
    const other = await one.another()
    const app: Client = {
      ...{ clientId: 'app', name: 'App', kind: 'module', status: 'approved', jwks: undefined, jwksUrl: undefined },
      ...{ redirectUris: [], launchUrl: undefined, roleName: undefined, logoutUri: 'https://app.example/logout' },
    }
    await one.registry.addClient(app)
    for (const _ of [1, 2]) await one.oauth.logouts.add('sid')
    const taken = (await Promise.all([one, other].map(({ oauth }) => oauth.logouts.take(1000)))).filter(Boolean)
    expect(taken).toEqual([{ clientId: 'app', sid: 'sid', attempts: 1 }])
    for (const notice of taken) if (notice) await other.oauth.logouts.again(notice, 0)
    expect(await one.oauth.logouts.take(1000)).toMatchObject({ attempts: 2 })
  })
})
