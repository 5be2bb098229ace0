// `import`: files, folders and standard input into the domain, with progress on a terminal and a report at the end.
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { tuneForImport } from '../db/database.ts'
import { importSessions } from '../db/import-session.ts'
import { type ImportReport, importBatches, type PreparedBatch } from '../fhir/import.ts'
import { filesAt, type NamedFile } from './import-files.ts'
import type { ImportMessage, ImportWork } from './import-worker.ts'
import type { CommandContext } from './main.ts'
import { CommandFailed, result, say } from './output.ts'

interface ImportOptions {
  readonly origin?: string
  readonly dryRun?: boolean
  json?: true
}

/** Errors that are printed; --json has them all. */
const ERRORS_SHOWN = 20

/** Exit code 1 when a resource was refused or the import was interrupted: the rest is loaded all the same. */
export async function importPaths(
  { domain, json, calledFrom }: CommandContext,
  { origin, dryRun = false }: ImportOptions,
  paths: readonly string[],
): Promise<void> {
  const files = paths.flatMap((given) => filesAt(given, calledFrom))
  const startedAt = Date.now()
  const preparation = {
    resourceTypes: domain.config.resourceTypes,
    ...(origin === undefined ? {} : { origin }),
  }
  const bar = progressBar(files, startedAt)
  tuneForImport(domain.database)
  const report = await importBatches(workedOut({ files, preparation }, bar.reached), {
    imports: importSessions(domain.database),
    clock: domain.clock,
    dryRun,
    signal: interruption(),
    progress: bar.show,
  })
  bar.end()
  for (const { source, line, path: at, reason } of report.errors.slice(0, ERRORS_SHOWN))
    say(`${source}:${line}${at ? ` ${at}` : ''}: ${reason}`)
  if (report.failed > ERRORS_SHOWN) say(`… and ${report.failed - ERRORS_SHOWN} more; --json has the list.`)
  result(json, report, summary(report, (Date.now() - startedAt) / 1000, dryRun))
  if (report.stopped) throw new CommandFailed('Interrupted: what is reported is in. Run it again to load the rest.')
  if (report.failed > 0) throw new CommandFailed(`${report.failed} could not be imported; everything else is in.`)
}

/** Ends the import after the batch at hand. A second signal ends the process, which does no harm either. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}

/** The batches that the other thread makes of the files. Throws what that thread throws. */
async function* workedOut(work: ImportWork, reached: (bytesRead: number) => void): AsyncGenerator<PreparedBatch> {
  const worker = new Worker(new URL('./import-worker.mjs', import.meta.url), { workerData: work })
  try {
    for await (const [message] of on(worker, 'message') as AsyncIterable<[ImportMessage]>) {
      if (!message) return
      reached(message.bytesRead)
      yield message.batch
      worker.postMessage('taken')
    }
  } finally {
    await worker.terminate()
  }
}

const BAR_WIDTH = 24
const SHOW_EVERY_MS = 100

/** How far it is: by bytes where they are known, and how many resources a second. Nothing unless on a terminal. */
function progressBar(files: readonly NamedFile[], startedAt: number) {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const known = total > 0 && files.every(({ file }) => file !== undefined)
  let bytesRead = 0
  let shownAt = 0
  const draw = ({ read }: ImportReport, now: number) => {
    const share = Math.min(1, bytesRead / total)
    const bar = '#'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '.')
    const done = known ? `[${bar}] ${Math.floor(share * 100)} %, ` : ''
    const rate = Math.round(read / Math.max(0.001, (now - startedAt) / 1000))
    process.stderr.write(`\r${done}${read} resources, ${rate}/s `)
  }
  return {
    reached: (bytes: number) => {
      bytesRead = bytes
    },
    show: (report: ImportReport) => {
      const now = Date.now()
      if (!process.stderr.isTTY || now - shownAt < SHOW_EVERY_MS) return
      shownAt = now
      draw(report, now)
    },
    end: () => {
      if (process.stderr.isTTY) process.stderr.write('\n')
    },
  }
}

function summary(
  { read, created, updated, unchanged, skipped, failed }: ImportReport,
  seconds: number,
  dryRun: boolean,
): string {
  const notServed = Object.entries(skipped).map(([type, count]) => `${count} ${type}`)
  const perSecond = Math.round(read / Math.max(0.001, seconds))
  return [
    `${read} resources in ${seconds.toFixed(1)} s (${perSecond}/s): ${created} new, ${updated} new versions, ${unchanged} unchanged, ${failed} refused.`,
    ...(dryRun ? ['Nothing was written: this was a dry run.'] : []),
    ...(notServed.length > 0 ? [`Not served here, and left out (RESOURCE_TYPES): ${notServed.join(', ')}.`] : []),
  ].join('\n')
}
