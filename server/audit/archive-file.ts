// Archive files: complete and on disk before they get their name; read line by line, plain or compressed.
import { createHash } from 'node:crypto'
import { closeSync, createReadStream, createWriteStream, openSync, readSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { syncFile, syncFolder } from '#lib/files/durable-files.ts'
import { OperatorError } from '#lib/operator-error.ts'

const OWNER_ONLY = 0o600
/** The longest accepted line, in characters: an event of the log is far shorter. */
const LONGEST_LINE = 16 * 2 ** 20

/**
 * Writes lines as a new file that only its owner can read, compressed when its name ends in .gz. The file gets its name
 * only after all of it is on disk and `check` has read it back. Throws OperatorError when the file exists or cannot be
 * written; nothing is left behind then.
 */
export async function writeArchive<T>(
  file: string,
  lines: AsyncIterable<string>,
  check: (file: string) => Promise<T>,
): Promise<T> {
  const part = `${file}.${process.pid}.part`
  reserve(part)
  try {
    const text = Readable.from(lines)
    const target = createWriteStream(part, { flags: 'r+' })
    await (file.endsWith('.gz') ? pipeline(text, createGzip(), target) : pipeline(text, target))
    syncFile(part)
    const checked = await check(part)
    reserve(file) // When two processes write the same name, one finds it taken.
    renameSync(part, file)
    syncFolder(path.dirname(file))
    return checked
  } catch (error) {
    rmSync(part, { force: true })
    throw unusable(file, error)
  }
}

function reserve(file: string): void {
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY))
  } catch (error) {
    throw unusable(file, error, `There is no folder ${path.dirname(file)}: make it first.`)
  }
}

function unusable(file: string, error: unknown, absent = `${file} is not there.`): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new OperatorError(absent, { cause: error })
  if (code === 'EEXIST') return new OperatorError(`${file} is there already. Name a new file for each archive.`)
  return code === undefined || error instanceof OperatorError
    ? error
    : new OperatorError(`${file} cannot be written or read (${code}).`, { cause: error })
}

export interface ReadArchive {
  readonly lines: AsyncIterable<string>
  /** SHA-256 of the file in hex; available after all lines were read. */
  readonly sha256: () => string
}

/** Opens an archive. This and reading its lines throw OperatorError when the file cannot be read. */
export function readArchive(file: string): ReadArchive {
  const hash = createHash('sha256')
  const compressed = isCompressed(file)
  return { lines: linesOf(file, compressed, hash.update.bind(hash)), sha256: () => hash.digest('hex') }
}

async function* linesOf(file: string, compressed: boolean, see: (chunk: Buffer) => void): AsyncGenerator<string> {
  const bytes = Readable.from(seen(file, see))
  const plain = compressed ? createGunzip() : undefined
  const text = plain ?? bytes
  if (plain) pipeline(bytes, plain).catch((error) => plain.destroy(error))
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = ''
  try {
    for await (const chunk of text) {
      const [begun = '', ...others] = decoder.decode(chunk as Buffer, { stream: true }).split('\n')
      const parts = [rest + begun, ...others]
      rest = parts.pop() ?? ''
      if (rest.length > LONGEST_LINE) throw new OperatorError(`${file} is no archive of an audit log.`)
      yield* parts
    }
    rest += decoder.decode()
  } catch (error) {
    throw unusable(file, error)
  } finally {
    text.destroy()
    bytes.destroy()
  }
  if (rest !== '') yield rest
}

async function* seen(file: string, see: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file)) {
    see(chunk as Buffer)
    yield chunk as Buffer
  }
}

/** True when the file starts with gzip's magic bytes, whatever its name. */
function isCompressed(file: string): boolean {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    const magic = Buffer.alloc(2)
    readSync(descriptor, magic, 0, 2, 0)
    return magic[0] === 0x1f && magic[1] === 0x8b
  } catch (error) {
    throw unusable(file, error)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
