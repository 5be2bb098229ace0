// ./bin/slipway as a process: what its streams, its user, its signals and its threads add to the command line.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer as createProxy } from 'node:http'
import { createServer } from 'node:https'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { readConfig } from '../config/config.ts'
import { openDomain } from '../domain/domain.ts'
import { registerApp } from '../testing/app.ts'
import { eventsOf } from '../testing/audit.ts'
import { certificateAuthority } from '../testing/certificates.ts'
import { commandLine, commandProcess, outcomeOf } from '../testing/command-line.ts'
import { domainAt, emptyFolder, filesOf, QUIET } from '../testing/data-folder.ts'
import { runningDomain } from '../testing/running.ts'

/** A running server, and beside it the command line in a folder of its own. */
async function besideServer() {
  const running = await runningDomain()
  const cwd = emptyFolder()
  const env = { ...QUIET, DATA_DIR: running.domain.config.dataDir }
  const file = (name: string, text: string) => writeFileSync(path.join(cwd, name), text)
  return { ...running, cwd, env, file, run: commandProcess(cwd, env), here: commandLine(cwd, env) }
}

describe('output', () => {
  it('exits 0 when its reader ends first', async () => {
    const line = 'node bin/slipway launch --help | head -1; echo $PIPESTATUS'
    expect(execFileSync('bash', ['-c', line], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })).toBe(
      'Usage: slipway launch [options]\n0\n',
    )
  })

  it('is an error when it cannot be written, and the exit code stays when nobody reads the errors', () => {
    const ended = (line: string) => execFileSync('bash', ['-c', line], { encoding: 'utf8' })
    // /dev/full is a file on Linux that is always full.
    if (existsSync('/dev/full')) {
      const said = ended('node bin/slipway --help 2>&1 >/dev/full; echo $?')
      expect(said).toMatch(/^The result cannot be written: .*\n1\n$/)
    }
    expect(ended('node bin/slipway nothing-of-the-kind 2>&1 | true; echo $PIPESTATUS')).toBe('2\n')
  })
})

describe('launch', () => {
  it('says that the certificate is not trusted, and how to trust an authority of one’s own', async () => {
    const port = await freePort()
    const authority = certificateAuthority('An authority of the test')
    const server = createServer(authority.issue({ name: 'localhost', hosts: ['localhost'] }), (_request, response) =>
      response.end(JSON.stringify({ issuer: 'https://another.example' })),
    )
    await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { cwd, env } = await domainAt(`https://localhost:${port}`)
    const run = commandProcess(cwd, env)
    const { code, stderr } = await run(['launch', '--app', 'demo-app'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/cannot be reached: .*certificate.*NODE_EXTRA_CA_CERTS=FILE/)
    const trusted = path.join(cwd, 'ca.pem')
    writeFileSync(trusted, authority.certificate)
    const trusting = await run(['launch', '--app', 'demo-app'], { env: { ...env, NODE_EXTRA_CA_CERTS: trusted } })
    expect(trusting.stderr).toContain('Another server answers')
  })
})

describe('with a proxy set in the environment', () => {
  /** A proxy that refuses everything, and the addresses that it was asked for. */
  async function refusingProxy() {
    const asked: string[] = []
    const proxy = createProxy((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(502).end()
    }).on('connect', ({ url = '' }, socket) => {
      asked.push(url)
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    const port = await freePort()
    await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => void proxy.close())
    const url = `http://127.0.0.1:${port}`
    return { asked, env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: url, HTTPS_PROXY: url } }
  }

  it.each([
    ['launch --app demo-app', 0],
    ['test --app demo-app', 0],
    ['status', 0],
    ['open /traces', 0],
    ['doctor', undefined], // It asks the public address of this machine alone, and may warn of something else.
  ])('P8 %s connects to this machine without the proxy', async (line, expected) => {
    const { run, env } = await besideServer()
    const proxy = await refusingProxy()
    const { code, stdout, stderr } = await run(line.split(' '), { env: { ...env, ...proxy.env } })
    expect(proxy.asked, stderr).toEqual([])
    expect(stdout + stderr).not.toMatch(/cannot be reached|does not answer|not running/)
    if (expected !== undefined) expect([code, stderr]).toEqual([expected, expect.any(String)])
  })

  it('P8 the health check connects to this machine without the proxy, and --url to another host by the proxy unless NO_PROXY names it', async () => {
    const { env, cwd, run, domain } = await besideServer()
    const proxy = await refusingProxy()
    const there = { ...env, ...proxy.env, PORT: String(domain.config.port) }
    expect(await outcomeOf('scripts/ready.mjs', [], { cwd, env: there })).toMatchObject({ code: 0 })
    expect(proxy.asked).toEqual([])
    const remote = { ...there, SLIPWAY_TOKEN: 'a-token' }
    const far = ['status', '--url', 'https://launch.invalid']
    expect(await run(far, { env: remote })).toMatchObject({ code: 1 })
    expect(proxy.asked).toEqual(['launch.invalid:443'])
    expect(await run(far, { env: { ...remote, NO_PROXY: '.invalid' } })).toMatchObject({ code: 1 })
    expect(proxy.asked).toHaveLength(1)
  })
})

describe('trace', () => {
  it('tail prints a launch while it happens, until Ctrl-C', async () => {
    const { here, env, cwd } = await besideServer()
    const tail = spawn(process.execPath, [path.resolve('bin/slipway'), 'trace', 'tail', '--json'], {
      cwd,
      env: { NODE_ENV: 'test', PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => tail.once('close', resolve))
    let said = ''
    tail.stdout.on('data', (chunk) => {
      said += chunk
    })
    await here(['launch', '--app', 'demo-app', '--quiet'])
    await expect.poll(() => said).toContain('"outcome":"opened"')
    tail.kill('SIGINT')
    expect(await ended).toBe(0)
    for (const line of said.trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ app: 'demo-app' })
  })
})

describe('a data folder that this user may not open', () => {
  it('is reported as not accessible, not as empty', async () => {
    const { cwd, data, env } = await domainAt('http://localhost:3301')
    const run = commandProcess(cwd, env)
    const isRoot = process.getuid?.() === 0 // root may enter every folder, so another user tries.
    expect((await run(['status'])).code).toBe(0)
    chmodSync(path.dirname(data), 0o755)
    chmodSync(data, isRoot ? 0o700 : 0o000)
    onTestFinished(() => chmodSync(data, 0o700))
    const as = isRoot ? { uid: 65_534 } : {}
    expect(await run(['status'], as)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/slipway\.db cannot be opened and written by this user\. [^\n]+\n$/),
    })
    const { code, stdout, stderr } = await run(['doctor'], as)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^\d things are wrong\.\n$/)])
    expect(stdout).toMatch(/belongs to user|cannot be written/)
  })
})

