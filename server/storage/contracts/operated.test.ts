// Contract of what readiness and metrics ask of the storage, whatever the engine.
import { describe, expect, it } from 'vitest'
import { contractStorage } from '../testing/contract.ts'

describe('the database, as it is operated', () => {
  it('OPS-02 is writable and migrated, and says how large it is and how many rows it has', async () => {
    const { operated } = await contractStorage()
    expect([await operated.writable(), await operated.migrated()]).toEqual([undefined, undefined])
    const { fileBytes, rows } = await operated.figures()
    expect(fileBytes).toBeGreaterThan(4096)
    expect(rows).toEqual({
      ...{ snapshots: 0, traces: 0, audit_events: 0, authorization_codes: 0, used_ids: 0, resources: 0 },
      ...{ accounts: 0, apps: 0 },
    })
  })

  it('has an audit log once it has an event', async () => {
    const { hasAuditLog, sql } = await contractStorage()
    expect(await hasAuditLog()).toBe(false)
    await sql(
      `INSERT INTO audit_link (position, "eventId", "eventHash", previous, hash) VALUES (1, 'audit.1', '', '', '')`,
    )
    expect(await hasAuditLog()).toBe(true)
  })

  it('is known to have no other process, until there is one', async () => {
    const { isAlone, another } = await contractStorage()
    expect(await isAlone()).toBe(true)
    const other = await another()
    await other.operated.figures()
    expect([await isAlone(), await other.isAlone()]).toEqual([false, false])
    await other.close()
    await expect.poll(isAlone).toBe(true)
  })
})
