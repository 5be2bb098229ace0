// A disk that is really full: the server, an import and the console on a file system of a few megabytes. Answered requests hold,
// failing writes are refused with the reason, and with room again it continues by itself.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/storage/sqlite/file/database.ts'
import { bundled, killed } from '../children.ts'
import { type Acknowledged, newAcknowledged, newRound } from '../crash/acknowledged.ts'
import { writeImportFile } from '../crash/import-file.ts'
import { missingLines } from '../crash/imported.ts'
import { wrongAudit } from '../crash/kept.ts'
import { ENTRY_POINTS, listening, spawnServer } from '../crash/programs.ts'
import { noneTried, replayed } from '../crash/replays.ts'
import { newSite, type Site, signLaunch } from '../crash/site.ts'
import { wrongWrites } from '../crash/writes.ts'
import {
  assertion,
  authorize,
  authorizeQuery,
  bearer,
  codeOf,
  errorOf,
  exchange,
  tokenAt,
  tokenOf,
} from '../launch-over-http.ts'
import { canMount, megabytes, type SmallDisk, smallDisk } from '../small-disk.ts'
import { WRITING_SCOPE } from '../writing-app.ts'

const DISK_MB = 96
/** Space left for the load. */
const LEFT_MB = 4
const LINES = 4000

const outcomeOf = (child: ChildProcess) =>
  new Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>((resolve) => {
    let [out, err] = ['', '']
    child.stdout?.on('data', (text) => {
      out += String(text)
    })
    child.stderr?.on('data', (text) => {
      err += String(text)
    })
    child.once('close', (code) => resolve({ code, out, err }))
  })

