// Proof Key for Code Exchange, S256 only (RFC 7636).
import { sameSecret, sha256 } from '../crypto/hash.ts'

/** An S256 challenge is the base64url of 32 bytes: exactly 43 characters. */
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/
const CODE_VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/ // RFC 7636 §4.1

/** True for a well-formed S256 code_challenge: 43 characters of base64url (RFC 7636 §4.2). */
export const isCodeChallenge = (value: string): boolean => CODE_CHALLENGE.test(value)

const isCodeVerifier = (value: string): boolean => CODE_VERIFIER.test(value)

/** The S256 code_challenge of a code_verifier (RFC 7636 §4.2). */
export const codeChallenge = (codeVerifier: string): string => sha256(codeVerifier)

/** True when the verifier is well-formed and matches the challenge (RFC 7636 §4.6). */
export const provesChallenge = (codeVerifier: string, challenge: string): boolean =>
  isCodeVerifier(codeVerifier) && sameSecret(codeChallenge(codeVerifier), challenge)
