// Hashes of secrets, stored instead of a code, a token or a session id.
import { hash, timingSafeEqual } from 'node:crypto'

/** SHA-256 of a text in base64url (43 characters). */
export const sha256 = (text: string): string => hash('sha256', text, 'base64url')

/** Compares two texts in a time that is independent of where they differ. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
