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
    expect(auditCsv([ITEM], 'en').split('\r\n')).toEqual([
      'recorded,event,event in words,outcome,outcome in words,who,who by name,address,what,what by name,why,changed,description,trace,id',
      '"2026-11-22T10:00:00.000Z","change","Change","0","done","beheer@demo.test (person)","beheer@demo.test (person)","127.0.0.1","nina@example.org","nina@example.org","","role: patient -> auditor","change: account was changed","","audit.1"',
      '',
    ])
  })

  it('has the words and the names of the page beside the codes, in the language of the reader', () => {
    const who = [
      { role: 'app', name: 'demo-app', known: 'Slaapdagboek', address: null },
      { role: 'person', name: 'Patient/7', known: 'Marijke Jansen', claimed: true, address: null },
    ] as const
    const refused = { ...ITEM, name: 'launch', outcome: '4', who, why: 'de regel', changes: [] }
    const viewed = { ...ITEM, name: 'view', kind: 'trace', what: ['l-OZosHKS29RLisx47'] }
    const cells = (item: AuditItem) => auditCsv([item], 'nl').split('\r\n')[1]?.slice(1, -1).split('","') ?? []
    expect(cells(refused).slice(1, 7)).toEqual([
      ...['launch', 'Launch', '4', 'geweigerd', 'demo-app (app); Patient/7 (person, claimed)'],
      'Slaapdagboek (app); Marijke Jansen (persoon, volgens het verzoek)',
    ])
    expect(cells(refused)[10]).toBe('de regel')
    expect(cells(viewed).slice(8, 10)).toEqual(['l-OZosHKS29RLisx47', 'een trace'])
    expect(cells({ ...ITEM, name: 'newer' }).slice(1, 3), 'of a later version').toEqual(['newer', 'newer'])
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
    'does not let a spreadsheet read %j as a formula',
    (name) => {
      const csv = auditCsv([{ ...ITEM, what: [name] }], 'en')
      expect(csv).toContain(`"'${name}"`)
    },
  )

  it('keeps quotes, commas and line breaks within their cell', () => {
    expect(auditCsv([{ ...ITEM, description: 'a "b", c\nd' }], 'en')).toContain('"a ""b"", c\nd"')
  })
})
