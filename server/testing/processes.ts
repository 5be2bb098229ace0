// Real server processes on one database, for races and crashes between processes that share nothing but a file.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { readConfig } from '../config/config.ts'
import { bundled, killed, spoken } from './children.ts'
import { demoPlace, temporaryFolder } from './data-place.ts'
import { type FileDomain, openFileDomain } from './file-domain.ts'

export interface ServerProcess {
  readonly child: ChildProcess
  /** The address of this process; its links and its issuer are the PUBLIC_URL of all of them. */
  readonly origin: string
  /** SIGKILL: no goodbye, nothing flushed. */
  readonly kill: () => Promise<void>
}

/** A process that imports, changes and deletes Patients without a pause. */
export interface WriterProcess {
  /** Ends it after the write at hand; the number of its writes. */
  readonly stop: () => Promise<number>
}

export interface ProcessDomain {
  /** The same database and keys, opened by the test to register apps. */
  readonly domain: FileDomain
  readonly publicUrl: string
  readonly directory: string
  readonly start: (more?: {
    readonly first?: boolean
    readonly env?: Readonly<Record<string, string>>
    /** A file descriptor that takes the log. */
    readonly log?: number
  }) => Promise<ServerProcess>
  /** Starts writing; resolves when the first writes are done. */
  readonly startWriter: () => Promise<WriterProcess>
}

/** A copy of the demo domain that several processes can serve; everything is removed with the test. */
export async function processDomain(): Promise<ProcessDomain> {
  const place = await demoPlace('slipway-processes-')
  const bundles = await programs()
  const publicPort = await freePort()
  const publicUrl = `http://localhost:${publicPort}`
  const env = { ...place, PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent', LOG_FORMAT: 'json', RATE_LIMIT: 'off' }
  const domain = await openFileDomain(readConfig(env))
  const running = new Set<ChildProcess>()
  onTestFinished(async () => {
    for (const child of running) await killed(child)
    await domain.close()
  })
  return {
    domain,
    publicUrl,
    directory: place.DATA_DIR,
    start: async ({ first = false, env: more = {}, log } = {}) => {
      const port = first ? publicPort : await freePort()
      // Processes of one PostgreSQL are on machines of their own.
      const own = first || !place.DATABASE_URL ? {} : { DATA_DIR: temporaryFolder('slipway-other-') }
      const child = spawn(process.execPath, [path.join(bundles, 'server-process.mjs')], {
        env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env, ...own, ...more, PORT: String(port) },
        stdio: ['ignore', 'pipe', log ?? 'inherit'],
      })
      running.add(child)
      await spoken(child)
      return { child, origin: `http://localhost:${port}`, kill: () => killed(child) }
    },
    startWriter: async () => {
      const child = spawn(process.execPath, [path.join(bundles, 'writer-process.mjs')], {
        env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      running.add(child)
      await spoken(child)
      return { stop: () => stopped(child) }
    },
  }
}

/** The programs as files, bundled by the first test of a run that needs them. */
export async function programs(): Promise<string> {
  const folder = inject('programsFolder')
  if (existsSync(folder)) return folder
  const made = await bundled([
    'server/testing/server-process.ts',
    'server/testing/writer-process.ts',
    'server/testing/opening-process.ts',
    'server/testing/racing-process.ts',
    'server/storage/sqlite/threads/database-thread.ts',
  ])
  try {
    renameSync(made, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(made, { recursive: true }) // Another test was faster.
  }
  return folder
}

/** Closes the standard input of a writer, which ends it, and reads what it wrote last. */
const stopped = (child: ChildProcess) =>
  new Promise<number>((resolve, reject) => {
    child.stdout?.once('data', (text) => resolve(Number(text)))
    child.once('exit', (code) => code && reject(new Error(`The writer ended with ${code}`)))
    child.stdin?.end()
  })
