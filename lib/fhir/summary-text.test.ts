import { describe, expect, it } from 'vitest'
import { narrativeOnly, summaryText, withElements, withoutNarrative } from './summary-text.ts'

const SUBSETTED = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }
const NARRATIVE = { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">x</div>' }

const tagged = (resource: object) => ({ ...resource, meta: { tag: [SUBSETTED] } })

const AUDIT_EVENT = {
  resourceType: 'AuditEvent',
  id: 'a',
  text: NARRATIVE,
  type: { code: 'rest', extension: [{ url: 'urn:x', valueCode: 'y' }] },
  period: { start: '2026-01-01' },
  recorded: '2026-01-01T00:00:00Z',
  agent: [
    { id: 'one', who: { reference: 'Device/d' }, altId: 'alt', requestor: true, network: { address: '192.0.2.1' } },
    { name: 'nobody', requestor: false, modifierExtension: [{ url: 'urn:m', valueBoolean: true }] },
  ],
  source: { site: 'here', observer: { reference: 'Device/d', display: 'D' } },
  entity: [{ what: { reference: 'Task/t' } }],
}

describe('a summary or subset of a resource', () => {
  it('RDR-13 SRC-11 has the summary and mandatory elements, at every depth', () => {
    expect(JSON.parse(summaryText(JSON.stringify(AUDIT_EVENT), 'AuditEvent'))).toEqual(
      tagged({
        resourceType: 'AuditEvent',
        id: 'a',
        type: AUDIT_EVENT.type,
        recorded: AUDIT_EVENT.recorded,
        agent: [
          { id: 'one', who: { reference: 'Device/d' }, requestor: true },
          { requestor: false, modifierExtension: [{ url: 'urn:m', valueBoolean: true }] },
        ],
        source: { observer: { reference: 'Device/d', display: 'D' } },
      }),
    )
  })

  it('RDR-13 leaves out elements without a summary part, and the data of attachments', () => {
    const service = {
      resourceType: 'HealthcareService',
      photo: [{ contentType: 'image/png', data: 'AAAA' }, { data: 'AAAA' }],
    }
    expect(JSON.parse(summaryText(JSON.stringify(service), 'HealthcareService'))).toEqual(
      tagged({ resourceType: 'HealthcareService', photo: [{ contentType: 'image/png' }] }),
    )
    const only = { resourceType: 'HealthcareService', photo: [{ data: 'AAAA' }] }
    expect(JSON.parse(summaryText(JSON.stringify(only), 'HealthcareService'))).toEqual(
      tagged({ resourceType: 'HealthcareService' }),
    )
  })

  it('RDR-13 keeps a mandatory element whole when its summary would be empty', () => {
    const text = '{"resourceType":"AuditEvent","agent":[{"name":"x"}]}'
    expect(JSON.parse(summaryText(text, 'AuditEvent'))).toMatchObject({ agent: [{ name: 'x' }] })
  })

  it('RDR-13 keeps number lexemes, escapes, and nulls that pair a primitive array with its extensions', () => {
    const name =
      '"name":[{"family":"J\\u00f6rg","given":["A",null],"_given":[null,{"extension":[{"url":"urn:q","valueDecimal":1.00}]}]}]'
    const text = `{"resourceType":"Patient",${name},"photo":[{"url":"x"}],"deceasedBoolean":false}`
    expect(summaryText(text, 'Patient')).toBe(
      `{"meta":{"tag":[${JSON.stringify(SUBSETTED)}]},"resourceType":"Patient",${name},"deceasedBoolean":false}`,
    )
  })

  it.each([
    ['_elements', (text: string) => withElements(text, 'AuditEvent', ['period'])],
    ['_summary=text', (text: string) => narrativeOnly(text, 'AuditEvent')],
    ['_summary=data', withoutNarrative],
  ] as const)('RDR-13 by %s has the selected elements unchanged', (asked, part) => {
    const all = Object.entries(AUDIT_EVENT)
    const left: Readonly<Record<string, readonly string[]>> = {
      _elements: ['text', 'entity'],
      '_summary=text': ['period', 'entity'],
      '_summary=data': ['text'],
    }
    const shown = Object.fromEntries(all.filter(([name]) => !left[asked]?.includes(name)))
    expect(JSON.parse(part(JSON.stringify(AUDIT_EVENT)))).toEqual(tagged(shown))
  })

  it('RDR-13 always keeps implicitRules and modifierExtension', () => {
    const text =
      '{"resourceType":"Patient","implicitRules":"urn:r","modifierExtension":[{"url":"urn:m"}],"active":true}'
    for (const part of [
      summaryText(text, 'Patient'),
      withElements(text, 'Patient', ['gender']),
      narrativeOnly(text, 'Patient'),
    ])
      expect(JSON.parse(part)).toMatchObject({ implicitRules: 'urn:r', modifierExtension: [{ url: 'urn:m' }] })
  })
})