describe('a backup to a place where this user may not make a folder', () => {
  it('names the folder and what to do', async () => {
    const { cwd, data, env } = await domainAt('http://localhost:3301')
    const run = commandProcess(cwd, env)
    const isRoot = process.getuid?.() === 0 // root may write anywhere, so another user tries.
    const closed = path.join(cwd, 'closed')
    mkdirSync(closed, { mode: 0o555 })
    chmodSync(path.dirname(data), 0o755)
    if (isRoot) execFileSync('chown', ['-R', '65534', data])
    const folder = path.join(closed, 'slipway', 'today')
    expect(await run(['backup', folder], isRoot ? { uid: 65_534 } : {})).toEqual({
      code: 1,
      stdout: '',
      stderr: `${folder} cannot be made by this user. Make a folder for backups that belongs to the user who runs this command, and name a new folder in it.\n`,
    })
  })
})

describe('a start with another PUBLIC_URL', () => {
  const PRODUCTION = { PUBLIC_URL: 'https://new.example.org', METRICS_TOKEN: 'q8Zk3vT1xW6yB0nD5sR7' }

  /** An empty domain of production, as it lies on the disk. */
  async function ofProduction() {
    const cwd = emptyFolder()
    const env = { ...QUIET, DATA_DIR: path.join(cwd, 'data') }
    const domain = await openDomain(readConfig({ ...env, PUBLIC_URL: 'https://old.example.org' }))
    await domain.close()
    return { cwd, data: env.DATA_DIR, env: { ...env, ...PRODUCTION } }
  }

  it('is refused in production with all that would change, until MOVED_FROM names the old address', async () => {
    const { cwd, data, env } = await ofProduction()
    const before = filesOf(data)
    const { code, stderr } = await outcomeOf('scripts/start.mjs', [], { cwd, env })
    expect(code).toBe(1)
    for (const said of [
      'is https://old.example.org. With these settings it would move:',
      'The issuer was https://old.example.org and is https://new.example.org',
      'The FHIR base was https://old.example.org/fhir/DEFAULT',
      'identifier.system of user names was https://old.example.org/idp and is https://new.example.org/idp',
      'say MOVED_FROM=https://old.example.org for this start',
    ])
      expect(stderr).toContain(said)
    expect(stderr).not.toMatch(/at .*\.(ts|mjs)/)
    expect(filesOf(data)).toEqual(before)
  })
})

