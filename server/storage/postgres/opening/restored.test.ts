import { describe, expect, it, onTestFinished } from 'vitest'
import { postgresResources } from '../resources/resources.ts'
import { temporaryPostgres } from '../testing/temporary-postgres.ts'

const SEARCH = { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' } as const
const IDS = ['a', 'b', 'c', 'd']

describe('a database that was restored into another cluster', () => {
  it('shows its resources on every page after a start, the audit log left as it was', async () => {
    const first = await temporaryPostgres()
    // A page is asked of another one than its first page: that has the list in memory.
    const [resources, other] = [postgresResources(first, first.url), postgresResources(first, first.url)]
    onTestFinished(resources.close)
    onTestFinished(other.close)
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
    const walked = async () => {
      const { asOfSeq, matches } = await resources.search({ search: SEARCH, limit: 2, mostCounted: 0 })
      return [...matches, ...(await other.page(SEARCH, asOfSeq, 2, 10))].map(({ id }) => id)
    }
    expect(await walked(), 'before').not.toEqual(IDS)

    const again = await temporaryPostgres(first.url)
    expect(await walked()).toEqual(IDS)
    await expect(again.run(`UPDATE resource_version SET origin = 'x' WHERE type = 'AuditEvent'`)).rejects.toThrow()
  })
})
