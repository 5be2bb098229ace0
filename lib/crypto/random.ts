// Unguessable values. Peers are given a Random, so that nothing in a rule reaches for a global.
import { randomBytes, randomUUID } from 'node:crypto'

/** A source of unguessable values. */
export interface Random {
  /** `bytes` random bytes in base64url; 32 bytes (256 bit) by default. */
  readonly token: (bytes?: number) => string
  /** A version 4 UUID (RFC 9562 §5.4). */
  readonly uuid: () => string
}

/** Bytes that are drawn together, because each draw takes some microseconds. Each is given away once. */
const DRAWN_TOGETHER = 4096
let drawn = Buffer.alloc(0)

function draw(bytes: number): Buffer {
  if (drawn.length < bytes) drawn = randomBytes(Math.max(bytes, DRAWN_TOGETHER))
  const given = drawn.subarray(0, bytes)
  drawn = drawn.subarray(bytes)
  return given
}

/** The random numbers of the operating system, through node:crypto. */
export const systemRandom: Random = {
  token: (bytes = 32) => draw(bytes).toString('base64url'),
  uuid: () => randomUUID(),
}

/** Hex digits with which UUIDs of one moment begin, and its milliseconds. */
const SHARED = 5
const MOMENT = 100

/**
 * UUIDs of which those of one moment begin alike; the 102 bits behind are of each alone. What is stored together then lies
 * together in an index, where each place of its own costs the commit a page, and the checkpoint another.
 */
export function neighbouringUuids(now = () => performance.now()): Random['uuid'] {
  let beginning = ''
  let until = 0
  return () => {
    const uuid = randomUUID()
    const at = now()
    if (at >= until) [beginning, until] = [uuid.slice(0, SHARED), at + MOMENT]
    return beginning + uuid.slice(SHARED)
  }
}

/** The same, with UUIDs of which those of one moment begin alike. */
export const neighbouringRandom: Random = { ...systemRandom, uuid: neighbouringUuids() }
