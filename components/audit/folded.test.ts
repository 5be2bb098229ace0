import { describe, expect, it } from 'vitest'
import type { AuditItem } from '#lib/api/audit.ts'
import { isFolded, rowsOf } from './folded.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 27, 10, 0, second)).toISOString()

const event = (id: string, second: number, changes: Partial<AuditItem> = {}): AuditItem => ({
  ...{ id, recorded: at(second), name: 'read', action: 'E', outcome: '0', description: '', traceIds: [] },
  ...{ who: [{ role: 'app', name: 'demo-portal', address: null }], kind: null, what: [], more: 0, changes: [] },
  ...changes,
})

const byDaan: Partial<AuditItem> = {
  who: [
    { role: 'app', name: 'demo-portal', address: null },
    { role: 'person', name: 'daan@demo.test', address: null },
  ],
}

const ids = (items: readonly AuditItem[]) =>
  rowsOf(items).map((row) => (isFolded(row) ? row.items.map(({ id }) => id) : row.id))

describe('the rows of the audit log', () => {
  it('fold what a page read for a person within the same seconds, as a search does with each letter', () => {
    const byEls: Partial<AuditItem> = { who: [{ role: 'person', name: 'els@demo.test', address: null }] }
    const items = [
      event('third', 12, byDaan),
      event('els', 11, byEls),
      event('second', 9, byDaan),
      event('change', 8, { ...byDaan, name: 'change' }),
      event('first', 6, byDaan),
      event('before', 0, byDaan),
    ]
    expect(ids(items)).toEqual([['third', 'second', 'first'], 'els', 'change', 'before'])
  })

  it('show the sign-in of one person at the identity provider and at the portal as one, and a refused one by itself', () => {
    const login = { ...byDaan, name: 'login' }
    const items = [
      event('portal', 4, login),
      event('provider', 3, { ...login, who: [{ role: 'person', name: 'daan@demo.test', address: null }] }),
      event('refused', 1, { ...login, outcome: '4' }),
    ]
    expect(ids(items)).toEqual([['portal', 'provider'], 'refused'])
  })

  it('show one sign-out of a person as one, and not with the sign-in before it', () => {
    const logout = { ...byDaan, name: 'logout' }
    const items = [
      event('portal', 5, logout),
      event('provider', 4, logout),
      event('before', 3, { ...byDaan, name: 'login' }),
    ]
    expect(ids(items)).toEqual([['portal', 'provider'], 'before'])
  })

  it('fold what an app read by itself within five seconds, and leave what a person did and what stands alone', () => {
    expect(
      ids([
        event('d', 9),
        event('by-daan', 8, byDaan),
        event('c', 8),
        event('token', 7, { name: 'token' }),
        event('a', 1),
      ]),
    ).toEqual([['d', 'c', 'token'], 'by-daan', 'a'])
  })

  it('fold no refusal, no change and nothing of another app', () => {
    const other: Partial<AuditItem> = { who: [{ role: 'app', name: 'other', address: null }] }
    const items = [
      event('refused', 4, { outcome: '4' }),
      event('write', 3, { name: 'write' }),
      event('others', 2, other),
      event('unknown', 1, { who: [{ role: 'other', name: null, address: null }] }),
      event('last', 0),
    ]
    expect(ids(items)).toEqual(['refused', 'write', 'others', 'unknown', 'last'])
  })
})
