// `import`: loads files, folders and standard input into the domain, with progress on a terminal and a final report.
import { imported } from '#lib/audit/config-changes.ts'
import { type ImportReport, importBatches } from '../fhir/import/import.ts'
import { batchesOfThread } from '../fhir/import/import-thread.ts'
import { tuneForImport } from '../storage/sqlite/file/database.ts'
import { importSessions } from '../storage/sqlite/import/session.ts'
import type { Told } from './audited.ts'
import { caller } from './caller.ts'
import type { CommandContext } from './context.ts'
import { filesAt } from './import-files.ts'
import { progressOn } from './import-progress.ts'
import { CommandFailed, counted, isQuiet, result, say } from './output.ts'

interface ImportOptions {
  readonly origin?: string
  readonly dryRun?: boolean
}

/** The exit code that shells report for an interrupted process: 128 and the number of the signal. */
const KILLED_BY_INTERRUPT = 130

/** Errors that are printed; --json has them all. */
const ERRORS_SHOWN = 20

/** Exit code 1 when a resource was refused or the import was interrupted: the rest is loaded all the same. */
export async function importPaths(
  { domain, json, calledFrom }: CommandContext,
  { origin, dryRun = false }: ImportOptions,
  paths: readonly string[],
): Promise<Told> {
  const files = paths.flatMap((given) => filesAt(given, calledFrom))
  const startedAt = Date.now()
  const preparation = {
    resourceTypes: domain.config.resourceTypes,
    ...(origin === undefined ? {} : { origin }),
  }
  const { signal, onStop } = interruption()
  const takesInput = files.some(({ file }) => file === undefined)
  const totalBytes = takesInput ? undefined : files.reduce((sum, { bytes }) => sum + bytes, 0)
  const bar = progressOn(isQuiet() ? undefined : caller().stderr, { totalBytes })
  onStop(() => say('\nStopping after the current batch. Press Ctrl-C again to stop at once; that is safe too.'))
  const { database } = domain
  if (database) tuneForImport(database)
  const batches = batchesOfThread({
    script: new URL('./import-worker.mjs', import.meta.url),
    work: { files, preparation },
    input: takesInput ? caller().stdin() : undefined,
    reached: bar.reached,
    signal,
  })
  const report = await importBatches(batches, {
    imports: database ? importSessions(database) : domain.storage.imports,
    clock: domain.clock,
    dryRun,
    loginSystem: domain.config.idpIdentifierSystem,
    signal,
    progress: ({ read }) => bar.show(read),
  })
  bar.end()
  for (const { source, line, path: at, reason } of report.errors.slice(0, ERRORS_SHOWN))
    say(`${source}:${line}${at ? ` ${at}` : ''}: ${reason}`)
  if (report.failed > ERRORS_SHOWN) say(`… and ${report.failed - ERRORS_SHOWN} more; --json has the list.`)
  if (!json) warnOfLostLogins(report.lostLogins, dryRun)
  result(json, report, summary(report, (Date.now() - startedAt) / 1000, dryRun))
  const told = { change: imported(paths[0] ?? '', report) }
  if (report.stopped)
    throw new CommandFailed(
      dryRun
        ? 'Interrupted: the rest was not checked.'
        : 'Interrupted: everything reported is imported. Run the command again to continue.',
      told,
    )
  if (report.failed > 0) {
    const rest = leftOutOf(report.skipped) > 0 ? 'the rest, but for what is left out,' : 'everything else'
    throw new CommandFailed(
      dryRun
        ? `${report.failed} would be refused; ${rest} could be imported.`
        : `${report.failed} could not be imported; ${rest} is in.`,
      told,
    )
  }
  return told
}

/** Says who cannot log in any more: the import did what the file says, but hardly anybody means that. */
function warnOfLostLogins(lost: ImportReport['lostLogins'], dryRun: boolean): void {
  if (lost.length === 0) return
  for (const { resource, system, value } of lost.slice(0, ERRORS_SHOWN))
    say(`${resource}: the file leaves out the identifier ${system}|${value}.`)
  if (lost.length > ERRORS_SHOWN) say(`… and ${lost.length - ERRORS_SHOWN} more; --json has the list.`)
  const people = counted(new Set(lost.map(({ resource }) => resource)).size, 'person', 'people')
  say(
    `Warning: ${people} ${dryRun ? 'would lose' : 'lost'} the identifier with the user name, so nobody ${dryRun ? 'could' : 'can'} sign in as them. An import replaces the whole resource: put the identifier in the file, and import it${dryRun ? '' : ' again'}.`,
  )
}

/** Ends the import after the current group. A second signal ends the process immediately. */
function interruption() {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(KILLED_BY_INTERRUPT)
    controller.abort()
  }
  const { signal } = controller
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop)
  return { signal, onStop: (task: () => void) => signal.addEventListener('abort', task, { once: true }) }
}

const leftOutOf = (skipped: ImportReport['skipped']): number =>
  Object.values(skipped).reduce((sum, count) => sum + count, 0)

/** The outcomes of the resources; the numbers add up to the first. */
function summary(
  { read, created, updated, unchanged, skipped, failed }: ImportReport,
  seconds: number,
  dryRun: boolean,
): string {
  const notServed = Object.entries(skipped).map(([type, count]) => `${count} ${type}`)
  const leftOut = leftOutOf(skipped)
  const [made, changed, refused] = dryRun
    ? ['would be new', 'would change', 'would be refused']
    : ['new', 'changed', 'refused']
  const perSecond = Math.round(read / Math.max(0.001, seconds))
  return [
    `${counted(read, 'resource')} in ${seconds.toFixed(1)} s (${perSecond}/s): ${created} ${made}, ${updated} ${changed}, ${unchanged} unchanged, ${leftOut > 0 ? `${leftOut} left out, ` : ''}${failed} ${refused}.`,
    ...(dryRun ? ['Nothing was written: this was a dry run.'] : []),
    ...(notServed.length > 0 ? [`Not served here, and left out (RESOURCE_TYPES): ${notServed.join(', ')}.`] : []),
  ].join('\n')
}
