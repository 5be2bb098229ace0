// A migration, or another transaction, that has rows crosswise: who lost has changed nothing and begins anew; nobody is told.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemRandom } from '#lib/crypto/random.ts'
import { openPostgres } from '../opening/opening.ts'
import { postgresStorage } from '../storage.ts'
import { temporaryUrl } from '../testing/temporary-postgres.ts'
import { anew } from './anew.ts'

/** When a connection of the storage looks whether it waits for one that waits for it: both wait by then. */
const LOOKED_AFTER_MS = 2000

async function opened() {
  const url = await temporaryUrl()
  const patient = new URL(url)
  patient.searchParams.set('options', `-c deadlock_timeout=${LOOKED_AFTER_MS}`)
  const postgres = await openPostgres(patient.href)
  const storage = await postgresStorage(postgres, patient.href, { clock: () => 0, random: systemRandom })
  onTestFinished(storage.close)
  await postgres.run(`INSERT INTO account (id, username, name, role, "passwordHash", "createdAt")
    VALUES ('a', 'somebody', '', 'patient', '', now())`)
  const other = new pg.Client(url)
  await other.connect()
  onTestFinished(() => other.end())
  return { storage, postgres, other }
}

const WAITS =
  'SELECT 1 FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())'

describe('a change that lost against a migration', () => {
  it.each([
    ['of a record', 'role', ({ storage }) => storage.registry.addRole('reader', []), true],
    ['of a record that counts its like', 'account', ({ storage }) => storage.accounts.remove('somebody'), 'done'],
    ['by a statement', 'account', ({ postgres }) => postgres.run(`DELETE FROM account RETURNING id`), [{ id: 'a' }]],
    [
      'in a transaction',
      'account',
      ({ postgres }) => postgres.transaction((run) => run('DELETE FROM account RETURNING id')),
      [{ id: 'a' }],
    ],
  ] as readonly (readonly [
    string,
    string,
    (there: Awaited<ReturnType<typeof opened>>) => Promise<unknown>,
    unknown,
  ])[])('%s is made anew', async (_, table, change, expected) => {
    const there = await opened()
    const { other } = there
    await other.query(`SET deadlock_timeout = '1h'; BEGIN; LOCK TABLE registry_state`)
    const made = change(there)
    made.catch(() => undefined) // Awaited below.
    while ((await other.query(WAITS)).rowCount === 0) await delay(10)
    await other.query(`ALTER TABLE ${table} ADD COLUMN "ofTheNextVersion" TEXT; COMMIT`)
    expect(await made).toEqual(expected)
  })
})

describe('a change that loses against one after the other', () => {
  it('is made anew for as long as its caller waits', async () => {
    let losses = 0
    const work = async () => {
      if (losses === 12) return 'done'
      losses += 1
      throw Object.assign(new Error('could not serialize access'), { code: '40001' })
    }
    expect(await anew(work)).toBe('done')
  })
})
