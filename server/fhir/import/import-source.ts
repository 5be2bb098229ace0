// The sources of an import: NDJSON, or one JSON document, plain or gzip-compressed. One line or document is read at a
// time.
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { parsedJson } from '#lib/json.ts'

export interface ImportSource {
  /** A file name, or `-`; ends in .ndjson or .ndjson.gz when every line is a resource. */
  readonly name: string
  readonly content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/** A JSON text, or the reason why there is none. */
export interface SourceText {
  /** Counted from 1. */
  readonly line: number
  readonly text?: string
  readonly problem?: string
  /** True for a row of NDJSON, which is a resource by itself. */
  readonly isRow?: boolean
}

/** Longest line or document in bytes: a longer one would not fit in memory several times. */
const LONGEST = 256 * 1024 * 1024
const NEWLINE = 0x0a

const NOT_UTF8 = 'is not UTF-8'
const TOO_LONG = `is longer than ${LONGEST} bytes`

interface Line {
  readonly number: number
  readonly bytes: Buffer
}

/** The JSON texts of a source. A problem of the source as a whole is reported for the line at which reading stopped. */
export async function* textsOf({ name, content }: ImportSource): AsyncGenerator<SourceText> {
  let line = 1
  try {
    for await (const text of textsIn(name, unzipped(content))) {
      line = text.line
      yield text
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (/^Z_/.test(code)) yield { line, problem: 'is the last readable line: the gzip file is damaged or cut off' }
    else if (/^E[A-Z]+$/.test(code)) yield { line, problem: `cannot be read (${code})` }
    else throw error
  }
}

const GZIP = Buffer.of(0x1f, 0x8b)

/** The content, decompressed if it starts with gzip's magic bytes: standard input has no file name. */
async function* unzipped(content: ImportSource['content']): AsyncGenerator<Uint8Array> {
  const chunks = bytesOf(content)
  const { value: first, done } = await chunks.next()
  if (done) return
  if (first.subarray(0, GZIP.byteLength).equals(GZIP)) {
    const gunzip = createGunzip()
    yield* Readable.from(prepended(first, chunks))
      .on('error', (error) => gunzip.destroy(error))
      .pipe(gunzip)
  } else yield* prepended(first, chunks)
}

async function* bytesOf(content: ImportSource['content']): AsyncGenerator<Buffer> {
  for await (const chunk of content) if (chunk.length > 0) yield Buffer.from(chunk)
}

async function* prepended(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

/** Recognises NDJSON by the name, otherwise by the first line. */
async function* textsIn(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<SourceText> {
  const lines = linesOf(content)
  if (/\.(ndjson|jsonl)(\.gz)?$/i.test(name)) {
    for await (const line of lines) yield* lineText(line)
    return
  }
  const first = await firstLine(lines)
  if (!first) return
  if (isJson(decode(first.bytes))) {
    const second = await firstLine(lines)
    yield* lineText(first, second !== undefined)
    if (second) yield* lineText(second)
    for await (const line of lines) yield* lineText(line)
    return
  }
  yield* documentTexts(first, lines)
}

/** All lines as one JSON document. If that fails but some lines are JSON, they are treated as NDJSON with bad lines. */
async function* documentTexts(first: Line, rest: AsyncIterable<Line>): AsyncGenerator<SourceText> {
  const all = [first]
  let size = first.bytes.byteLength
  for await (const line of rest) {
    all.push(line)
    size += line.bytes.byteLength + 1
    if (size > LONGEST) {
      yield { line: first.number, problem: TOO_LONG }
      return
    }
  }
  const text = decode(Buffer.concat(all.flatMap(({ bytes }) => [bytes, Buffer.of(NEWLINE)])))
  if (text !== undefined && !isJson(text) && all.slice(1).some(({ bytes }) => isJsonObject(decode(bytes))))
    for (const line of all) yield* lineText(line)
  else if (text === undefined) yield { line: first.number, problem: NOT_UTF8 }
  else yield { line: first.number, text }
}

function* lineText({ number, bytes }: Line, isRow = true): Generator<SourceText> {
  if (bytes.byteLength > LONGEST) {
    yield { line: number, problem: TOO_LONG }
    return
  }
  const text = decode(bytes)
  if (text === undefined) yield { line: number, problem: NOT_UTF8 }
  else if (text.trim() !== '') yield { line: number, text, isRow }
}

async function firstLine(lines: AsyncGenerator<Line>): Promise<Line | undefined> {
  for (;;) {
    const { done, value } = await lines.next()
    if (done) return undefined
    if (value.bytes.toString('latin1').trim() !== '') return value
  }
}

async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 1
  let pending: Buffer[] = []
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let from = 0
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
      const end = bytes.subarray(from, at)
      yield { number, bytes: pending.length === 0 ? end : Buffer.concat([...pending, end]) }
      pending = []
      number += 1
      from = at + 1
    }
    if (from < bytes.byteLength) pending.push(bytes.subarray(from))
  }
  if (pending.length > 0) yield { number, bytes: Buffer.concat(pending) }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

const isJson = (text: string | undefined): boolean => parsedJson(text) !== undefined

const isJsonObject = (text: string | undefined): boolean => text?.trimStart().startsWith('{') === true && isJson(text)
