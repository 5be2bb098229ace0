// The killed processes: the server, and an importer that continues where it was interrupted.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { spoken } from '../children.ts'
import { type ImportFile, writeImportFile } from './import-file.ts'
import type { Site } from './site.ts'

export const ENTRY_POINTS = [
  'server/testing/server-process.ts',
  'server/testing/crash/import-process.ts',
  'server/storage/sqlite/threads/database-thread.ts',
  'server/cli/main.ts',
  'server/fhir/import/import-worker.ts',
]

export interface Programs {
  readonly folder: string
  readonly site: Pick<Site, 'directory' | 'env'>
}

const environmentOf = ({ env }: Pick<Site, 'env'>) => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'production' as const,
  ...env,
})

/** The server, not yet listening. */
export const spawnServer = ({ folder, site }: Programs): ChildProcess =>
  spawn(process.execPath, [path.join(folder, 'server-process.mjs')], {
    env: environmentOf(site),
    stdio: ['ignore', 'pipe', 'inherit'],
  })

export const listening = spoken

export interface Importer {
  /** The files whose import has begun, the last one under way unless it is complete. */
  readonly files: ImportFile[]
  /** Lines of the last file that an importer said were in. */
  readonly acknowledged: () => number
  /** Starts an importer, of a next file when the last one is in, unless one is running. */
  readonly start: () => void
  /** Kills the one that is running; whether there was one. */
  readonly kill: () => Promise<boolean>
  /** Lets the import come to its end. */
  readonly finish: () => Promise<void>
}

export function importerOf({ folder, site }: Programs, resourcesPerFile: number): Importer {
  const files: ImportFile[] = []
  let child: ChildProcess | undefined
  let ended: Promise<void> = Promise.resolve()
  let isComplete = true
  let acknowledged = 0

  const start = () => {
    if (child) return
    if (isComplete) {
      files.push(writeImportFile(site.directory, files.length + 1, resourcesPerFile))
      acknowledged = 0
      isComplete = false
    }
    const running = spawn(process.execPath, [path.join(folder, 'import-process.mjs'), files.at(-1)?.file ?? ''], {
      env: environmentOf(site),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = running
    running.stdout.on('data', (text) => {
      // The last whole line; a killed process may leave half a number.
      const said = String(text).split('\n').slice(0, -1).at(-1)
      acknowledged = Math.max(acknowledged, Number(said ?? 0))
    })
    ended = new Promise((resolve, reject) => {
      running.once('close', (code, signal) => {
        child = undefined
        isComplete = code === 0
        if (code === 0 || signal === 'SIGKILL') resolve()
        else reject(new Error(`The importer ended with ${code}`))
      })
    })
    ended.catch(() => undefined) // Awaited elsewhere.
  }

  return {
    files,
    acknowledged: () => acknowledged,
    start,
    kill: async () => {
      const wasRunning = child?.kill('SIGKILL') ?? false
      await ended
      return wasRunning
    },
    finish: async () => {
      if (!child && isComplete) return
      start()
      await ended
    },
  }
}

interface ImportReport {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
}

/** The import of the command line, from beginning to end. */
export function importByCommand({ folder, site }: Programs, file: string): Promise<ImportReport> {
  const program = `import(${JSON.stringify(path.join(folder, 'main.mjs'))}).then(({ main }) => main(['import', ${JSON.stringify(file)}, '--json'], '.'))`
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', program], {
      env: environmentOf(site),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (text) => {
      said += String(text)
    })
    child.once('close', () => {
      try {
        resolve(JSON.parse(said) as ImportReport)
      } catch {
        reject(new Error(`The import by command said ${said}`))
      }
    })
  })
}
