// Real server processes on one database: what a race and a crash look like when nothing is shared but a file.
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { inject, onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { type Domain, openDomain } from '../wiring.ts'
import { freePort } from './running.ts'

export interface ServerProcess {
  /** Where this process listens; its links and its issuer are the PUBLIC_URL of all of them. */
  readonly origin: string
  /** SIGKILL: no goodbye, nothing flushed. */
  readonly kill: () => Promise<void>
}

export interface ProcessDomain {
  /** The same database and keys, opened by the test to register apps. */
  readonly domain: Domain
  readonly publicUrl: string
  readonly start: (more?: { readonly first?: boolean }) => Promise<ServerProcess>
}

/** A copy of the demo domain that several processes can serve; everything goes away with the test. */
export async function processDomain(): Promise<ProcessDomain> {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-processes-'))
  cpSync(inject('templateDirectory'), directory, { recursive: true })
  const bundle = await bundled()
  const publicPort = await freePort()
  const publicUrl = `http://localhost:${publicPort}`
  const env = { DATA_DIR: directory, PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent', LOG_FORMAT: 'json', RATE_LIMIT: 'off' }
  const domain = await openDomain(readConfig(env))
  const running = new Set<ChildProcess>()
  onTestFinished(async () => {
    for (const child of running) await killed(child)
    await domain.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    domain,
    publicUrl,
    start: async ({ first = false } = {}) => {
      const port = first ? publicPort : await freePort()
      const child = spawn(process.execPath, [bundle], {
        env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      running.add(child)
      await listening(child)
      return { origin: `http://localhost:${port}`, kill: () => killed(child) }
    },
  }
}

/** The server as one file below the project, where its packages are found. */
async function bundled(): Promise<string> {
  const outfile = path.resolve(`dist/testing/server-${crypto.randomUUID()}.mjs`)
  onTestFinished(() => rmSync(outfile, { force: true }))
  await build({
    entryPoints: ['server/testing/server-process.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  })
  return outfile
}

const listening = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it listened`)))
  })

const killed = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
