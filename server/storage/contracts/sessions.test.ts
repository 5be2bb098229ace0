// Sessions of the demo app, and tickets of the composer, over a real database.
import { describe, expect, it } from 'vitest'
import { contractStorage } from '../testing/contract.ts'

const session = (idHash: string, more = {}) => ({
  idHash,
  person: 'Patient/a',
  data: `"${idHash}"`,
  expiresAt: 1000,
  ...more,
})

describe('sessions of the demo app', () => {
  it('are found until they expire or end', async () => {
    const { appSessions } = await contractStorage()
    await appSessions.create(session('s'), 0)
    expect([await appSessions.find('s', 999), await appSessions.find('s', 1000)]).toEqual(['"s"', undefined])
    await appSessions.end('s')
    expect(await appSessions.find('s', 999)).toBeUndefined()
  })

  it('end together with the session at the authorization server, in whichever browser', async () => {
    const { appSessions } = await contractStorage()
    for (const idHash of ['a', 'b']) await appSessions.create(session(idHash, { sid: 'one' }), 0)
    await appSessions.create(session('c', { sid: 'other' }), 0)
    await appSessions.endAll('one')
    expect(await Promise.all(['a', 'b', 'c'].map((id) => appSessions.find(id, 1)))).toEqual([
      undefined,
      undefined,
      '"c"',
    ])
  })

  it('LIM-10 are the newest 200 of each person, and expired ones go with the next write', async () => {
    const { appSessions, sql } = await contractStorage()
    await appSessions.create(session('other', { person: 'Patient/b' }), 0)
    await appSessions.create(session('expired', { expiresAt: 1 }), 0)
    for (let n = 0; n < 205; n += 1) await appSessions.create(session(`s${n}`), 1)
    expect(await sql('SELECT count(*) AS rows FROM app_session')).toEqual([{ rows: 201 }])
    expect(await Promise.all(['other', 's4', 's5'].map((id) => appSessions.find(id, 2)))).toEqual([
      '"other"',
      undefined,
      '"s5"',
    ])
  })
})

describe('sessions of the portal', () => {
  it('end with their log-out, with the account, its role and its password', async () => {
    const { portalSessions, idp, accounts, sql } = await contractStorage()
    const account = { name: 'A', role: 'admin', passwordHash: 'x', createdAt: 0 } as const
    for (const id of ['anna', 'bram', 'carla']) await idp.accounts.create({ ...account, id, username: id })
    const [ended, demoted, removed, renewed] = await Promise.all(
      ['carla', 'anna', 'bram', 'carla'].map((id) => portalSessions.begin(id)),
    )
    const live = async () =>
      Promise.all(
        [ended, demoted, removed, renewed].map((id) =>
          portalSessions.find(id ?? '').then((found) => found !== undefined),
        ),
      )
    expect(await live()).toEqual([true, true, true, true])
    await portalSessions.end(ended ?? '')
    await accounts.setRole('anna', 'patient')
    await accounts.remove('bram')
    expect(await live()).toEqual([false, false, false, true])
    await sql(`UPDATE account SET "passwordHash" = 'y' WHERE id = 'carla'`)
    expect(await live()).toEqual([false, false, false, false])
  })
})

describe('tickets of the composer', () => {
  it('are opened until they expire, once', async () => {
    const { tickets } = await contractStorage()
    for (const ticketHash of ['a', 'b'])
      await tickets.create({ ticketHash, data: '{}', expiresAt: 1000, network: 'here' }, 0)
    expect([await tickets.consume('a', 999), await tickets.consume('a', 999)]).toEqual([{ data: '{}' }, undefined])
    expect(await tickets.consume('b', 1000)).toBeUndefined()
  })
})
