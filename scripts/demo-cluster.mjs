// `npm run demo:cluster`: several Slipways on one PostgreSQL, behind a load balancer, on this machine. For a trial: everything is in a
// temporary folder, and ends with Ctrl-C. Each Slipway has a DATA_DIR of its own, as on a machine of its own; one that ends is started anew.
import './node.mjs'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { buildPages, buildServer } from './build.mjs'
import { isCalled, say } from './command.mjs'
import { freePort } from './free-port.mjs'

/** Before one that ended is started anew, in milliseconds. */
const REST_MS = 3000
const NAMES = ['one', 'two', 'three', 'four']

/** The level of a warning in the service's log (server/log/log.ts). */
const WARNING = 40

/**
 * Starts them at `http://localhost:<port>`, and resolves when all are ready; `tell` takes sentences, of what the Slipways say the warnings.
 * `pids` are the processes of the Slipways, by their names; `env` and `folder` are what they share, and where their data folders are. Builds nothing.
 * Without the URL of a `database` there is one for as long as it runs.
 * @param {{ port: number, tell: (line: string) => unknown, count?: number, restMs?: number, program?: string,
 *   database?: string | undefined, env?: Record<string, string | undefined> }} options
 */
export async function startCluster({
  port,
  tell,
  count = 2,
  restMs = REST_MS,
  program = 'scripts/start.mjs',
  database = undefined,
  env: given = process.env,
}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-cluster-'))
  const keeper = database === undefined ? keeperOfPostgres() : undefined
  const running = new Map()
  let [balancer, isOver] = [undefined, false]

  const stop = async (signal = 'SIGTERM') => {
    isOver = true
    // Ctrl-C in a terminal reaches them by itself; a second signal would end them at once.
    const ended = [...running.values()].map((child) => once(child, 'exit'))
    if (!(signal === 'SIGINT' && process.stdin.isTTY)) for (const child of running.values()) child.kill()
    await balancer?.close()
    await Promise.all(ended)
    keeper?.stdin.end()
    if (keeper?.exitCode === null) await once(keeper, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    const ports = []
    while (ports.length < count) ports.push(await freePort())
    balancer = await startBalancer({ port, ports })
    const url = keeper ? await firstSaid(keeper, 'PostgreSQL') : database
    const shared = {
      ...given,
      DATABASE_URL: url,
      SLIPWAY_KEY: randomBytes(32).toString('base64url'),
      PUBLIC_URL: `http://localhost:${port}`,
      HOST: '127.0.0.1',
      TRUST_PROXY: 'true',
      SLIPWAY_NO_ENV_FILE: 'true',
      LOG_LEVEL: given.LOG_LEVEL ?? 'warn',
      LOG_FORMAT: 'json',
    }
    const start = (name, own) => {
      const env = { ...shared, PORT: String(own), DATA_DIR: path.join(folder, name) }
      const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      createInterface({ input: child.stderr }).on('line', (line) => passOn(name, line, tell))
      running.set(name, child)
      child.once('exit', () => {
        running.delete(name)
        if (isOver) return
        tell(`${name} has ended. Requests go on at the others; it is started anew in ${restMs / 1000} seconds.`)
        setTimeout(() => isOver || startAnew(name, own), restMs)
      })
      return child
    }
    const startAnew = (name, own) => {
      const child = start(name, own)
      const isBack = () => tell(`${name} is there again (process ${child.pid}).`)
      readiness(balancer, own, child, name).then(isBack, () => undefined) // Its end is told already.
    }
    for (const [index, own] of ports.entries()) await readiness(balancer, own, start(NAMES[index], own), NAMES[index])
    return {
      url: shared.PUBLIC_URL,
      env: shared,
      folder,
      ready: balancer.ready,
      pids: () => Object.fromEntries([...running].map(([name, { pid }]) => [name, pid])),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A process with a PostgreSQL, which ends with its input, however this one ends. */
const keeperOfPostgres = () =>
  spawn(process.execPath, ['scripts/postgres.mjs'], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })

/** The first data that a process prints; throws when it ends before. */
async function firstSaid(child, name) {
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${name} did not start.`)
  })
  return String(await Promise.race([once(child.stdout, 'data'), ended])).trim()
}

/** Resolves when the balancer takes a process into account; throws when it ends before. */
async function readiness(balancer, port, child, name) {
  while (!balancer.ready().includes(port)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${name} did not start.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Tells what a line of a Slipway's log warns of, as a sentence; a line that is not of the log, as it is. */
function passOn(name, line, tell) {
  try {
    const { level, msg, cause } = JSON.parse(line)
    if (level >= WARNING) tell(`${name}: ${msg}${cause ? ` (${cause})` : ''}`)
  } catch {
    tell(`${name}: ${line}`)
  }
}

/** Headers of one connection (RFC 9110 §7.6.1), which the next one does not get. */
const OF_THE_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
/** May be sent a second time, after the first one went to a process that ended: they change nothing (RFC 9110 §9.2.1). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
/** How often each process is asked whether it is ready, and how long it may take to answer, in milliseconds. */
const ASKED_EVERY_MS = 500
const ANSWERS_WITHIN_MS = 5000

/**
 * A small load balancer: in turns, by /readyz, and on to the next process when one is gone. Production has its own
 * (docs/how-to/several-machines.md). Listens on `port` of loopback, and hands requests on to the processes at `ports`. Resolves when it
 * listens, with `ready`, the ports of those that are ready as far as it knows, and `close`.
 */
export async function startBalancer({ port, ports, askedEveryMs = ASKED_EVERY_MS }) {
  const ready = new Set()
  let turn = 0

  const ask = async (one) => {
    const isReady = await statusOf(one).then((status) => status === 200)
    if (isReady) ready.add(one)
    else ready.delete(one)
  }
  const askAll = () => Promise.all(ports.map(ask))

  const server = createServer((incoming, outgoing) => {
    const known = ports.filter((one) => ready.has(one))
    turn += 1
    const inTurn = known.map((_, index) => known[(turn + index) % known.length])
    hand({ incoming, outgoing, inTurn, gone: (one) => ready.delete(one) })
  })
  await askAll()
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const timer = setInterval(askAll, askedEveryMs)
  return {
    port: server.address().port,
    ready: () => [...ready],
    close: () => {
      clearInterval(timer)
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

const statusOf = (port) =>
  new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: ANSWERS_WITHIN_MS })
    asked.once('response', (answer) => resolve(answer.resume().statusCode))
    asked.once('timeout', () => asked.destroy(new Error('no answer')))
    asked.once('error', () => resolve(0))
    asked.end()
  })

/** Sends a request to the first process of `inTurn`, and to the next when that one is gone and cannot have acted on it. */
function hand({ incoming, outgoing, inTurn: [port, ...others], gone }) {
  if (port === undefined) {
    outgoing
      .writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' })
      .end('No Slipway is ready yet. Try again in a moment.\n')
    return
  }
  const { method, url } = incoming
  const handed = request({ host: '127.0.0.1', port, path: url, method, headers: forwarded(incoming), agent: false })
  let [isConnected, isAnswered] = [false, false]
  handed.once('socket', (socket) =>
    socket.once('connect', () => {
      isConnected = true
      incoming.pipe(handed) // Not before: of a process that is gone, the next one gets the body.
    }),
  )
  handed.once('response', (answer) => {
    isAnswered = true
    outgoing.writeHead(answer.statusCode, answer.statusMessage, withoutConnection(answer.headers))
    pipeline(answer, outgoing, () => undefined) // A process that ends within an answer cuts it off here, too.
  })
  handed.on('error', () => {
    if (isAnswered || outgoing.destroyed) return
    gone(port)
    incoming.unpipe(handed)
    if (!isConnected || (SAFE.has(method) && !hasBody(incoming))) hand({ incoming, outgoing, inTurn: others, gone })
    else
      outgoing
        .writeHead(502, { 'content-type': 'text/plain' })
        .end('The Slipway that had this request ended before it answered. Go back, and try again.\n')
  })
  outgoing.once('close', () => handed.destroy())
}

const hasBody = ({ headers }) => 'content-length' in headers || 'transfer-encoding' in headers

/** The request's headers for the next connection; what it says of its sender is replaced by what is known here. */
function forwarded({ headers, socket }) {
  return {
    ...withoutConnection(headers),
    'x-forwarded-for': socket.remoteAddress,
    'x-forwarded-host': headers.host,
    'x-forwarded-proto': 'http',
  }
}

function withoutConnection(headers) {
  const named = String(headers.connection ?? '').split(',')
  const left = new Set([...OF_THE_CONNECTION, ...named.map((name) => name.trim().toLowerCase())])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name)))
}

/** Says why it does not start, and ends. */
function explain(error) {
  const isTaken = error.code === 'EADDRINUSE'
  say(isTaken ? `Port ${error.port} is taken: PORT=4000 npm run demo:cluster takes another one.` : error.message)
  process.exit(1)
}

if (isCalled(import.meta.url)) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  process.env.NODE_ENV ??= 'production'
  await buildServer(say)
  await buildPages()
  say('Starting a PostgreSQL and two Slipways …')
  const cluster = await startCluster({ port: Number(process.env.PORT || 3000), tell: say }).catch(explain)
  const processes = Object.entries(cluster.pids()).map(([name, pid]) => `${name} (process ${pid})`)
  say(`\nSlipway is ready at ${cluster.url}: ${processes.join(' and ')}, on one PostgreSQL.`)
  say('End one of them with kill -9, and go on at the same address. Ctrl-C ends all, and removes their data.')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void cluster.stop(signal).then(() => say('All have ended, and their data is gone.')))
}
