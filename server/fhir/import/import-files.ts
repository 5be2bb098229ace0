// Reads the files of an import.
import { createReadStream } from 'node:fs'
import type { ImportSource } from './import.ts'

/** A file that a person named, or standard input. */
export interface NamedFile {
  /** The name as the person wrote it. */
  readonly name: string
  /** The path; undefined for standard input. */
  readonly file: string | undefined
  readonly bytes: number
}

const CHUNK_BYTES = 1024 * 1024

/** Opens each file only when it is read: a folder may hold more files than may be open at once. */
export function* sourcesOf(files: readonly NamedFile[], taken: (bytes: number) => void): Generator<ImportSource> {
  for (const { name, file } of files) yield { name, content: counted(contentOf(file), taken) }
}

// The main thread owns standard input: a thread that waits for it could not be ended.
const contentOf = (file: string | undefined): AsyncIterable<Buffer> =>
  file === undefined ? process.stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES })

async function* counted(content: AsyncIterable<Buffer>, taken: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    taken(chunk.byteLength)
    yield chunk
  }
}
