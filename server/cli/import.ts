// `import`: files, folders and standard input into the domain, with progress on a terminal and a report at the end.
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { type ImportReport, type ImportSource, importResources } from '../fhir/import.ts'
import type { CommandContext } from './main.ts'
import { CommandFailed, result, say } from './output.ts'

interface ImportOptions {
  readonly origin?: string
  json?: true
}

const IMPORTED = /\.(ndjson|jsonl|json)$/i
/** Errors that are printed; --json has them all. */
const ERRORS_SHOWN = 20

/** Exit code 1 when a resource was refused: the rest is loaded all the same. */
export async function importPaths(
  { domain, json, calledFrom }: CommandContext,
  { origin }: ImportOptions,
  paths: readonly string[],
): Promise<void> {
  const files = paths.flatMap((given) => filesAt(given, calledFrom))
  const startedAt = Date.now()
  const report = await importResources(sourcesOf(files), {
    resources: domain.resources,
    resourceTypes: domain.config.resourceTypes,
    clock: domain.clock,
    ...(origin === undefined ? {} : { origin }),
    progress: showProgress,
  })
  endProgress()
  for (const { source, line, path: at, reason } of report.errors.slice(0, ERRORS_SHOWN))
    say(`${source}:${line}${at ? ` ${at}` : ''}: ${reason}`)
  if (report.failed > ERRORS_SHOWN) say(`… and ${report.failed - ERRORS_SHOWN} more; --json has the list.`)
  result(json, report, summary(report, (Date.now() - startedAt) / 1000))
  if (report.failed > 0) throw new CommandFailed(`${report.failed} could not be imported; everything else is in.`)
}

interface NamedFile {
  /** As the person wrote it. */
  readonly name: string
  readonly file: string
}

function filesAt(given: string, calledFrom: string): readonly NamedFile[] {
  const file = path.resolve(calledFrom, given)
  if (given === '-') return [{ name: given, file: given }]
  if (!existsSync(file)) throw new CommandFailed(`${given} is not there.`)
  if (!statSync(file).isDirectory()) return [{ name: given, file }]
  return readdirSync(file, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter((entry) => entry.isDirectory() || IMPORTED.test(entry.name))
    .flatMap(({ name }) => filesAt(path.join(given, name), calledFrom))
}

/** A file is opened when its turn comes: a folder may hold more of them than may be open at once. */
function* sourcesOf(files: readonly NamedFile[]): Generator<ImportSource> {
  for (const { name, file } of files) yield { name, content: name === '-' ? process.stdin : createReadStream(file) }
}

function showProgress({ read, created, updated, unchanged }: ImportReport): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${read} read, ${created} new, ${updated} changed, ${unchanged} as before `)
}

function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\n')
}

function summary({ read, created, updated, unchanged, skipped, failed }: ImportReport, seconds: number): string {
  const notServed = Object.entries(skipped).map(([type, count]) => `${count} ${type}`)
  return [
    `${read} resources in ${seconds.toFixed(1)} s: ${created} new, ${updated} new versions, ${unchanged} unchanged, ${failed} refused.`,
    ...(notServed.length > 0 ? [`Not served here, and left out (RESOURCE_TYPES): ${notServed.join(', ')}.`] : []),
  ].join('\n')
}
