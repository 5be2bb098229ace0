// `import` as a real process: killed, interrupted, on a terminal, and with invalid input.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRaw } from '../storage/sqlite/testing/raw.ts'
import { registerApp } from '../testing/app.ts'
import { commandLine } from '../testing/command-line.ts'
import { rounds } from '../testing/rounds.ts'
import { runningDomain } from '../testing/running.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'slipway-import-'))
const BIN = path.resolve('bin/slipway')

const environment = (name: string) => ({
  ...{
    PATH: process.env['PATH'] ?? '',
    HOME: directory,
    NODE_ENV: 'test' as const,
    LOG_LEVEL: 'silent',
    SLIPWAY_NO_ENV_FILE: '1',
  },
  ...{ DATA_DIR: path.resolve(directory, name), DEMO: 'false' },
})

interface Outcome {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts the command; `started` sees the process, and the outcome comes when it is gone and `started` is done. */
async function slipway(
  domain: string,
  args: readonly string[],
  started: (child: ChildProcess) => unknown = (child) => child.stdin?.end(),
): Promise<Outcome> {
  const child = spawn(process.execPath, [BIN, ...args], { cwd: directory, env: environment(domain) })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin.on('error', () => {})
  const [[code, signal]] = await Promise.all([once(child, 'close'), started(child)])
  return { code, signal, stdout, stderr }
}

/** Makes an empty domain. */
const made = (domain: string) => commandLine(directory, environment(domain))(['init'])

const write = (name: string, content: string | Buffer): string => {
  mkdirSync(path.dirname(path.join(directory, name)), { recursive: true })
  writeFileSync(path.join(directory, name), content)
  return name
}

const patient = (id: string, family: string) =>
  JSON.stringify({ resourceType: 'Patient', id, name: [{ family, given: ['Invented'] }] })

/** Every version that there is, without its time. */
function versions(domain: string): readonly unknown[] {
  const sql = openRaw(path.join(directory, domain, 'slipway.db'), { readonly: true })
  try {
    return sql
      .prepare(
        `SELECT type, id, versionId, deleted, contentHash, supersededBy IS NULL AS current,
           (SELECT group_concat(param || '=' || value) FROM (SELECT param, value FROM search_value v WHERE v.seq = r.seq ORDER BY param, value)) AS found
         FROM resource_version r WHERE type = 'Patient' ORDER BY id, versionId`,
      )
      .all()
  } finally {
    sql.close()
  }
}

const summary = ({ stdout }: Outcome) => JSON.parse(stdout) as Record<string, unknown>

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Resolves when the import has written something. */
async function written(domain: string): Promise<void> {
  const file = path.join(directory, domain, 'slipway.db')
  for (let tries = 0; tries < 2000; tries += 1) {
    await wait(5)
    if (!existsSync(file)) continue
    const sql = openRaw(file, { readonly: true })
    try {
      if (sql.prepare("SELECT 1 FROM resource_version WHERE type = 'Patient' LIMIT 1").get()) return
    } catch {
      // The tables are not there yet.
    } finally {
      sql.close()
    }
  }
}

const PEOPLE = 12_000

beforeAll(async () => {
  // Each person comes three times, far apart; of every seventh the third time is the first content again.
  const names = (round: number) =>
    Array.from({ length: PEOPLE / 3 }, (_, n) =>
      patient(`p${n}`, round === 2 && n % 7 === 0 ? 'Round0' : `Round${round}`),
    )
  write('rounds.ndjson', [0, 1, 2].flatMap(names).join('\n'))
  for (const domain of ['whole', 'stopped', 'twice', 'terminal', 'forms', 'dry']) await made(domain)
  await slipway('whole', ['import', 'rounds.ndjson'])
})

afterAll(() => rmSync(directory, { recursive: true }))

describe('an import that is interrupted', () => {
  it('leaves, after kill -9 and another run, the same resources as an import without interruption', async () => {
    const expected = versions('whole')
    expect(expected).toHaveLength(PEOPLE)
    let cut = 0
    const domains = rounds(1, 4)
    for (let round = 0; round < domains; round += 1) {
      const domain = `killed-${round}`
      await made(domain)
      for (let kill = 0; kill < 6; kill += 1) {
        const { signal } = await slipway(domain, ['import', 'rounds.ndjson'], async (child) => {
          child.stdin?.end()
          await written(domain)
          await wait(Math.random() * 500)
          child.kill('SIGKILL')
        })
        if (signal === 'SIGKILL') cut += 1
      }
      const last = await slipway(domain, ['import', 'rounds.ndjson', '--json'])
      expect([last.code, last.stderr]).toEqual([0, ''])
      expect(versions(domain)).toEqual(expected)
      expect(summary(await slipway(domain, ['import', 'rounds.ndjson', '--json']))).toMatchObject({
        ...{ created: 0, updated: 0, unchanged: PEOPLE, failed: 0 },
      })
    }
    expect(cut, 'kills that came in time').toBeGreaterThan(0)
  })

  it('stops at Ctrl-C after the batch in hand, says so, and continues at the next run', async () => {
    const stopped = await slipway('stopped', ['import', '-', '--json'], async (child) => {
      for (let n = 0; n < 6000; n += 1) child.stdin?.write(`${patient(`p${n}`, 'Before')}\n`)
      await written('stopped')
      child.kill('SIGINT') // Standard input stays open: it waits for more.
    })
    expect([stopped.code, stopped.signal]).toEqual([1, null])
    expect(summary(stopped)).toMatchObject({ stopped: true })
    expect(stopped.stderr).toContain('Press Ctrl-C again')
    expect(stopped.stderr).toContain('Run the command again to continue.')
    expect(versions('stopped')).toHaveLength(summary(stopped)['created'] as number)
    const all = Array.from({ length: 6000 }, (_, n) => patient(`p${n}`, 'Before')).join('\n')
    const again = await slipway('stopped', ['import', '-', '--json'], (child) => child.stdin?.end(all))
    expect(summary(again)).toMatchObject({
      ...{ created: 6000 - (summary(stopped)['created'] as number), unchanged: summary(stopped)['created'] },
    })
  })

  it('stops at once at the second Ctrl-C', async () => {
    const people = (name: string) => Array.from({ length: 5000 }, (_, n) => `${patient(`p${n}`, name)}\n`).join('')
    const sql = openRaw(path.join(directory, 'twice', 'slipway.db'))
    const { code, stderr } = await slipway('twice', ['import', '-'], async (child) => {
      child.stdin?.write(people('First'))
      await written('twice')
      sql.exec('BEGIN IMMEDIATE') // Makes it wait in the middle of a group.
      child.stdin?.write(people('Second'))
      await wait(2500)
      for (let count = 0; count < 2; count += 1) {
        child.kill('SIGINT')
        await wait(50)
      }
      sql.exec('ROLLBACK')
    })
    sql.close()
    expect([code, stderr]).toEqual([130, expect.stringContaining('Press Ctrl-C again')])
  })
})

describe('an import while a server runs', () => {
  interface Person {
    readonly meta: { readonly versionId: string }
    readonly name: readonly { readonly family: string }[]
  }

  it('lets the server answer reads, searches and token requests, with the version before or after it', async () => {
    const { domain, url, bearer } = await runningDomain()
    const app = await registerApp(domain)
    const { dataDir } = domain.config
    const people = (family: string) => Array.from({ length: 4000 }, (_, n) => patient(`live-${n}`, family)).join('\n')
    await slipway(dataDir, ['import', write('before.ndjson', people('Wasthere'))])
    let running = true
    const importing = slipway(dataDir, ['import', write('after.ndjson', people('Isthere')), '--json']).finally(() => {
      running = false
    })
    let rounds = 0
    const seen = new Set<string>()
    while (running) {
      const headers = { authorization: `Bearer ${await bearer(app)}` }
      const get = async (address: string) => {
        const answer = await fetch(`${url}/fhir/${address}`, { headers })
        expect(
          answer.status,
          'a write waits for one transaction of the import, never until it is given up with 503',
        ).toBe(200)
        return answer.json()
      }
      const person = (await get('Patient/live-2000')) as Person
      seen.add(`${person.meta.versionId} ${person.name[0]?.family}`)
      for (const family of ['Wasthere', 'Isthere']) {
        const bundle = (await get(`Patient?family=${family}&_count=20`)) as {
          readonly entry?: readonly { readonly resource: Person }[]
        }
        expect((bundle.entry ?? []).every(({ resource }) => resource.name[0]?.family === family)).toBe(true)
      }
      rounds += 1
    }
    expect(summary(await importing)).toMatchObject({ updated: 4000, failed: 0 })
    expect(rounds).toBeGreaterThan(1)
    for (const one of seen) expect(['1 Wasthere', '2 Isthere']).toContain(one)
  })
})

describe('an import on a terminal', () => {
  const script = existsSync('/usr/bin/script')
  const onTerminal = (domain: string, command: string) =>
    new Promise<string>((resolve) => {
      const child = spawn('script', ['-qec', `${process.execPath} ${BIN} ${command}`, '/dev/null'], {
        cwd: directory,
        env: { ...environment(domain), COLUMNS: '80' },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let shown = ''
      child.stdout.on('data', (chunk) => {
        shown += chunk
      })
      child.on('close', () => resolve(shown))
    })

  it.runIf(script)('shows its progress in one line, and none with --json', async () => {
    const shown = await onTerminal('terminal', 'import rounds.ndjson')
    const lines = shown.split('\r\n')
    expect(lines[0]).toMatch(/\r\[#{24}\] 100 %, 12000 resources, \d+\/s/)
    expect(lines[1]).toMatch(/^12000 resources in /)
    expect(lines[0]?.split('\r').every((line) => line.length < 90)).toBe(true)
    const json = await onTerminal('terminal', 'import rounds.ndjson --json')
    expect(JSON.parse(json)).toMatchObject({ unchanged: PEOPLE })
  })

  it('has no progress line without a terminal', async () => {
    const { stderr, stdout } = await slipway('terminal', ['import', 'rounds.ndjson'])
    expect([stderr, stdout]).toEqual([
      '',
      expect.stringMatching(/^12000 resources in .*12000 unchanged, 0 refused\.\n$/),
    ])
  })
})

describe('a person who loses the user name', () => {
  it('is named, with what to do', async () => {
    await made('logins')
    const system = 'http://localhost:3000/idp'
    const anna = { ...JSON.parse(patient('anna', 'Bos')), identifier: [{ system, value: 'anna@example.org' }] }
    await slipway('logins', ['import', write('anna.json', JSON.stringify(anna))])
    const without = write('without.json', patient('anna', 'Bos'))
    const dry = await slipway('logins', ['import', without, '--dry-run'])
    expect([dry.code, dry.stderr]).toEqual([
      0,
      `Patient/anna: the file leaves out the identifier ${system}|anna@example.org.\nWarning: 1 person would lose the identifier with the user name, so nobody could sign in as them. An import replaces the whole resource: put the identifier in the file, and import it.\n`,
    ])
    const { code, stderr } = await slipway('logins', ['import', without])
    expect([code, stderr]).toEqual([
      0,
      `Patient/anna: the file leaves out the identifier ${system}|anna@example.org.\nWarning: 1 person lost the identifier with the user name, so nobody can sign in as them. An import replaces the whole resource: put the identifier in the file, and import it again.\n`,
    ])
    const again = await slipway('logins', ['import', 'anna.json', '--json'])
    expect([again.stderr, summary(again)]).toEqual(['', expect.objectContaining({ updated: 1, lostLogins: [] })])
    expect(summary(await slipway('logins', ['import', without, '--json']))).toMatchObject({
      lostLogins: [{ resource: 'Patient/anna', system, value: 'anna@example.org' }],
    })
  })
})

describe('the input of an import', () => {
  const bundle = (type: string, ...ids: readonly string[]) =>
    JSON.stringify({
      resourceType: 'Bundle',
      type,
      entry: ids.map((id) => ({ resource: JSON.parse(patient(id, type)) })),
    })

  it('is Bundles, NDJSON, single resources, gzip and folders, and what could not be read is listed', async () => {
    for (const type of ['collection', 'batch', 'transaction', 'searchset'])
      write(`forms/${type}.json`, bundle(type, `${type}-1`, `${type}-2`))
    write('forms/one.json', JSON.stringify(JSON.parse(patient('one', 'Single')), null, 2))
    write('forms/a.ndjson', `\uFEFF${patient('bom', 'Bom')}\r\n\r\n${patient('crlf', 'Crlf')}\r\n   \n`)
    write('forms/long.ndjson', `${patient('long', 'x'.repeat(3_000_000))}\n${patient('behind', 'Long')}`)
    const members = [gzipSync(`${patient('gz1', 'First')}\n`), gzipSync(patient('gz2', 'Second'))]
    write('forms/deeper/two.ndjson.gz', Buffer.concat(members))
    const half = gzipSync(Array.from({ length: 2000 }, (_, n) => patient(`half${n}`, String(n * 7919))).join('\n'))
    write('forms/half.ndjson.gz', half.subarray(0, half.length / 2))
    const broken = Buffer.concat([Buffer.from(`${patient('good', 'Good')}\n{"resourceType":"`), Buffer.of(0xff)])
    write('forms/utf8.ndjson', Buffer.concat([broken, Buffer.from(`"}\n${patient('good2', 'Good')}\n`)]))
    write('forms/notes.txt', 'left alone')
    symlinkSync('nowhere.json', path.join(directory, 'forms/gone.json'))
    const outcome = await slipway('forms', ['import', 'forms', '--json'])
    const report = summary(outcome)
    expect(outcome.code).toBe(1)
    expect(report['errors']).toEqual([
      { source: 'forms/gone.json', line: 1, reason: 'cannot be read (ENOENT)' },
      {
        ...{ source: 'forms/half.ndjson.gz', line: expect.any(Number) },
        reason: 'is the last readable line: the gzip file is damaged or cut off',
      },
      { source: 'forms/utf8.ndjson', line: 2, reason: 'is not UTF-8' },
    ])
    const ids = (versions('forms') as readonly { id: string }[]).map(({ id }) => id)
    const half2 = ids.filter((id) => id.startsWith('half'))
    expect(half2.length).toBeGreaterThan(100)
    expect(half2.length).toBe((report['errors'] as readonly { line: number }[])[1]?.line)
    expect(ids.filter((id) => !id.startsWith('half'))).toEqual(
      [
        ...['collection', 'batch', 'transaction', 'searchset'].flatMap((type) => [`${type}-1`, `${type}-2`]),
        ...['one', 'bom', 'crlf', 'long', 'behind', 'gz1', 'gz2', 'good', 'good2'],
      ].sort(),
    )
  })

  it('is not written in a dry run, which reports the same counts', async () => {
    const dry = await slipway('dry', ['import', 'rounds.ndjson', '--dry-run', '--json'])
    expect(versions('dry')).toEqual([])
    const wet = await slipway('dry', ['import', 'rounds.ndjson', '--json'])
    expect(summary(dry)).toEqual(summary(wet))
    expect(summary(wet)).toMatchObject({ created: PEOPLE / 3, updated: (PEOPLE / 3) * 2 })
  })

  it('that does not exist is named, with exit code 1', async () => {
    expect(await slipway('forms', ['import', 'nowhere'])).toMatchObject({
      code: 1,
      stderr: 'nowhere does not exist.\n',
    })
  })
})
