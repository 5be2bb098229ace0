// The reads that one AuditEvent records.
import { expect, it } from 'vitest'
import type { AuditedRead } from '#lib/audit/audit.ts'
import { belongsTo, groupFor, groupKeyOf } from './read-audit-event.ts'

const READ: AuditedRead = {
  ...{ interaction: 'read', status: 200, client: 'app', token: 'jti', person: 'nurse', address: '::1' },
  ...{ requestId: 'r', shown: ['Patient/a/_history/1'] },
}
const SITE = 'https://example.test'

it.each<[string, Partial<AuditedRead>, string?]>([
  ['of another client', { client: 'another' }],
  ['with another token', { token: 'another' }],
  ['by another person', { person: 'another' }],
  ['from another address', { address: '::2' }],
  ['of another kind', { interaction: 'search-type' }],
  ['that was refused', { status: 403 }],
  ['at another site', {}, 'https://another.test'],
])('IDP-21 a read %s belongs to another event, by the group and by its key', (_, changed, site = SITE) => {
  const group = groupFor(READ, { site: SITE, at: 0 })
  expect([belongsTo(group, READ, SITE), groupKeyOf(READ, SITE) === groupKeyOf({ ...READ }, SITE)]).toEqual([true, true])
  const other = { ...READ, ...changed }
  expect([belongsTo(group, other, site), groupKeyOf(other, site) === groupKeyOf(READ, SITE)]).toEqual([false, false])
})
