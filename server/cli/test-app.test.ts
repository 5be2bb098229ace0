// `test`: a good launch and every failure on demand against an app that is well built, and against ones that are not.
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FAILURE_NAMES, FAILURES } from '#lib/launch/failures.ts'
import { commandLine } from '../testing/command-line.ts'
import { emptyFolder, QUIET } from '../testing/data-folder.ts'
import { placeAt } from '../testing/data-place.ts'
import { ownApp } from '../testing/own-app.ts'
import { runningDomain } from '../testing/running.ts'

interface Matrix {
  readonly ok: boolean
  readonly passed: number
  readonly failed: number
  readonly not_run: number
  readonly rows: readonly {
    readonly name: string
    readonly outcome: string
    readonly expected: string
    readonly received: string
    readonly refused_by: string | null
  }[]
}

async function besideServer() {
  const running = await runningDomain()
  // The command has the clock of the machine, from which that of the server must not be half a minute apart.
  const following = setInterval(() => running.advance(Date.now() - running.now()), 1000)
  onTestFinished(() => clearInterval(following))
  const cwd = emptyFolder()
  return { ...running, cwd, run: commandLine(cwd, { ...QUIET, ...placeAt(running.domain.config.dataDir) }) }
}

describe('slipway test', () => {
  it('runs every case against the demo app, and prints a line for each', async () => {
    const { run, url } = await besideServer()
    const { code, stdout, stderr } = await run(['test', '--app', 'demo-app'])
    expect([code, stderr], stdout).toEqual([0, ''])
    const lines = stdout.trimEnd().split('\n')
    expect(lines[0]).toBe(`Test of demo-app at ${url}`)
    expect(lines.slice(1, -1).map((line) => /^ok {4}(\S+( launch)?) /.exec(line)?.[1])).toEqual([
      'good launch',
      ...FAILURE_NAMES,
    ])
    expect(lines.at(-1)).toMatch(/^17 passed, 0 failed in \d+\.\d s$/)
    const person = await run(['user', 'show', 'marijke@demo.test'])
    expect(person.stdout, 'nobody stays logged in').toContain('no session')
  })

  it('makes the mistakes of an app with the app’s key, and marks them not run without it', async () => {
    const { run, domain } = await besideServer()
    const { clientId, keyFile } = await ownApp(domain)
    const without = await run(['test', '--app', clientId, '--json'])
    expect([without.code, without.stderr]).toEqual([0, ''])
    const matrix = JSON.parse(without.stdout) as Matrix
    expect(matrix).toMatchObject({ ok: true, passed: 13, failed: 0, not_run: 4 })
    const notRun = matrix.rows.filter(({ outcome }) => outcome === 'not_run')
    expect(notRun.map(({ name }) => name)).toEqual(FAILURE_NAMES.filter((name) => FAILURES[name].madeBy === 'app'))
    for (const { received } of notRun) expect(received).toContain('--key FILE')
    const all = JSON.parse((await run(['test', '--app', clientId, '--key', keyFile, '--json'])).stdout) as Matrix
    expect(all).toMatchObject({ ok: true, passed: 17, not_run: 0 })
    for (const { name, refused_by } of all.rows.slice(1))
      expect(refused_by, name).toBe(FAILURES[name as (typeof FAILURE_NAMES)[number]].check)
    expect((await run(['user', 'show', 'marijke@demo.test'])).stdout).toContain('no session')
  })

  it('marks a case not run that the role of the app makes impossible, and does not fail', async () => {
    const { run, domain } = await besideServer()
    const { clientId, keyFile } = await ownApp(domain)
    const all = { resourceType: '*', operations: 'cruds', scope: 'all', grantedBy: [] } as const
    await domain.registry.saveRole('all', [all])
    const app = await domain.registry.find(clientId)
    if (app) await domain.registry.saveClient({ ...app, roleName: 'all' })
    const { code, stdout } = await run(['test', '--app', clientId, '--key', keyFile, '--json'])
    const { rows, ...counts } = JSON.parse(stdout) as Matrix
    expect([code, counts]).toEqual([0, expect.objectContaining({ ok: true, passed: 16, failed: 0, not_run: 1 })])
    const [notRun] = rows.filter(({ outcome }) => outcome === 'not_run')
    expect(notRun).toMatchObject({
      name: 'no-permission',
      received: expect.stringContaining('permits every operation'),
    })
  })

  it('calls the app as a browser does: it opens pages, and sends the cookies that match', async () => {
    const { run, domain } = await besideServer()
    const { clientId, keyFile } = await ownApp(domain, { careful: true })
    const { code, stdout } = await run(['test', '--app', clientId, '--key', keyFile, '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ passed: 17, failed: 0, not_run: 0 })])
  })

  it('fails when the app answers a refusal with a 500, and says so in text, JSON and JUnit', async () => {
    const { run, domain, cwd } = await besideServer()
    const { clientId } = await ownApp(domain, { crashes: true })
    const { code, stdout, stderr } = await run(['test', '--app', clientId, '--junit', 'test.xml'])
    expect([code, stderr]).toEqual([1, ''])
    expect(stdout).toMatch(/^ok {4}good launch/m)
    expect(stdout).toMatch(
      /^FAIL {2}expired +[\d.]+ s {2}launch\.time refused; the app answered 500, a fault of its own/m,
    )
    expect(stdout).toMatch(
      /^ +expected {2}launch\.time refuses; the app reports that it was not opened, without failing/m,
    )
    const xml = readFileSync(path.join(cwd, 'test.xml'), 'utf8')
    expect(xml).toMatch(
      new RegExp(`<testcase classname="${clientId}" name="good launch" time="(?=[\\d.]*[1-9])\\d+\\.\\d+">`),
    )
    const failure = /name="expired" time="[\d.]+"><failure message="([^"]*)">([^<]*)</.exec(xml) ?? []
    expect(failure[1]).toContain('the app answered 500')
    for (const part of ['expected: launch.time refuses', 'received: launch.time refused', 'fix  ', 'trace  '])
      expect(failure[2]).toContain(part)
    expect(xml).toMatch(/name="reused-code" time="[\d.]+"><skipped message="is made by the app/)
  })

  it('fails when the app never exchanges its code', async () => {
    const { run, domain } = await besideServer()
    const { clientId } = await ownApp(domain, { idle: true })
    const { code, stdout } = await run(['test', '--app', clientId, '--json'])
    const { rows } = JSON.parse(stdout) as Matrix
    expect([code, rows[0]]).toEqual([
      1,
      expect.objectContaining({ outcome: 'failed', received: expect.stringContaining('never exchanged it') }),
    ])
    const launch = await run(['launch', '--app', clientId])
    expect(launch.stdout).toContain('The app has its code, and has not exchanged it.')
  })

  it.each([false, true])(
    'waits for requests that the app makes after its answer, and reports their refusal (fault: %s)',
    async (crashes) => {
      const { run, domain } = await besideServer()
      const { clientId } = await ownApp(domain, { mistakenLater: true, crashes })
      const { code, stdout } = await run(['launch', '--app', clientId])
      expect([code, stdout]).toEqual([1, expect.stringContaining('The launch failed. token.pkce: ')])
    },
  )

  it('ends at once with the cause, also in JUnit, when the app is unknown or does not run', async () => {
    const { run, domain, cwd } = await besideServer()
    const app = await domain.registry.find('demo-app')
    if (app) await domain.registry.saveClient({ ...app, clientId: 'gone', launchUrl: 'http://127.0.0.1:9/launch' })
    expect(await run(['test', '--app', 'gone', '--quiet'])).toMatchObject({
      ...{ code: 1, stdout: '', stderr: expect.stringContaining('The app gone cannot be reached at its launch URL') },
    })
    for (const command of ['launch', 'test']) {
      expect(await run([command, '--app', 'gone', '--junit', 'gone.xml'])).toMatchObject({ code: 1 })
      const xml = readFileSync(path.join(cwd, 'gone.xml'), 'utf8')
      expect(xml, command).toMatch(/^<testsuite name="slipway (launch|test gone)" tests="1" failures="1"/m)
      expect(xml).toMatch(
        /<testcase classname="gone" name="begin" [^>]*><failure message="The app gone cannot be reached/,
      )
      rmSync(path.join(cwd, 'gone.xml'))
    }
    for (const quiet of [[], ['--quiet']])
      expect(await run(['test', '--app', 'nobody', ...quiet])).toMatchObject({
        ...{ code: 1, stdout: '', stderr: 'There is no app with client_id nobody. See: slipway app list\n' },
      })
    expect(await run(['test'])).toMatchObject({ code: 2, stdout: '' })
  })
})