describe('import', () => {
  it('loads folders and standard input, continues past bad lines and says where they are', async () => {
    const { cwd, file, run } = await besideServer()
    mkdirSync(path.join(cwd, 'folder'))
    file(
      'folder/a.ndjson',
      '{"resourceType":"Patient","id":"cli-1"}\nnot json\n{"resourceType":"Observation","id":"o"}\n',
    )
    const { code, stdout, stderr } = await run(['import', 'folder', '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({ created: 1, failed: 1, skipped: { Observation: 1 } }),
    ])
    expect(stderr).toContain('a.ndjson:2: is not well-formed JSON')
    const told = await run(['import', 'folder'])
    expect(told.stdout).toMatch(/^3 resources in .*: 0 new, 0 changed, 1 unchanged, 1 left out, 1 refused\.\n/)
    expect(told.stderr).toContain('1 could not be imported; the rest, but for what is left out, is in.')
    const piped = await run(['import', '-', '--json'], {
      input: '{"resourceType":"Patient","id":"cli-1","active":true}',
    })
    expect([piped.code, JSON.parse(piped.stdout)]).toEqual([0, expect.objectContaining({ updated: 1 })])
  })

  it('reports in a dry run what would happen to each resource', async () => {
    const { run } = await besideServer()
    const input = '{"resourceType":"Patient","id":"dry-1"}\nnot json\n'
    const { code, stdout, stderr } = await run(['import', '-', '--dry-run'], { input })
    expect(code).toBe(1)
    expect(stdout).toMatch(/1 would be new, .*, 1 would be refused\.\nNothing was written: this was a dry run\./)
    expect(stdout).toMatch(/^2 resources in .*: 1 would be new, 0 would change, 0 unchanged, 1 would be refused\./)
    expect(stderr).toContain('1 would be refused; everything else could be imported.')
    expect(stdout + stderr).not.toContain('is in')
  })

  it('IDP-21 delete refuses an audit event, and import refuses one that is or claims to be of the audit log', async () => {
    const { run, here, file, domain, bearer } = await besideServer()
    await bearer(await registerApp(domain))
    const events = () => eventsOf(domain)
    const [event] = await events()
    const deleted = await here(['delete', `AuditEvent/${event?.id}`])
    expect([deleted.code, deleted.stderr]).toEqual([1, expect.stringContaining('audit log, which is append-only')])
    const changed = { ...event, outcome: '8' }
    const pretender = { ...event, id: 'mine' }
    const { extension: _, ...nobodys } = { ...event, id: 'nobodys' }
    const others = { ...nobodys, id: 'others' }
    file('audit.ndjson', [changed, pretender, others].map((one) => JSON.stringify(one)).join('\n'))
    file('origin.ndjson', JSON.stringify(nobodys))
    const imported = await run(['import', 'audit.ndjson', '--json'])
    expect(JSON.parse(imported.stdout)).toMatchObject({ created: 1, updated: 0, failed: 2 })
    expect(imported.stderr).toContain('audit.ndjson:1: belongs to the audit log, which is append-only')
    expect((await run(['import', 'origin.ndjson', '--origin', 'slipway'])).code).toBe(1)
    // The event of an attempt: each command is in the log itself.
    const tried = { name: 'operator at the command line', altId: expect.stringMatching(/./), requestor: true }
    const change = { action: expect.stringMatching(/[CD]/), outcome: '4', agent: [expect.objectContaining(tried)] }
    expect((await events()).slice(1)).toMatchObject([change, change, change])
    expect((await here(['audit', 'verify'])).code).toBe(0)
  })

  it('user add writes nothing to a person who already has the user name as an identifier', async () => {
    const { here, run, url } = await besideServer()
    const person = {
      resourceType: 'Patient',
      id: 'carrier',
      identifier: [{ system: `${url}/idp`, value: 'Carrier@example.org' }],
    }
    await run(['import', '-'], { input: JSON.stringify(person) })
    const added = await here([
      'user',
      'add',
      '--email',
      'carrier@example.org',
      '--password',
      'a long password',
      '--person',
      'Patient/carrier',
    ])
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('and is Patient/carrier') })
    const again = await run(['import', '-', '--json'], { input: JSON.stringify(person) })
    expect(JSON.parse(again.stdout)).toMatchObject({ unchanged: 1, updated: 0 })
  })
})
