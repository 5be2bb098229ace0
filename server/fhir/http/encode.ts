// Content codings (RFC 9110 §12.5.3). Answers do not combine request content with secrets, so compression is safe.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Maybe } from '#lib/async/maybe.ts'

/** Smaller bodies fit in a packet or two anyway. */
const WORTH_IT_BYTES = 1400
const GZIP_LEVEL = 4
const BROTLI_QUALITY = 3 // About as fast as gzip at level 4, and smaller.

const gzipBytes = promisify<Uint8Array, { level: number }, Buffer>(gzip)
const brotliBytes = promisify<Uint8Array, { params: Readonly<Record<number, number>> }, Buffer>(brotliCompress)

interface Encoded {
  readonly body: string | Uint8Array<ArrayBuffer>
  /** In bytes. */
  readonly length: number
  readonly coding: 'br' | 'gzip' | undefined
}

/** The body in UTF-8, compressed when the client accepts it and it is worthwhile. */
export function encode(body: Encoded['body'], acceptEncoding: string | null): Maybe<Encoded> {
  const length = Buffer.byteLength(body)
  const coding = length < WORTH_IT_BYTES ? undefined : codingFor(acceptEncoding)
  if (coding === undefined) return { body, length, coding }
  return compress(body, coding)
    .then(copy)
    .then((bytes) => ({ body: bytes, length: bytes.byteLength, coding }))
}

const compress = (body: Encoded['body'], coding: 'br' | 'gzip'): Promise<Buffer> => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return coding === 'br'
    ? brotliBytes(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
    : gzipBytes(bytes, { level: GZIP_LEVEL })
}

const copy = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

/** The supported codings, the better one first. */
const CODINGS = ['br', 'gzip'] as const

/** The client's preferred coding; undefined for none. Between equals, the order of CODINGS decides. */
function codingFor(acceptEncoding: string | null): 'br' | 'gzip' | undefined {
  if (acceptEncoding === null) return undefined
  const weights = weightsOf(acceptEncoding)
  const anyOther = weights.get('*') ?? 0
  let best: { readonly coding: 'br' | 'gzip'; readonly weight: number } | undefined
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? anyOther
    if (weight > (best?.weight ?? 0)) best = { coding, weight }
  }
  // Only a client that names identity can prefer it; otherwise identity is the last resort.
  return best && best.weight >= (weights.get('identity') ?? 0) ? best.coding : undefined
}

/** Codings and their weights; an invalid weight counts as 0. */
function weightsOf(acceptEncoding: string): ReadonlyMap<string, number> {
  const parts = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
  return new Map(parts.map(([coding = '', weight]) => [coding.replace(/^x-/, ''), weightOf(weight)]))
}

const weightOf = (text: string | undefined): number =>
  text === undefined ? 1 : Number(/^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(text)?.[1] ?? 0)
