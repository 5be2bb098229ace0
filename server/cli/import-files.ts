// The input files of `import`, and their content.
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { ImportSource } from '../fhir/import/import.ts'
import { CommandFailed } from './output.ts'

export interface NamedFile {
  /** As the person wrote it. */
  readonly name: string
  /** The path; undefined for standard input. */
  readonly file: string | undefined
  readonly bytes: number
}

const IMPORTED = /\.(ndjson|jsonl|json)(\.gz)?$/i
const CHUNK_BYTES = 1024 * 1024

/** The file, or all files below the folder, in the order of their names. Throws CommandFailed when it is not there. */
export function filesAt(given: string, calledFrom: string): readonly NamedFile[] {
  if (given === '-') return [{ name: given, file: undefined, bytes: 0 }]
  const file = path.resolve(calledFrom, given)
  if (!existsSync(file)) throw new CommandFailed(`${given} is not there.`)
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

/** Opens each file when it is read: a folder may hold more files than may be open at the same time. */
export function* sourcesOf(files: readonly NamedFile[], taken: (bytes: number) => void): Generator<ImportSource> {
  for (const { name, file } of files) yield { name, content: counted(contentOf(file), taken) }
}

// The descriptor of standard input is the main thread's: a thread that waits for it could not be ended.
const contentOf = (file: string | undefined): AsyncIterable<Buffer> =>
  file === undefined ? process.stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES })

async function* counted(content: AsyncIterable<Buffer>, taken: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    taken(chunk.byteLength)
    yield chunk
  }
}
