// The measured processes: Slipway as `npm start` starts it, the raw baselines, and signature work alone. All run on the
// server's core, and end with the benchmark.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Connection } from './connection.ts'
import type { Server } from './load.ts'
import { onAllCores, pin, SERVER_CORE } from './machine.ts'
import type { LeastSettings, RawSettings, WriterSettings } from './raw/settings.ts'
import type { Contender } from './rounds.ts'

export interface Process extends Server {
  readonly stop: () => Promise<void>
}

const running = new Set<ChildProcess>()

/** Ends all running processes. */
export function stopAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** The environment of a server on a data folder. */
export const serverEnv = (dataDir: string, publicPort: number) => ({
  DATA_DIR: dataDir,
  PUBLIC_URL: `http://localhost:${publicPort}`,
  PORT: String(publicPort),
  LOG_LEVEL: 'warn',
  LOG_FORMAT: 'json',
  RATE_LIMIT: 'off',
})

interface HowToStart {
  /** A folder for a CPU profile of its whole life. */
  readonly profile?: string | undefined
  /** The server's checkout; by default, this one. */
  readonly checkout?: string | undefined
}

/** `npm start` on a data folder; resolves when it is ready. Its threads then share one core. */
export async function startSlipway(
  env: Readonly<Record<string, string>>,
  { profile, checkout }: HowToStart = {},
): Promise<Process> {
  const child = startScript(env, profile, checkout)
  return started(child, Number(env['PORT']), 'ready in', child.stderr)
}

/** `npm start` on a data folder, on any core. */
export async function startWhole(env: Readonly<Record<string, string>>): Promise<Process> {
  const child = startScript(env)
  await said(child, 'ready in', child.stderr)
  return { pid: child.pid ?? 0, port: Number(env['PORT']), stop: () => stopped(child) }
}

function startScript(env: Readonly<Record<string, string>>, profile?: string, checkout = '.') {
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  return spawn(...onAllCores(...profiling, 'scripts/start.mjs'), {
    cwd: checkout,
    env: { ...process.env, NODE_ENV: 'production', SLIPWAY_NO_ENV_FILE: '1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** The server without its pages, on any core. */
export async function startMachine(env: Readonly<Record<string, string>>): Promise<Process> {
  const child = spawn(process.execPath, program('soak/server.ts'), {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await said(child, 'listening', child.stdout)
  return { pid: child.pid ?? 0, port: Number(env['PORT']), stop: () => stopped(child) }
}

/** Milliseconds between two attempts. */
const TRY_EVERY = 10

/** Waits for the first answer of a starting server. Rejects as its start does. */
export async function firstAnswer(port: number, server: Promise<Process>): Promise<void> {
  const connection = new Connection(port)
  let isEnded = false
  server.catch(() => {
    isEnded = true
  })
  while (!isEnded)
    try {
      const { status } = await connection.ask(`GET /fhir/metadata HTTP/1.1\r\nhost: localhost:${port}\r\n\r\n`)
      if (status === 200) return connection.close()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, TRY_EVERY))
    }
  await server
}

export const startRaw = (settings: RawSettings): Promise<Process> => startRawScript('raw/server', settings, 0)

/** The raw server for writes. */
export const startRawWriter = (settings: WriterSettings): Promise<Process> =>
  startRawScript('raw/writer', settings, settings.port)

/** The server that does the minimum to keep a row's promise. */
export const startLeast = (settings: LeastSettings): Promise<Process> =>
  startRawScript('raw/least/main', settings, settings.port)

function startRawScript(
  name: string,
  settings: RawSettings | LeastSettings | WriterSettings,
  port: number,
): Promise<Process> {
  const child = spawn(process.execPath, program(`${name}.ts`), {
    env: { ...process.env, BENCH_RAW: JSON.stringify(settings) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return started(child, port, 'listening', child.stdout)
}

async function started(
  child: ChildProcess,
  port: number,
  sign: string,
  output: NodeJS.ReadableStream | null,
): Promise<Process> {
  await said(child, sign, output)
  const pid = child.pid ?? 0
  pin(pid, SERVER_CORE)
  return { pid, port, stop: () => stopped(child) }
}

/** Resolves when a process reports that it is listening. */
async function said(child: ChildProcess, sign: string, output: NodeJS.ReadableStream | null): Promise<void> {
  running.add(child)
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`A server ended with ${code} before it listened: ${said}`)))
    output?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000)
      if (said.includes(sign)) resolve()
    })
  })
}

const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    running.delete(child)
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

/** Signature work as a contender of its own. */
export async function startSignatures(): Promise<{
  readonly contender: (kind: 'token' | 'launch') => Contender
  readonly stop: () => Promise<void>
}> {
  const child = fork(new URL('raw/signatures.ts', import.meta.url), { execArgv: ['--experimental-strip-types'] })
  running.add(child)
  await new Promise((resolve) => child.once('message', resolve))
  pin(child.pid ?? 0, SERVER_CORE)
  return {
    contender: (kind) => async (seconds) => {
      const answer = new Promise<{ count: number; seconds: number; cpuSeconds: number }>((resolve) =>
        child.once('message', resolve as never),
      )
      child.send({ kind, seconds })
      const { count, seconds: took, cpuSeconds } = await answer
      return {
        perSecond: count / took,
        cpuPerThousand: (cpuSeconds / count) * 1000,
        serverBusy: cpuSeconds / took,
        loadBusy: 0, // It loops on its own, without a load.
        p50: Number.NaN, // Runs serially, so it has no meaningful latency.
        p99: Number.NaN,
      }
    },
    stop: () => stopped(child),
  }
}

/** A program of this folder, for Node: 22.18 and later take its types away by themselves. */
const program = (file: string | URL) => ['--experimental-strip-types', fileURLToPath(new URL(file, import.meta.url))]
