// Unguessable values. Peers are given a Random, so that nothing in a rule reaches for a global.
import { randomBytes, randomUUID } from 'node:crypto'

/** A source of unguessable values. */
export interface Random {
  /** `bytes` random bytes in base64url; 32 bytes (256 bit) by default. */
  readonly token: (bytes?: number) => string
  /** A version 4 UUID (RFC 9562 §5.4). */
  readonly uuid: () => string
}

/** The random numbers of the operating system, through node:crypto. */
export const systemRandom: Random = {
  token: (bytes = 32) => randomBytes(bytes).toString('base64url'),
  uuid: () => randomUUID(),
}
