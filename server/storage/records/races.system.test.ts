// Races of two processes for records, twenty tries of each at once: decided by an index or one statement.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { killed, spoken } from '#server/testing/children.ts'
import { programs } from '#server/testing/processes.ts'
import { newDatabase } from '#server/testing/temporary-database.ts'

async function racer(directory: string, name: string) {
  const child = spawn(process.execPath, [path.join(await programs(), 'racing-process.mjs'), name], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', DATA_DIR: directory, LOG_LEVEL: 'silent' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => killed(child))
  await spoken(child)
  return async (race: string): Promise<readonly unknown[]> => {
    child.stdin.write(race)
    return JSON.parse(await spoken(child))
  }
}

/** Two processes on one database with forty administrators. */
async function twoProcesses() {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-races-'))
  const { sql, close } = newDatabase(path.join(directory, 'slipway.db'))
  onTestFinished(async () => {
    await close()
    rmSync(directory, { recursive: true })
  })
  const admin = sql.prepare(
    "INSERT INTO account (id, username, name, role, passwordHash, createdAt) VALUES (@id, @id, 'A', 'admin', '', 0)",
  )
  for (const who of ['one', 'other']) for (let n = 0; n < 20; n += 1) admin.run({ id: `admin-${who}-${n}` })
  const racers = [await racer(directory, 'one'), await racer(directory, 'other')]
  return {
    /** What both had of a race that they began at once. */
    race: async (what: string) => (await Promise.all(racers.map((race) => race(what)))).flat(),
    rows: (query: string) => sql.prepare(query).pluck().all(),
  }
}

const times = (outcomes: readonly unknown[], outcome: unknown) => outcomes.filter((one) => one === outcome).length

describe('two processes', { timeout: 120_000 }, () => {
  it('KEY-09 make one active key of an owner, keep the limits of an account, and leave one administrator', async () => {
    const { race, rows } = await twoProcesses()
    expect(times(await race('first'), true)).toBe(1)
    expect(times(await race('next'), true)).toBe(1)
    await race('promote')
    expect(rows("SELECT status FROM signing_key WHERE owner = 'raced' ORDER BY status")).toEqual(['active', 'retired'])
    const apps = await race('apps')
    expect([times(apps, 'added'), times(apps, 'too_many')]).toEqual([5, 35])
    const tokens = await race('tokens')
    expect([times(tokens, 'done'), times(tokens, 'too_many')]).toEqual([50, 30])
    await race('admins')
    expect(rows("SELECT count(*) FROM account WHERE role = 'admin'")).toEqual([1])
  })
})
