// A copy of the sources with their packages, in which nothing was generated or built, and Next's own commands in it.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'

/** Git and the type check leave it out, and packages can be linked to it: it is on the disk of the sources. */
const FOLDER = path.resolve('.scratch', `fresh-clone-${process.pid}`)

export interface FreshClone {
  /** Runs `npx next …` to its end. */
  readonly next: (...args: readonly string[]) => void
  /** Starts `npx next …`, and waits until it answers at an address. */
  readonly serve: (url: string, ...args: readonly string[]) => Promise<void>
  /** What the server has printed. */
  readonly printed: () => string
  /** Changes the text of a file. */
  readonly edit: (file: string, from: string, to: string) => void
  /** Ends the server and deletes the copy. */
  readonly remove: () => Promise<void>
}

/** Copies what a clone would have, and what `npm ci` installs. */
export function freshClone(): FreshClone {
  rmSync(FOLDER, { recursive: true, force: true })
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(name)))
    cpSync(file, path.join(FOLDER, file))
  const linked = spawnSync('cp', ['-al', 'node_modules', path.join(FOLDER, 'node_modules')])
  if (linked.status !== 0)
    cpSync('node_modules', path.join(FOLDER, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  let server: ChildProcess | undefined
  let printed = ''
  return {
    next: (...args) => void execFileSync('npx', ['next', ...args], { cwd: FOLDER, env: ENV, stdio: 'pipe' }),
    serve: async (url, ...args) => {
      // A group of its own, because npx does not end what it started.
      const child = spawn('npx', ['next', ...args], { cwd: FOLDER, env: ENV, detached: true })
      server = child
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          printed += chunk
        })
      const answers = () =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        )
      await expect.poll(answers, { message: url, timeout: 240_000 }).toBe(true)
    },
    printed: () => printed,
    edit: (file, from, to) => {
      const text = readFileSync(path.join(FOLDER, file), 'utf8')
      expect(text).toContain(from)
      writeFileSync(path.join(FOLDER, file), text.replace(from, to))
    },
    remove: async () => {
      if (server?.pid !== undefined && server.exitCode === null) {
        const ended = new Promise((resolve) => server?.once('exit', resolve))
        process.kill(-server.pid)
        await ended
      }
      rmSync(FOLDER, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** As a newcomer has it, but for what would be sent to others. */
const ENV = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
Reflect.deleteProperty(ENV, 'NODE_ENV') // Playwright's own.
