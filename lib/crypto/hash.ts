// Hashes: of secrets, stored instead of a code, a token or a session id; and of long keys.
import { hash, timingSafeEqual } from 'node:crypto'

/** SHA-256 of a text in base64url (43 characters). */
export const sha256 = (text: string): string => hash('sha256', text, 'base64url')

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
