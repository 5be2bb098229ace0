import { describe, expect, it } from 'vitest'
import type { AuditItem } from '#lib/api/audit.ts'
import { auditCsv } from './audit-csv.ts'

const ITEM: AuditItem = {
  id: 'audit.1',
  recorded: '2026-11-22T10:00:00.000Z',
  name: 'change',
  action: 'U',
  outcome: '0',
  description: 'change: account was changed',
  who: [{ role: 'person', name: 'beheer@demo.test', address: '127.0.0.1' }],
  kind: 'account',
  what: ['nina@example.org'],
  more: 0,
  changes: [{ name: 'role', before: 'patient', after: 'auditor' }],
  traceIds: [],
}

describe('the audit log as CSV', () => {
  it('has a row for each event, below the names of the columns', () => {
    expect(auditCsv([ITEM]).split('\r\n')).toEqual([
      'recorded,event,outcome,who,address,what,changed,description,trace,id',
      '"2026-11-22T10:00:00.000Z","change","0","beheer@demo.test (person)","127.0.0.1","nina@example.org","role: patient -> auditor","change: account was changed","","audit.1"',
      '',
    ])
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
    'does not let a spreadsheet read %j as a formula',
    (name) => {
      const csv = auditCsv([{ ...ITEM, what: [name] }])
      expect(csv).toContain(`"'${name}"`)
    },
  )

  it('keeps quotes, commas and line breaks within their cell', () => {
    expect(auditCsv([{ ...ITEM, description: 'a "b", c\nd' }])).toContain('"a ""b"", c\nd"')
  })
})
