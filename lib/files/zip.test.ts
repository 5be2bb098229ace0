import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { zipOf } from './zip.ts'

const ENTRIES = [
  { name: 'private.pem', text: 'a key\n', mode: 0o600 },
  { name: 'app/café.mjs', text: 'console.log("één")', mode: 0o644 },
]

/** What a reader makes of it, which begins at the directory at the end (APPNOTE 6.3.10 §4.3.12, §4.3.16). */
function unpacked(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer)
  const end = bytes.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  const files = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    expect(view.getUint32(at, true)).toBe(0x02014b50)
    const [crc, size] = [view.getUint32(at + 16, true), view.getUint32(at + 24, true)]
    const [nameLength, mode, local] = [
      view.getUint16(at + 28, true),
      view.getUint16(at + 40, true),
      view.getUint32(at + 42, true),
    ]
    expect(view.getUint32(local, true)).toBe(0x04034b50)
    const content = bytes.subarray(local + 30 + nameLength, local + 30 + nameLength + size)
    expect(crc).toBe(crc32(content))
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    files.push({ name, text: new TextDecoder().decode(content), mode: mode & 0o777 })
    at += 46 + nameLength
  }
  expect(at).toBe(end)
  return files
}

describe('an archive', () => {
  it('has each file with its name, content and permissions', () => {
    expect(unpacked(zipOf(ENTRIES, new Date('2026-11-25T10:20:30Z')))).toEqual(ENTRIES)
  })

  it('stores the date of its files, in steps of two seconds', () => {
    const view = new DataView(zipOf(ENTRIES, new Date('2026-11-25T10:20:30Z')).buffer)
    expect([view.getUint16(10, true), view.getUint16(12, true)]).toEqual([
      (10 << 11) | (20 << 5) | 15,
      (46 << 9) | (11 << 5) | 25,
    ])
  })
})
