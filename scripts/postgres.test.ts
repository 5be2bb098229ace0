// The PostgreSQL of the tests ends with the process that wanted it, however that ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, it } from 'vitest'

describe('a PostgreSQL for tests', () => {
  it('is ended and removed when the process that wanted it is killed', async () => {
    const program = `require('node:child_process').spawn(process.execPath, ['scripts/postgres.mjs'], { stdio: ['pipe', 'inherit', 'inherit'], detached: true })`
    const wanting = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = await once(wanting.stdout, 'data')
    const url = String(said).trim()
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query(`SELECT current_setting('data_directory') AS folder`)
    await client.end()
    wanting.kill('SIGKILL')
    await once(wanting.stdout, 'close') // Of all that have it: the last is the one that removed the folder.
    await expect(new pg.Client(url).connect()).rejects.toThrow('ECONNREFUSED')
    expect(existsSync(rows[0].folder)).toBe(false)
  })
})
