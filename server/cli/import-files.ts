// The input files of `import`: those that a person named, and those below the folders among them.
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { NamedFile } from '../fhir/import/import-files.ts'
import { CommandFailed } from './output.ts'

const IMPORTED = /\.(ndjson|jsonl|json)(\.gz)?$/i

/** The file, or all files below the folder, in the order of their names. Throws CommandFailed when it is not there. */
export function filesAt(given: string, calledFrom: string): readonly NamedFile[] {
  if (given === '-') return [{ name: given, file: undefined, bytes: 0 }]
  const file = path.resolve(calledFrom, given)
  if (!existsSync(file)) throw new CommandFailed(`${given} does not exist.`)
  return filesBelow(given, file)
}

/** Unreadable entries are listed all the same: reading one reports the reason, and the rest continues. */
function filesBelow(name: string, file: string): readonly NamedFile[] {
  try {
    const stat = statSync(file)
    if (!stat.isDirectory()) return [{ name, file, bytes: stat.size }]
    return readdirSync(file, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .filter((entry) => entry.isDirectory() || IMPORTED.test(entry.name))
      .flatMap((entry) => filesBelow(path.join(name, entry.name), path.join(file, entry.name)))
  } catch {
    return [{ name, file, bytes: 0 }]
  }
}
