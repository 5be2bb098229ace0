// Hashes: of secrets, stored instead of a code, a token or a session id; and of long keys.
import { hash, timingSafeEqual } from 'node:crypto'

declare const hashed: unique symbol
/** A hash of a text, never the text itself: where one is asked for, a secret does not compile. */
export type Sha256 = string & { readonly [hashed]: true }

/** SHA-256 of a text in base64url (43 characters). */
export const sha256 = (text: string): Sha256 => hash('sha256', text, 'base64url') as Sha256

const LONGEST_KEY = 256

/**
 * A key of at most 256 characters for a cache: a longer one becomes its SHA-256, because caches count the size of their
 * values, and a request may make its key as long as it likes.
 */
export const shortKey = (key: string): string => (key.length > LONGEST_KEY ? sha256(key) : key)

/** Compares two texts in a time that is independent of where they differ. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