async function onSmallDisk() {
  const disk = smallDisk(DISK_MB) as SmallDisk
  onTestFinished(disk.unmount)
  const folder = await bundled(ENTRY_POINTS)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'slipway-import-'))
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }))
  const site = await newSite(disk.folder)
  const server = spawnServer({ folder, site })
  onTestFinished(() => killed(server))
  await listening(server)
  const run = (...args: string[]) =>
    outcomeOf(
      spawn(process.execPath, args, {
        env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...site.env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
  const cli = JSON.stringify(path.join(folder, 'main.mjs'))
  return {
    disk,
    site,
    server,
    file: writeImportFile(elsewhere, 1, LINES),
    importer: (file: string) => run(path.join(folder, 'import-process.mjs'), file),
    command: (...args: string[]) =>
      run(
        '-e',
        `import(${cli}).then(async ({ main }) => { process.exitCode = await main(${JSON.stringify(args)}, '.') })`,
      ),
  }
}

/** A launch and a token of the app itself, noted as used; the answer that is not 200, if there is one. */
async function load(site: Site) {
  const [round, known] = [newRound(), newAcknowledged()]
  const once = async (): Promise<Response | undefined> => {
    const used = await assertion(site, site.app)
    const id = crypto.randomUUID()
    const answer = await bearer(site.publicUrl, used, { headers: { 'x-request-id': id } })
    if (answer.status !== 200) return answer
    round.assertions.push({ assertion: used, use: 'used' })
    round.tokens.push(await tokenOf(answer))
    known.answeredTokens.add(id)
    return undefined
  }
  const launch = async () => {
    const token = await signLaunch(site)
    const code = await codeOf(site, site.app, token, site.browsers[0])
    const answer = await exchange(site, site.app, site.publicUrl, code)
    const access_token = await tokenOf(answer)
    round.launches.push({ launch: token, use: 'used' })
    round.codes.push({ code, use: 'used', token: access_token, at: Date.now() })
  }
  return { round, known, once, launch }
}

/** Creates a Patient each time; what was answered is noted. */
async function writing(site: Site, known: Acknowledged): Promise<() => Promise<Response>> {
  const access_token = await tokenAt(site, site.writer, site.publicUrl, WRITING_SCOPE)
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/fhir+json' }
  return async () => {
    const body = '{"resourceType":"Patient"}'
    const response = await fetch(`${site.publicUrl}/fhir/Patient`, { method: 'POST', headers, body })
    const location = response.headers.get('location')
    if (location !== null) known.written.add(location.slice(`${site.publicUrl}/fhir/`.length))
    return response
  }
}

/**
 * The first answer that refuses. A small write may still find room in the file where a greater one found none, so each kind of write is
 * tried until there is none for it either.
 */
async function untilRefused(
  ask: (n: number) => Promise<Response>,
  refuses: (answer: Response) => unknown = ({ ok }) => !ok,
): Promise<Response> {
  for (let n = 0; n < 2000; n += 1) {
    const answer = await ask(n)
    if (refuses(answer)) return answer
    await answer.body?.cancel()
  }
  throw new Error('nothing was refused: the disk is not full')
}

function administrator({ publicUrl, adminCookie: cookie }: Site) {
  return (place: string, body: object) =>
    fetch(`${publicUrl}/admin/api/${place}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl, cookie },
      body: JSON.stringify(body),
    })
}

describe('a disk of a few megabytes', () => {
  it.runIf(canMount())(
    'ERR-07 DUR-06 that is full refuses writes, loses nothing, and works again when there is room',
    async () => {
      const { disk, site, server, file, importer, command } = await onSmallDisk()
      const { round, known, once, launch } = await load(site)
      const write = await writing(site, known)
      expect((await write()).status).toBe(201)
      for (let n = 0; n < 3; n += 1) {
        await launch()
        expect(await once()).toBeUndefined()
      }
      const reader = round.tokens[0] ?? ''
      const read = () =>
        fetch(`${site.publicUrl}/fhir/Patient/marijke-jansen`, { headers: { authorization: `Bearer ${reader}` } })

      disk.fill(megabytes(LEFT_MB))
      const imported = await importer(file.file)
      const acknowledged = Number(imported.out.trim().split('\n').at(-1) ?? 0)
      expect(imported.code, 'the import has more than there is room for').not.toBe(0)
      expect(acknowledged).toBeGreaterThan(0)
      disk.fillUp()

      const refused = await untilRefused(async () => (await once()) ?? new Response())
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([503, 5])
      expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' })
      const unwritten = await untilRefused(write)
      expect([unwritten.status, unwritten.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await unwritten.json()).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code: 'no-store' }] })
      const launched = await untilRefused(
        async () => authorize(site.publicUrl, authorizeQuery(site, site.app, await signLaunch(site))),
        errorOf,
      )
      expect([launched.status, errorOf(launched)]).toEqual([302, 'temporarily_unavailable'])
      const change = administrator(site)
      for (const answer of [
        await untilRefused(() => change('keys/rotate', { owner: 'oauth', now: true })),
        await untilRefused((n) => change('apps/demo-app/status', { status: n % 2 === 0 ? 'disabled' : 'approved' })),
      ])
        expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ error: 'unavailable' })])
      for (const peer of ['portal', 'launch', 'browse']) {
        const keyless = await fetch(`${site.publicUrl}/${peer}/jwks`) // Its key is made when it is first asked for.
        expect([keyless.status, keyless.headers.get('retry-after')]).toEqual([503, '5'])
      }
      const told = await command('import', file.file)
      expect([told.code, told.err]).toEqual([1, expect.stringMatching(/disk is full \(SQLITE_FULL\)\.\n$/)])
      expect(told.err, 'a sentence, no stack').not.toMatch(/^ {4}at /m)
      expect((await read()).status, 'reading goes on').toBe(200)
      expect((await fetch(`${site.publicUrl}/livez`)).status).toBe(200)

      disk.makeRoom()
      await expect.poll(async () => (await once())?.status ?? 200).toBe(200)
      await launch()
      await expect.poll(async () => (await write()).status).toBe(201)
      expect((await change('keys/rotate', { owner: 'oauth', now: true })).status).toBe(200)
      expect(await replayed(site, round, known, noneTried())).toEqual([])
      expect(server.exitCode, 'it is the same process').toBeNull()
      const rest = await command('import', file.file, '--json')
      expect([rest.code, rest.err]).toEqual([0, ''])

      await killed(server)
      const database = openDatabase(site.databaseFile)
      try {
        expect(database.sql.pragma('integrity_check', { simple: true })).toBe('ok')
        expect(database.sql.pragma('foreign_key_check')).toEqual([])
        expect(missingLines(database.sql, file, acknowledged)).toEqual([])
        expect((await wrongAudit(database, site, known)).wrong).toEqual([])
        expect(wrongWrites(database.sql, site, known)).toEqual([])
      } finally {
        await database.close()
      }
    },
  )
})
