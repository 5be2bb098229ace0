// Faults of the disk, the files and the clock: a sentence for the operator, the protocol's error for clients, and nothing lost.
// Real files, and real processes where a limit of the system is reached.
import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { HOUR, MINUTE } from '#lib/clock.ts'
import { portMark } from '#lib/cookies.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/storage/sqlite/file/database.ts'
import { freePort } from '../../../scripts/free-port.mjs'
import { launchToken, registerApp, type TestApp } from '../app.ts'
import { killed, spoken } from '../children.ts'
import { type TestDomain, testDomain } from '../domain.ts'
import { openFileDomain } from '../file-domain.ts'
import { assertion, authorizeQuery, bearer, errorOf, tokenOf } from '../launch-over-http.ts'
import { programs } from '../processes.ts'

const SITE = { publicUrl: 'http://localhost:3000' }

/** A copy of the demo domain, closed. */
function closedDomain(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-faults-'))
  cpSync(inject('templateDirectory'), directory, { recursive: true })
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const configOf = (directory: string) =>
  readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent', LOG_FORMAT: 'json', RATE_LIMIT: 'off' })

const databaseOf = (directory: string) => path.join(directory, 'slipway.db')

/** The sentence that a start ends with; only failures that an operator can resolve have one. */
async function sentenceOf(directory: string): Promise<string> {
  try {
    const domain = await openFileDomain(configOf(directory))
    await domain.keys.assertUsable()
    await domain.close()
    return 'it started'
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError)
    return (error as Error).message
  }
}

/** Changes a closed database by SQL. */
async function change(directory: string, sql: string): Promise<void> {
  const database = openDatabase(databaseOf(directory))
  database.sql.exec(sql)
  await database.close()
}

describe('a domain does not start, and says in a sentence why and what to do', () => {
  it('when its file is no database', async () => {
    const directory = closedDomain()
    writeFileSync(databaseOf(directory), 'Dear diary, '.repeat(1000))
    expect(await sentenceOf(directory)).toMatch(/slipway\.db is not a SQLite database, or is encrypted\. Move it away/)
    expect(readFileSync(databaseOf(directory), 'utf8')).toMatch(/^Dear diary/)
  })

  it('when its file was cut short', async () => {
    const directory = closedDomain()
    const { size } = statSync(databaseOf(directory))
    truncateSync(databaseOf(directory), size - 8192)
    expect(await sentenceOf(directory)).toMatch(/slipway\.db is damaged.*\. Put a backup back/)
    truncateSync(databaseOf(directory), 8192)
    expect(await sentenceOf(directory)).toMatch(/slipway\.db is damaged.*\. Put a backup back/)
  })

  it('when its pages hold rubbish', async () => {
    const directory = closedDomain()
    const descriptor = openSync(databaseOf(directory), 'r+')
    writeSync(descriptor, Buffer.alloc(40 * 4096, 0xab), 0, 40 * 4096, 4096)
    expect(await sentenceOf(directory)).toMatch(
      /slipway\.db is damaged\. Put a backup back with "\.\/bin\/slipway restore/,
    )
  })

  it('when its file is the database of another program, which it leaves as it is', async () => {
    const there = closedDomain()
    await change(there, 'ALTER TABLE _prisma_migrations RENAME TO somebody_elses')
    const before = readFileSync(databaseOf(there))
    expect(await sentenceOf(there)).toMatch(
      /is the database of another program \(it has a table \w+\)\. Nothing was changed/,
    )
    expect(readFileSync(databaseOf(there)).equals(before)).toBe(true)
  })

  it('when a newer version made its database, and when a migration was begun and not finished', async () => {
    const newer = closedDomain()
    await change(
      newer,
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'y', '20990101000000_future', 1)",
    )
    expect(await sentenceOf(newer)).toMatch(
      /20990101000000_future.*made by a newer one\. Start that version, or restore/,
    )
    const half = closedDomain()
    await change(half, 'UPDATE _prisma_migrations SET finished_at = NULL')
    expect(await sentenceOf(half)).toMatch(/was begun and not finished\. Restore a backup/)
  })

  it('when its folder is a file', async () => {
    const directory = closedDomain()
    expect(await sentenceOf(databaseOf(directory))).toMatch(/a part of its path is a file and no folder\. Set DATA_DIR/)
  })

  it('KEY-09 when a key that signs is gone or damaged; a rotation mends it', async () => {
    const directory = closedDomain()
    const domain = await openFileDomain(configOf(directory))
    const { kid } = await domain.keys.ring('oauth').active()
    const { kid: other } = await domain.keys.ring('idp').active()
    await domain.close()
    const file = path.join(directory, 'keys', `${kid}.jwk`)
    const intact = readFileSync(file)
    rmSync(file)
    expect(await sentenceOf(directory)).toMatch(
      /the private key of oauth, is missing\. Put it back.*keys rotate --owner oauth --now/,
    )
    writeFileSync(file, intact.subarray(0, 100))
    expect(await sentenceOf(directory)).toMatch(/the private key of oauth, is damaged or cannot be read/)
    copyFileSync(path.join(directory, 'keys', `${other}.jwk`), file)
    expect(await sentenceOf(directory)).toMatch(/is not the private key of oauth that it should be/)
    const mended = await openFileDomain(configOf(directory))
    await mended.keys.rotate('oauth', { now: true })
    await mended.close()
    expect(await sentenceOf(directory)).toBe('it started')
  })

  it('when a secret is damaged, or the one that the audit log rests on is gone', async () => {
    const directory = closedDomain()
    const secret = path.join(directory, 'keys', 'audit.secret')
    writeFileSync(secret, '')
    expect(await sentenceOf(directory)).toMatch(/audit\.secret is damaged: it is shorter than a secret is/)
    rmSync(secret)
    await change(directory, "INSERT INTO audit_link VALUES (1, 'audit.x', 'h', '', 'h')")
    expect(await sentenceOf(directory)).toMatch(/audit\.secret is missing, and the audit log rests on it/)
    expect(existsSync(secret)).toBe(false)
  })

  it('but starts when the write-ahead log is gone, with the data of the last checkpoint', async () => {
    const here = await testDomain()
    const directory = here.domain.config.dataDir
    const copy = closedDomain()
    cpSync(directory, copy, { recursive: true })
    rmSync(`${databaseOf(copy)}-wal`)
    expect(await sentenceOf(copy)).toBe('it started')
    const database = openDatabase(databaseOf(copy))
    expect(database.sql.pragma('integrity_check', { simple: true })).toBe('ok')
    await database.close()
  })
})

