// docs/how-to/several-machines.md, "Go back to any moment", followed word by word against a PostgreSQL of its own: its blocks of commands
// run here, as its user. A changed command there is tested here.
import { execFile } from 'node:child_process'
import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { databaseFindings } from '../../doctor/database.ts'
import { TEST_KEY } from '../../storage/postgres/testing/cluster.ts'
import { rowsOf, sessionOf } from '../../storage/postgres/testing/standby.ts'
import { temporaryFolder } from '../data-place.ts'
import { type TestDomain, testDomain } from '../domain.ts'
import { assertion, bearer, tokenOf } from '../launch-over-http.ts'
import { WRITING_SCOPE, writingApp } from '../writing-app.ts'

const GUIDE = readFileSync('docs/how-to/several-machines.md', 'utf8')

/** The one block of the guide with a text in it. */
function blockWith(text: string): string {
  const blocks = [...GUIDE.matchAll(/^```\w+ as-is\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  const [found, ...others] = blocks.filter((block) => block.includes(text))
  if (found === undefined || others.length > 0) throw new Error(`The guide has not one block with: ${text}`)
  return found
}

/** A PostgreSQL on the way of the guide: what runs its blocks, in a shell and in `psql`. */
async function administered() {
  const postgres = await startPostgres({ settings: {} })
  onTestFinished(postgres.stop)
  const { uid, gid } = statSync(postgres.data)
  const backups = temporaryFolder('slipway-backups-')
  chownSync(backups, uid, gid)
  const here = (block: string) =>
    block
      .replaceAll('/var/backups/postgresql', backups)
      .replaceAll('/var/lib/postgresql/data', postgres.data)
      .replaceAll('/var/lib/postgresql', path.dirname(postgres.data))
  const shell = (block: string) =>
    promisify(execFile)('bash', ['-ec', `systemctl() { :; }\n${here(block)}`], { uid, gid, cwd: backups })
  /** What `psql` does with a block: an answer without its frame may go to a file. */
  const psql = async (block: string) => {
    const { rows, end } = await sessionOf(postgres.url)
    for (const line of here(block).trim().split('\n')) {
      const [statement = '', file] = line.split(' \\g ')
      if (line.startsWith('\\! ')) await shell(line.slice(3)).catch(assertVanished)
      else if (!line.startsWith('\\pset')) {
        const found = await rows(statement)
        if (file) writeFileSync(file, `${found.map((row) => Object.values(row).join('|')).join('\n')}\n`)
      }
    }
    await end()
  }
  return { postgres, shell, psql }
}

/** That files which PostgreSQL took away meanwhile are all that a copy lacks. */
function assertVanished({ stderr }: { readonly stderr: string }): void {
  expect(
    stderr
      .trim()
      .split('\n')
      .filter((line) => !/No such file or directory$/.test(line)),
  ).toEqual([])
}

const settingsOf = (url: string) => ({
  DATA_DIR: temporaryFolder('slipway-point-in-time-'),
  DATABASE_URL: url,
  SLIPWAY_KEY: TEST_KEY,
})

/** What an app does at a domain. */
async function appOf({ domain, fetch, now }: TestDomain, app: Awaited<ReturnType<typeof writingApp>>) {
  const site = { publicUrl: domain.config.publicUrl }
  const shown = (used: string) => bearer(site.publicUrl, used, { fetch }, WRITING_SCOPE)
  const asked = (token: string, address: string, init: RequestInit = {}) =>
    fetch(`${domain.config.publicUrl}/fhir/${address}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/fhir+json' },
    })
  const made = () => assertion(site, app, now())
  return {
    made,
    shown,
    token: async () => tokenOf(await shown(await made())),
    tokenOf,
    wrote: async (token: string) => {
      const answer = await asked(token, 'Patient', { method: 'POST', body: '{"resourceType":"Patient"}' })
      expect(answer.status).toBe(201)
      return `Patient/${((await answer.json()) as { readonly id: string }).id}`
    },
    statusOf: async (token: string, address: string) => (await asked(token, address)).status,
  }
}

const SESSIONS =
  'SELECT count(*)::int AS sessions, (SELECT count(*)::int FROM restoration) AS restorations FROM portal_session'

describe('a PostgreSQL that keeps its log', () => {
  it('ACG-15 AST-12 is put back to a moment by the steps of the guide: all before it is there, nothing after it, and what was used is not good again', async () => {
    const { postgres, shell, psql } = await administered()
    await shell(blockWith('archive_mode'))
    await postgres.kill('SIGINT')
    await postgres.start()

    const first = await testDomain(settingsOf(postgres.url))
    const app = await writingApp(first.domain)
    const before = await appOf(first, app)
    const token = await before.token()
    const a = await before.wrote(token)
    await psql(blockWith('pg_backup_start'))
    const b = await before.wrote(token)
    await first.domain.portalSessions.begin('somebody', 'session')
    const usedBefore = await before.made()
    await before.shown(usedBefore)
    const [signing] = (await first.domain.keys.list()).filter(
      (key) => key.owner === 'access_token' && key.status === 'active',
    )
    const [{ moment } = {}] = await rowsOf(postgres.url, 'SELECT clock_timestamp()::text AS moment')

    const c = await before.wrote(token)
    const usedAfter = await before.made()
    await before.shown(usedAfter)
    await first.domain.keys.rotate('access_token', { now: true })
    await first.domain.keys.revoke(signing?.kid ?? '')
    const ofLaterKey = await before.token()
    expect(await before.statusOf(ofLaterKey, c)).toBe(200)
    await first.domain.close()
    await postgres.kill() // As of a machine that is lost: what was not in the archive is in its folder.

    await shell(blockWith('recovery.signal').replace(/(recovery_target_time = )'.*'/, `$1'${moment}'`))
    await postgres.start()
    await expect.poll(() => rowsOf(postgres.url, 'SELECT pg_is_in_recovery() AS is')).toEqual([{ is: false }])
    expect(await rowsOf(postgres.url, SESSIONS)).toEqual([{ sessions: 1, restorations: 0 }])
    const isSaid = async () =>
      (await databaseFindings(first.domain.config)).some(({ message }) =>
        message.includes('was put back to an earlier moment'),
      )
    expect(await isSaid()).toBe(true)

    const again = await testDomain(settingsOf(postgres.url))
    const after = await appOf(again, app)
    expect(await isSaid()).toBe(false)
    expect(await rowsOf(postgres.url, SESSIONS)).toEqual([{ sessions: 0, restorations: 1 }])
    expect((await again.domain.audit.verify()).problems).toEqual([])
    for (const used of [usedBefore, usedAfter]) expect((await after.shown(used)).status).toBe(401)
    expect(await after.statusOf(ofLaterKey, a), 'a token of a key that was made later').toBe(401)
    const active = (await again.domain.keys.list()).filter(
      (key) => key.owner === 'access_token' && key.status === 'active',
    )
    expect(
      active.map(({ kid }) => kid),
      'revoked later',
    ).toEqual([signing?.kid])
    again.advance(60_000)
    const fresh = await after.token()
    const found = await Promise.all([a, b, c].map((address) => after.statusOf(fresh, address)))
    expect(found).toEqual([200, 200, 404])
  })
})
