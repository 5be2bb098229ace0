import { describe, expect, it, onTestFinished } from 'vitest'
import { postgresResources } from '../resources/resources.ts'
import { temporaryPostgres } from '../testing/temporary-postgres.ts'

const SEARCH = { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' } as const
const IDS = ['a', 'b', 'c', 'd']

describe('a database that was restored into another cluster', () => {
  it('shows its resources on every page after a start, the audit log left as it was', async () => {
    const first = await temporaryPostgres()
    const resources = postgresResources(first, first.url)
    onTestFinished(resources.close)
    const records = IDS.map((id) => ({ type: 'Patient', id, parsed: { resourceType: 'Patient', id } }))
    const event = { type: 'AuditEvent', id: 'audit.1', parsed: { resourceType: 'AuditEvent', id: 'audit.1' } }
    await resources.write(
      [...records, event].map((record) => ({ ...record, text: JSON.stringify(record.parsed) })),
      0,
    )
    await first.transaction(async (run) => {
      await run('ALTER TABLE resource_version DISABLE TRIGGER USER')
      await run(`UPDATE resource_version SET created = '90000000000'`)
      await run('ALTER TABLE resource_version ENABLE TRIGGER USER')
    })
    const walked = async (run: typeof resources) => {
      const { asOfSeq, matches } = await run.search({ search: SEARCH, limit: 2, mostCounted: 0 })
      return [...matches, ...(await run.page(SEARCH, asOfSeq, 2, 10))].map(({ id }) => id)
    }
    expect(await walked(resources), 'before').not.toEqual(IDS)

    const again = await temporaryPostgres(first.url)
    const started = postgresResources(again, again.url)
    onTestFinished(started.close)
    expect(await walked(started)).toEqual(IDS)
    await expect(again.run(`UPDATE resource_version SET origin = 'x' WHERE type = 'AuditEvent'`)).rejects.toThrow()
  })
})