let folder = ''
beforeAll(async () => {
  folder = await programs()
})

interface Started {
  readonly child: ChildProcess
  readonly stderr: () => string
}

/** A server process over a folder; `limit` is the most bytes that any of its files may have. */
function started(directory: string, port: number, { limit, uid }: { limit?: number; uid?: number } = {}): Started {
  const program = path.join(folder, 'server-process.mjs')
  // POSIX counts in blocks of 512 bytes. A write beyond fails as on a full disk; no privilege is needed.
  const script = limit === undefined ? 'exec "$0" "$1"' : `ulimit -f ${Math.floor(limit / 512)} && exec "$0" "$1"`
  const child = spawn('sh', ['-c', script, process.execPath, program], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATA_DIR: directory,
      PORT: String(port),
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'json',
      RATE_LIMIT: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let said = ''
  child.stderr?.on('data', (text) => {
    said += String(text)
  })
  onTestFinished(() => killed(child))
  return { child, stderr: () => said }
}

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('close', resolve))

describe('a full disk', () => {
  it('ERR-07 answers writes with the protocol’s 503 and reads as always, and keeps what was acknowledged before', async () => {
    const directory = closedDomain()
    const domain = await openFileDomain(configOf(directory))
    const app = await registerApp(domain)
    await domain.close()
    const port = await freePort()
    const site = { publicUrl: `http://localhost:${port}` }
    const limit = 800_000
    const { child, stderr } = started(directory, port, { limit })
    await spoken(child)

    const [answered, tokens] = [[] as string[], [] as string[]]
    let refused: Response | undefined
    for (let n = 0; n < 400 && !refused; n += 1) {
      const used = await assertion(site, app)
      const response = await bearer(site.publicUrl, used)
      if (response.status !== 200) refused = response
      else {
        answered.push(used)
        tokens.push(await tokenOf(response))
      }
    }
    expect(answered.length).toBeGreaterThan(3)
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused?.json()).toMatchObject({ error: 'temporarily_unavailable' })
    expect(stderr()).toMatch(/disk I\/O error|database or disk is full/)
    const headers = { authorization: `Bearer ${tokens[0]}` }
    const read = await fetch(`${site.publicUrl}/fhir/Patient/marijke-jansen`, { headers })
    expect(read.status, 'reading goes on').toBe(200)
    const search = await fetch(`${site.publicUrl}/fhir/Task?_count=1`, { headers })
    expect([search.status, ((await search.json()) as { resourceType: string }).resourceType]).toEqual(
      search.status === 200 ? [200, 'Bundle'] : [503, 'OperationOutcome'],
    )
    await killed(child)

    const again = started(directory, port)
    await spoken(again.child)
    for (const used of [answered[0], answered.at(-1)])
      expect((await bearer(site.publicUrl, used ?? '')).status, 'used before the disk was full').toBe(401)
    expect((await bearer(site.publicUrl, await assertion(site, app))).status, 'with room again').toBe(200)
    await killed(again.child)
    const back = await openFileDomain(configOf(directory))
    expect(back.database.sql.pragma('integrity_check', { simple: true })).toBe('ok')
    expect((await back.audit.verify()).problems).toEqual([])
    await back.close()
  })
})

