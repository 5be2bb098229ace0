// What a launch asks of PostgreSQL: each statement is a journey over the network, and work that every process of the domain shares.
import { describe, expect, it, onTestFinished } from 'vitest'
import { type StatementAnswered, statementsAnswered } from '#lib/telemetry.ts'
import { testDomain } from '../domain.ts'
import { demoLaunch } from '../launches.ts'

const TOKEN = 'a-token-of-thirty-two-characters'
const LAUNCHES = 5
/** What is asked for at one moment is asked once, and fewer ask at one moment where answers come late (`npm run test:late`). */
const IS_LATE = process.env['SLIPWAY_TEST_STORAGE'] === 'late'
/** Statements of a launch, of some twenty requests, that the person waits for. */
const MOST = IS_LATE ? 80 : 75
/** Commits of the audit log in a launch, which gather what is written at one moment; and waits for the disk. */
const MOST_COMMITS = 12
/** Of the logs: as few as are written at one moment. */
const OF_LOGS = /audit_|trace|nextval|pg_|INSERT resource_version/

/** What is asked once or twice in a launch, whatever else the process does. */
const EACH = {
  'DELETE pending_launch': 1,
  'INSERT used_jti': 2,
  'INSERT authorize_transaction': 1,
  'UPDATE authorize_transaction': 1,
  'INSERT idp_code': 1,
  'UPDATE idp_code': 1,
  'INSERT authorization_code': 1,
  'UPDATE authorization_code': 1,
}

/** Counts what is asked until the test is over. */
function counted(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const hear = (told: unknown) => {
    const { statement } = told as StatementAnswered
    counts.set(statement, (counts.get(statement) ?? 0) + 1)
  }
  statementsAnswered.subscribe(hear)
  onTestFinished(() => void statementsAnswered.unsubscribe(hear))
  return counts
}

describe('a launch on PostgreSQL, from the portal to the task in the app', () => {
  it(`asks ${MOST} statements at most, beside its logs; and each single use once`, async () => {
    const test = await testDomain()
    await demoLaunch(test)
    const counts = counted()
    for (let made = 0; made < LAUNCHES; made += 1) await demoLaunch(test)
    for (const [statement, most] of Object.entries(EACH)) expect(counts.get(statement), statement).toBe(most * LAUNCHES)
    const waitedFor = [...counts].filter(([statement]) => !OF_LOGS.test(statement))
    const all = waitedFor.reduce((sum, [, count]) => sum + count, 0)
    expect(all, JSON.stringify(waitedFor)).toBeLessThanOrEqual(MOST * LAUNCHES)
    for (const statement of ['SELECT audit_end', 'SELECT pg_logical_emit_message'])
      expect(counts.get(statement), statement).toBeLessThanOrEqual(MOST_COMMITS * LAUNCHES)
  })
})

describe('the metrics', () => {
  it('count each statement by what it changes or reads, and name no value', async () => {
    const test = await testDomain({ METRICS_TOKEN: TOKEN })
    await demoLaunch(test)
    const text = await (await test.fetch('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).text()
    expect(text).toMatch(/^slipway_database_statement_seconds_count\{statement="UPDATE authorization_code"\} 1$/m)
    const names = [...text.matchAll(/statement_seconds_count\{statement="([^"]*)"\}/g)].map(([, name]) => name)
    expect(names.filter((name) => !/^(SELECT|INSERT|UPDATE|DELETE) \w+$/.test(name ?? ''))).toEqual([])
  })
})
