// docs/how-to/operate.md and connect-your-portal.md, followed word by word: their command blocks run in a folder of the test,
// against real processes, from an empty machine to a launch over https and the monthly archive. A changed command there is tested
// here.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formWith } from '#lib/http/user-agent.ts'
import { freePort } from '../../../scripts/free-port.mjs'
import { certificateAuthority } from '../certificates.ts'
import { killed, spoken } from '../children.ts'
import { commandProcess } from '../command-line.ts'
import { programs } from '../processes.ts'

const HOST = 'launch.example.org'
const root = mkdtempSync(path.join(tmpdir(), 'slipway-guide-'))
const at = (...parts: readonly string[]) => path.join(root, ...parts)

/** The fenced blocks of a guide whose commands have a text in them. */
function blockWith(guide: string, text: string): string {
  const blocks = [...readFileSync(`docs/how-to/${guide}.md`, 'utf8').matchAll(/^```\w*\n([\s\S]*?)^```$/gm)]
  const [found, ...others] = blocks.map(([, block = '']) => block).filter((block) => block.includes(text))
  if (found === undefined || others.length > 0) throw new Error(`${guide}.md has not one block with: ${text}`)
  return found
}

/** Substitutions for what only a production machine has. Everything else runs as printed. */
let substitutions: readonly (readonly [written: string | RegExp, here: string])[] = []

const PRELUDE =
  'systemctl() { echo "systemctl $*"; }; npm() { echo "npm $*"; }; useradd() { echo "useradd $*"; }; rsync() { cp "$1" "$(echo "$2" | cut -d: -f2)"; }'

/** Runs a block of commands in a shell that stops at the first failure. */
function run(block: string, cwd = root) {
  const script = substitutions.reduce((text, [written, here]) => text.replaceAll(written, here), block)
  return new Promise<{ readonly code: number | string; readonly stdout: string; readonly stderr: string }>((resolve) =>
    execFile(
      'bash',
      ['-ec', `set -o pipefail; ${PRELUDE}\n${script}`],
      {
        cwd,
        env: {
          NODE_ENV: 'test',
          PATH: process.env['PATH'],
          HOME: root,
          NODE_OPTIONS: `--import=file://${at('names.mjs')}`,
        },
      },
      (error, stdout, stderr) => resolve({ code: error ? (error.code ?? -1) : 0, stdout, stderr }),
    ),
  )
}

/** Runs it, and has it succeed. */
async function done(block: string): Promise<string> {
  const { code, stdout, stderr } = await run(block)
  expect(code, `${block}\n${stdout}${stderr}`).toBe(0)
  return stdout + stderr
}

const authority = certificateAuthority('An authority of one’s own')
const children: ChildProcess[] = []
const closing: (() => void)[] = []
let folder = ''

