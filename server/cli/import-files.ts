// The files that `import` is to read, and what is in them.
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { ImportSource } from '../fhir/import.ts'
import { CommandFailed } from './output.ts'

export interface NamedFile {
  /** As the person wrote it. */
  readonly name: string
  /** Where it is; undefined for standard input. */
  readonly file: string | undefined
  readonly bytes: number
}

const IMPORTED = /\.(ndjson|jsonl|json)(\.gz)?$/i
const STANDARD_INPUT = 0
const CHUNK_BYTES = 1024 * 1024

/** The file, or all files below the folder, in the order of their names. Throws CommandFailed. */
export function filesAt(given: string, calledFrom: string): readonly NamedFile[] {
  if (given === '-') return [{ name: given, file: undefined, bytes: 0 }]
  const file = path.resolve(calledFrom, given)
  if (!existsSync(file)) throw new CommandFailed(`${given} is not there.`)
  const stat = statSync(file)
  if (!stat.isDirectory()) return [{ name: given, file, bytes: stat.size }]
  return readdirSync(file, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter((entry) => entry.isDirectory() || IMPORTED.test(entry.name))
    .flatMap(({ name }) => filesAt(path.join(given, name), calledFrom))
}

/** A file is opened when its turn comes: a folder may hold more of them than may be open at once. */
export function* sourcesOf(files: readonly NamedFile[], taken: (bytes: number) => void): Generator<ImportSource> {
  for (const { name, file } of files) yield { name, content: counted(contentOf(file), taken) }
}

const contentOf = (file: string | undefined): AsyncIterable<Buffer> =>
  createReadStream(file ?? '', {
    highWaterMark: CHUNK_BYTES,
    ...(file === undefined ? { fd: STANDARD_INPUT, autoClose: false } : {}),
  })

async function* counted(content: AsyncIterable<Buffer>, taken: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    taken(chunk.byteLength)
    yield chunk
  }
}
