// A ZIP archive of a few small texts, stored as they are (PKWARE APPNOTE 6.3.10). It is made where the texts are: in the browser,
// so that a private key in it goes nowhere else.

export interface ZipEntry {
  /** The path in the archive, with / between its parts. */
  readonly name: string
  readonly text: string
  /** Permissions where it is unpacked on a POSIX system, such as 0o600. */
  readonly mode: number
}

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END_OF_DIRECTORY = 0x06054b50
const VERSION_NEEDED = 20
/** What made it: a POSIX system, so that readers take the permissions. */
const MADE_BY = (3 << 8) | VERSION_NEEDED
/** Names are in UTF-8. */
const FLAGS = 1 << 11
const REGULAR_FILE = 0o100000

/** The bytes of the archive; each file is dated `at`, in UTC. */
export function zipOf(entries: readonly ZipEntry[], at: Date): Uint8Array<ArrayBuffer> {
  const files = entries.map(({ name, text, mode }) => {
    const [path, content] = [utf8(name), utf8(text)]
    return {
      path,
      content,
      mode,
      facts: [...dosTime(at), u32(crc32(content)), u32(content.length), u32(content.length)],
    }
  })
  const body: Uint8Array[] = []
  const directory: Uint8Array[] = []
  for (const { path, content, mode, facts } of files) {
    const offset = sizeOf(body)
    const shared = [u16(VERSION_NEEDED), u16(FLAGS), u16(0), ...facts, u16(path.length), u16(0)]
    body.push(u32(LOCAL_HEADER), ...shared, path, content)
    const attributes = ((REGULAR_FILE | mode) << 16) >>> 0
    directory.push(
      u32(CENTRAL_HEADER),
      u16(MADE_BY),
      ...shared,
      u16(0),
      u16(0),
      u16(0),
      u32(attributes),
      u32(offset),
      path,
    )
  }
  const count = u16(files.length)
  const end = [u32(END_OF_DIRECTORY), u16(0), u16(0), count, count, u32(sizeOf(directory)), u32(sizeOf(body)), u16(0)]
  return joined([...body, ...directory, ...end])
}

/** Time and date in the form of MS-DOS, to two seconds. */
function dosTime(at: Date): readonly Uint8Array[] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return [u16(time), u16(date)]
}

/** CRC-32 of ISO 3309. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const u16 = (value: number): Uint8Array => Uint8Array.of(value & 0xff, value >>> 8)
const u32 = (value: number): Uint8Array =>
  Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24)

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0)

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(sizeOf(parts))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}