/** The proxy in front of the service, with a certificate of that authority. */
async function proxyTo(port: number): Promise<number> {
  const certificate = authority.issue({ name: HOST, hosts: [HOST] })
  const server = createServer(certificate, (incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
    const { method, url } = incoming
    const onward = httpRequest({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  await commandProcess(root, {})(['--help']) // Builds the command line.
  folder = await programs()
  const port = await freePort()
  const publicUrl = `https://${HOST}:${await proxyTo(port)}`
  substitutions = [
    ['/var/lib/slipway', at('data')],
    ['/etc/slipway', at('slipway')],
    ['/var/backups/slipway', at('backups')],
    ['/opt/slipway-', at('slipway-')],
    ['/opt/slipway', process.cwd()],
    ['./bin/slipway', path.resolve('bin/slipway')],
    ['samples/portal', path.resolve('samples/portal')],
    ['sudo -u slipway ', ''],
    [/ -[go] slipway/g, ''],
    [`https://${HOST}`, publicUrl],
    ['vault:audit/', `vault:${at('vault')}/`],
    ['\\%', '%'], // cron's way to write a %.
  ]
  mkdirSync(at('vault'))
  chmodSync(root, 0o700)
  // The name has no entry in a DNS.
  writeFileSync(
    at('names.mjs'),
    `import dns from 'node:dns'
const { lookup } = dns
dns.lookup = (name, options, done) => lookup(name === '${HOST}' ? '127.0.0.1' : name, options, done)`,
  )
  writeFileSync(at('my-authority.pem'), authority.certificate)
  await done(blockWith('operate', 'useradd'))
  appendFileSync(at('slipway.env'), `HOST=127.0.0.1\nPORT=${port}\n`)
  const settings = parseEnv(readFileSync(at('slipway.env'), 'utf8'))
  expect(Object.keys(settings).sort()).toEqual(['HOST', 'METRICS_TOKEN', 'PORT', 'PUBLIC_URL', 'TRUST_PROXY'])
  const child = spawn(process.execPath, [path.join(folder, 'server-process.mjs')], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env['PATH'],
      ...settings,
      DATA_DIR: at('data'),
      LOG_LEVEL: 'silent',
      LOG_FORMAT: 'json',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await spoken(child)
})

afterAll(async () => {
  for (const child of children) await killed(child)
  for (const close of closing) close()
  rmSync(root, { recursive: true, force: true })
})

describe('the operator’s guide', () => {
  it('makes the first administrator beside the running service', async () => {
    expect(await done(blockWith('operate', '--role admin'))).toContain('you@example.org can sign in')
  })

  it('makes the doctor trust a certificate authority of one’s own, and without it the doctor says what is missing', async () => {
    const block = blockWith('operate', 'NODE_EXTRA_CA_CERTS')
    const [doctor = ''] = block.split('\n').filter((line) => line.includes('doctor'))
    const before = await run(doctor)
    expect([before.code, before.stdout]).toEqual([1, expect.stringContaining('certificate')])
    expect(await done(block)).toMatch(/^ok +public +\S+ answers under its own name\.$/m)
  })

  it('archives the audit log each month: nothing at first, and then what is old enough', async () => {
    const line = blockWith('operate', 'audit prune --archive "$f"; fi').replace(/^0 3 1 \* \* +/, '')
    expect(await done(line)).toContain('There is nothing to archive')
    expect(readdirSync(at('backups'))).toEqual([])
    await done(line.replace('--days 365', '--days 0'))
    const [file = ''] = readdirSync(at('vault'))
    expect(file).toMatch(/^audit-\d{4}-\d\d-\d\d\.ndjson\.gz$/)
    expect(existsSync(at('backups', file))).toBe(true)
  })

  it('makes a backup in the folder for backups', async () => {
    expect(await done(blockWith('back-up', '/var/backups/slipway/$(date'))).toContain('a backup of')
    const [made = ''] = readdirSync(at('backups')).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name))
    expect(existsSync(at('backups', made, 'slipway.db'))).toBe(true)
  })

  it('upgrades with the new version built before the old one stops', async () => {
    const block = blockWith('operate', 'systemctl stop slipway')
    const [backup = '', ...swap] = block.split('\n')
    expect(await done(backup)).toContain('a backup of')
    const [made = ''] = readdirSync(at('backups')).filter((name) => name.startsWith('before-'))
    expect(existsSync(at('backups', made, 'slipway.db'))).toBe(true)
    const order = swap.join('\n')
    expect(order.indexOf('rm -rf /opt/slipway-old'), 'or the second upgrade would put it in there').toBeLessThan(
      order.indexOf('mv /opt/slipway /opt/slipway-old'),
    )
    expect(order.indexOf('npm run build')).toBeLessThan(order.indexOf('systemctl stop'))
    for (const [, script = ''] of order.matchAll(/npm run (\S+)/g))
      expect(JSON.parse(readFileSync('package.json', 'utf8')).scripts).toHaveProperty(script)
  })
})

describe('the guide to a portal of one’s own', () => {
  it('leads to a first launch in production, each command as it is printed', async () => {
    const data = `export DATA_DIR=${at('data')} NODE_EXTRA_CA_CERTS=${at('my-authority.pem')}\n`
    const step = (text: string) => done(data + blockWith('connect-your-portal', text))
    expect(await step('--client-id care-portal')).toContain('Device/care-portal')
    expect(await step('--client-id diary')).toContain('Device/diary')
    expect(await step('./bin/slipway import')).toContain('2 new')
    expect(await step('user add')).toContain('and is Patient/jansen')
    expect(await step('./bin/slipway launch')).toContain('The launch is open.')
    await step('samples/portal/launch.mjs')
    const page = readFileSync(at('launch.html'), 'utf8')
    const form = formWith(
      { url: 'https://portal.example/', status: 200, headers: new Headers(), text: page, visits: [] },
      'iss',
      'launch',
    )
    expect(form).toMatchObject({ method: 'POST', action: 'https://diary.example.org/launch' })
    const [, claims = ''] = form?.fields['launch']?.split('.') ?? []
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      ...{ iss: 'care-portal', aud: 'Device/diary', sub: 'Patient/jansen', resource: 'Task/diary-1' },
    })
  })
})
