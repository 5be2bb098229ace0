import { describe, expect, it } from 'vitest'
import type { BrowseWriters } from '#lib/api/browse.ts'
import { originOf } from '#server/fhir/testing/fhir-server.ts'
import { testDomain } from '#server/testing/domain.ts'
import { callKey } from '#server/traces/keys.ts'

const PRACTITIONER = 'daan@demo.test'

/** The event of a write as the audit log has it. */
const written = (
  id: string,
  code: string,
  what: string,
  more: { readonly device?: string; readonly note?: string } = {},
) => ({
  resourceType: 'AuditEvent',
  id: `audit.${id}`,
  extension: [
    ...originOf('slipway'),
    { url: 'http://koppeltaal.nl/fhir/StructureDefinition/trace-id', valueId: `trace-${id}` },
  ],
  type: { code: 'rest' },
  subtype: [{ code }, { code: 'write' }],
  recorded: '2026-04-01T12:00:00Z',
  outcome: '0',
  outcomeDesc: `fhir: ${code}${more.note ?? ''}`,
  agent: [{ who: { reference: `Device/${more.device ?? 'demo-app'}` }, requestor: true }],
  entity: [{ what: { reference: what } }],
})

const PORTAL = { device: 'Device/demo-portal', name: 'Slipway portal', isRecord: true }
const DIARY = { device: 'Device/demo-app', name: 'Sleep diary', isRecord: true }

/** A demo domain with some events, and what a person gets to see. */
async function domainWith(...events: readonly ReturnType<typeof written>[]) {
  const viewer = async (request: Request) => {
    const username = request.headers.get('x-test-user')
    return username === null ? undefined : { username, name: undefined }
  }
  const { domain, fetch, now } = await testDomain({}, { viewer })
  for (const parsed of events)
    await domain.resources.write([{ type: 'AuditEvent', id: parsed.id, text: JSON.stringify(parsed), parsed }], now())
  return (record: string, username = PRACTITIONER) =>
    fetch(`/browse/api/writers?${new URLSearchParams({ record })}`, { headers: { 'x-test-user': username } })
}

const itemsOf = async (answer: Response) => ((await answer.json()) as BrowseWriters).items

describe('who wrote the versions of a record', () => {
  it('is read from the writes in the audit log, with their traces', async () => {
    const get = await domainWith(
      written('1', 'create', 'Task/t/_history/1', { device: 'demo-portal' }),
      written('2', 'patch', 'Task/t/_history/2'),
      written('3', 'update', 'Task/other/_history/2'),
      written('4', 'delete', 'Task/t/_history/3'),
    )
    const items = await itemsOf(await get('Task/t'))
    expect([...items].sort((a, b) => a.version - b.version)).toEqual([
      { version: 1, ...PORTAL, trace: callKey('demo-portal', 'trace-1') },
      { version: 2, ...DIARY, trace: callKey('demo-app', 'trace-2') },
      { version: 3, ...DIARY, trace: callKey('demo-app', 'trace-4') },
    ])
  })

  it('is the domain for what a demo began with, and nobody for other versions without an event', async () => {
    const get = await domainWith()
    const begun = { version: 1, device: 'Device/slipway', name: 'Slipway', isRecord: true, atStart: true }
    for (const record of ['Patient/marijke-jansen', 'Task/sleep-diary-week-1', 'Subscription/sleep-diary-tasks'])
      expect(await itemsOf(await get(record)), record).toEqual([begun])
    expect(await itemsOf(await get('Task/t'))).toEqual([])
    expect(await itemsOf(await get('Device/slipway'))).toEqual([])
  })

  it('is who wrote the first version, where that is known', async () => {
    const get = await domainWith(written('1', 'create', 'Patient/marijke-jansen/_history/1'))
    expect((await itemsOf(await get('Patient/marijke-jansen'))).map(({ device }) => device)).toEqual([
      'Device/demo-app',
    ])
  })

  it('is nobody for an update without change, a read or a refused update', async () => {
    const read = { ...written('2', 'vread', 'Task/t/_history/1', { device: 'reader' }), subtype: [{ code: 'read' }] }
    const get = await domainWith(
      written('1', 'update', 'Task/t/_history/1', { device: 'late', note: ', unchanged' }),
      read,
      { ...written('3', 'update', 'Task/t'), outcome: '4', outcomeDesc: 'fhir: update refused with 412 conflict' },
    )
    expect(await itemsOf(await get('Task/t'))).toEqual([])
  })

  it('has the registered name when there is no Device, as for the console', async () => {
    const get = await domainWith(
      written('1', 'create', 'Task/t/_history/1', { device: 'demo-console' }),
      written('2', 'update', 'Task/t/_history/2', { device: 'nobody-any-more' }),
    )
    expect([...(await itemsOf(await get('Task/t')))].sort((a, b) => a.version - b.version)).toEqual([
      { version: 1, device: 'Device/demo-console', name: 'Slipway console', trace: callKey('demo-console', 'trace-1') },
      { version: 2, device: 'Device/nobody-any-more', trace: callKey('nobody-any-more', 'trace-2') },
    ])
  })

  it('is refused to those who may not browse records', async () => {
    const get = await domainWith()
    expect((await get('Task/t', 'nobody@demo.test')).status).toBe(401)
    expect((await get('Task/t', 'marijke@demo.test')).status).toBe(403)
    for (const record of ['', 'Task', 'Task/t/_history/1', 'https://evil.example/Task/t'])
      expect((await get(record)).status).toBe(400)
  })
})
