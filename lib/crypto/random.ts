// Unguessable values. Peers are given a Random, so that nothing in a rule reaches for a global.
import { randomBytes, randomUUID } from 'node:crypto'

/** A source of unguessable values. */
export interface Random {
  /** `bytes` random bytes in base64url; 32 bytes (256 bit) by default. */
  readonly token: (bytes?: number) => string
  /** A version 4 UUID (RFC 9562 §5.4), of which at least 102 bits are its own. */
  readonly uuid: () => string
}

/** Hex digits with which UUIDs that are made one after the other begin, and how many of them do. */
const SHARED = 5
const NEIGHBOURS = 256

/** The random numbers of the operating system, through node:crypto. */
export const systemRandom: Random = {
  token: (bytes = 32) => randomBytes(bytes).toString('base64url'),
  uuid: neighbouringUuids(),
}

/**
 * UUIDs of which some begin alike, so that what is stored together lies together in an index: each place of its own costs a
 * commit a page, and the checkpoint another (docs/explanation/write-cost.md).
 */
function neighbouringUuids(): Random['uuid'] {
  let beginning = ''
  let left = 0
  return () => {
    const uuid = randomUUID()
    if (left === 0) [beginning, left] = [uuid.slice(0, SHARED), NEIGHBOURS]
    left -= 1
    return beginning + uuid.slice(SHARED)
  }
}