describe('a database that somebody else holds', () => {
  it('ERR-07 is a 503 of the console, in the language of who asks', async () => {
    const viewer = async () => ({ username: 'beheer@demo.test', name: undefined })
    const here = await testDomain({}, { viewer })
    const { sql } = here.domain.database
    const other = openDatabase(here.domain.config.databaseFile)
    other.sql.exec('BEGIN IMMEDIATE')
    sql.pragma('busy_timeout = 0')
    const post = async (place: string, body: object) => {
      const headers = {
        'content-type': 'application/json',
        origin: SITE.publicUrl,
        cookie: `${portMark(SITE.publicUrl)}slipway-language=nl`,
      }
      const answer = await here.fetch(place, { method: 'POST', headers, body: JSON.stringify(body) })
      if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('5')
      return [answer.status, await answer.json()]
    }
    const busy = {
      error: 'unavailable',
      error_description: 'De database is bezet, of de schijf is vol. Probeer het zo nog eens.',
    }
    expect(await post('/admin/api/apps/demo-app/status', { status: 'disabled' })).toEqual([
      503,
      expect.objectContaining(busy),
    ])
    expect(await post('/admin/api/keys/rotate', { owner: 'oauth', now: true })).toEqual([
      503,
      expect.objectContaining(busy),
    ])
    other.sql.exec('ROLLBACK')
    await other.close()
    expect((await post('/admin/api/apps/demo-app/status', { status: 'disabled' }))[0]).toBe(200)
  })
})

describe('a server that cannot start', () => {
  it('says so in one line when it may not write its folder', async () => {
    const directory = closedDomain()
    for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
      chmodSync(path.join(directory, name), name === 'keys' ? 0o555 : 0o444)
    chmodSync(directory, 0o555)
    onTestFinished(() => chmodSync(directory, 0o755))
    const isRoot = process.getuid?.() === 0 // root may write everything, so another user tries.
    const { child, stderr } = started(directory, await freePort(), isRoot ? { uid: 65_534 } : {})
    expect(await ended(child)).toBe(1)
    expect(stderr()).toMatch(
      /^\S+slipway\.db\S* cannot be opened and written by this user\. Give it the folder[^\n]+\n$/,
    )
  })

  it('says so in one line when its port is taken', async () => {
    const port = await freePort()
    const first = started(closedDomain(), port)
    await spoken(first.child)
    const second = started(closedDomain(), port)
    expect(await ended(second.child)).toBe(1)
    expect(second.stderr()).toBe(
      `Port ${port} is in use: set PORT to another port, or stop the program that uses it.\n`,
    )
  })
})

const launchErrorOf = async ({ fetch }: TestDomain, app: TestApp, launch: string) =>
  errorOf(await fetch(`/oauth2/authorize?${authorizeQuery(SITE, app, launch)}`))

describe('a clock that is set back and forth', () => {
  it('LTK-07 AST-12 keeps used tokens used, and refuses tokens from the future', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    const used = await assertion(SITE, app, here.now())
    const launch = await launchToken(here.domain, app)
    const status = async (text: string) => (await bearer(SITE.publicUrl, text, { fetch: here.fetch })).status
    expect([await status(used), await launchErrorOf(here, app, launch)]).toEqual([200, null])
    here.advance(2 * MINUTE)
    const ahead = await assertion(SITE, app, here.now())
    const launchAhead = await launchToken(here.domain, app)
    here.advance(-2 * MINUTE)
    expect([await status(used), await launchErrorOf(here, app, launch)]).toEqual([401, 'invalid_request'])
    expect([await status(ahead), await launchErrorOf(here, app, launchAhead)]).toEqual([401, 'invalid_request'])
    here.advance(2 * MINUTE)
    expect([await status(ahead), await launchErrorOf(here, app, launchAhead)], 'nothing was used up').toEqual([
      200,
      null,
    ])
  })

  it('RDR-17 never makes a version older than the one before, and its list stays in order', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    const write = async (family: string) => {
      const parsed = { resourceType: 'Patient', id: 'clock', name: [{ family }] }
      await here.domain.resources.write(
        [{ type: 'Patient', id: 'clock', text: JSON.stringify(parsed), parsed }],
        here.now(),
      )
    }
    await write('One')
    const first = here.now()
    here.advance(-HOUR)
    await write('Two')
    const headers = { authorization: `Bearer ${await here.bearer(app)}` }
    const read = await here.fetch('/fhir/Patient/clock', { headers })
    const { meta } = (await read.json()) as { meta: { lastUpdated: string; versionId: string } }
    expect([read.headers.get('etag'), meta.versionId, Date.parse(meta.lastUpdated)]).toEqual(['W/"2"', '2', first])
    const since = new Date(first).toISOString()
    const found = await here.fetch(`/fhir/Patient?_lastUpdated=ge${since}`, { headers })
    const { entry } = (await found.json()) as { entry: readonly { resource: { id: string } }[] }
    expect(entry.map(({ resource }) => resource.id)).toContain('clock')
  })

  it('does not stop the audit log: its order is that of the chain, and it verifies', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    for (const ms of [0, HOUR, -2 * HOUR, HOUR]) {
      here.advance(ms)
      await here.bearer(app)
    }
    const { events, problems } = await here.domain.audit.verify()
    expect([events, problems]).toEqual([4, []])
  })
})
