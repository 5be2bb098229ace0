// The measured processes: Slipway as `npm start` starts it, and the baselines. They run on the server's core, and end with the
// benchmark.
import { type ChildProcess, spawn } from 'node:child_process'
import { Connection } from './connection.ts'
import type { Server } from './load.ts'
import { onAllCores, pin, SERVER_CORE } from './machine.ts'
import type { PostgresSettings, Settings } from './raw/settings.ts'

export interface Process extends Server {
  readonly stop: () => Promise<void>
}

type Environment = Readonly<Record<string, string>>

const running = new Set<ChildProcess>()

/** Ends all running processes. */
export function stopAll(): void {
  for (const child of running) child.kill('SIGKILL')
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
  readonly checkout?: string
  /** `all` where the server is not to share one core. */
  readonly core?: number | 'all' | undefined
}

/** `npm start` on a data folder; resolves when it is ready. Its threads then share one core. */
export function startSlipway(env: Environment, { profile, checkout = '.', core }: HowToStart = {}): Promise<Process> {
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const child = spawn(...onAllCores(...profiling, 'scripts/start.mjs'), {
    cwd: checkout,
    env: { ...process.env, NODE_ENV: 'production', SLIPWAY_NO_ENV_FILE: '1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return started(child, Number(env['PORT']), { sign: 'ready in', output: child.stderr, core })
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

/** Node 22.18 and later take the types of a program away by themselves. */
export function startBaselines(settings: Settings | PostgresSettings): Promise<Process> {
  const program = `bench/raw/${'url' in settings ? 'postgres' : 'server'}.ts`
  const child = spawn(process.execPath, ['--experimental-strip-types', program], {
    env: { ...process.env, BENCH_SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return started(child, settings.port, { sign: 'listening', output: child.stdout })
}

interface Starting {
  /** What a process writes when it listens. */
  readonly sign: string
  readonly output: NodeJS.ReadableStream | null
  readonly core?: number | 'all' | undefined
}

async function started(
  child: ChildProcess,
  port: number,
  { sign, output, core = SERVER_CORE }: Starting,
): Promise<Process> {
  running.add(child)
  let written = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`A server ended with ${code} before it listened: ${written}`)))
    output?.on('data', (chunk: Buffer) => {
      written = (written + chunk.toString()).slice(-4000)
      if (written.includes(sign)) resolve()
    })
  })
  const pid = child.pid ?? 0
  pin(pid, core)
  return { pid, port, stop: () => stopped(child) }
}

const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    running.delete(child)
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
