// What the doctor says of the settings of a PostgreSQL.
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { readConfig } from '../../config/config.ts'
import { databaseFindings } from '../../doctor/database.ts'
import { serverFindings } from '../../doctor/database-server.ts'
import { openPostgres } from '../../storage/postgres/opening/opening.ts'
import { TEST_KEY } from '../../storage/postgres/testing/cluster.ts'
import { temporaryFolder } from '../data-place.ts'

/** The findings about a PostgreSQL of its own with some settings. */
async function findingsWith(settings: Record<string, string>) {
  const { url, stop } = await startPostgres({ settings })
  onTestFinished(stop)
  await (await openPostgres(url)).close()
  const env = { DATA_DIR: temporaryFolder('slipway-doctor-'), DATABASE_URL: url, SLIPWAY_KEY: TEST_KEY }
  const findings = await databaseFindings(readConfig(env))
  return findings.filter(({ check }) => check === 'postgresql')
}

describe('the doctor, of a PostgreSQL', () => {
  it('says what loses data: fsync and full_page_writes that are off', async () => {
    const findings = await findingsWith({ fsync: 'off', full_page_writes: 'off' })
    expect(findings.map(({ level, message }) => `${level}: ${message.split(':')[0]}`)).toEqual([
      'error: fsync is off',
      'error: full_page_writes is off',
    ])
  })

  it('says whether a commit waits for a standby', async () => {
    expect(await findingsWith({})).toMatchObject([{ level: 'ok', message: expect.stringContaining('no commit waits') }])
    const standby = { fsync: true, fullPageWrites: true, standbys: 'ANY 1 (b, c)', time: 1000 }
    expect(serverFindings(standby, 1000)).toMatchObject([{ level: 'ok', message: expect.stringContaining('b, c') }])
  })

  it('says that its clock is more than two seconds from the one here', () => {
    const server = { fsync: true, fullPageWrites: true, standbys: '', time: 10_000 }
    for (const now of [8000, 12_000]) expect(serverFindings(server, now)[0]?.level).toBe('ok')
    for (const now of [7900, 12_100])
      expect(serverFindings(server, now)).toMatchObject([
        { level: 'error', message: expect.stringContaining('2.1 seconds') },
      ])
  })
})
