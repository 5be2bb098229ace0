// JWK thumbprints (RFC 7638): two different keys never share one, whatever kid they claim.
import { sha256 } from './hash.ts'

/** The members that make a key of its type (RFC 7638 §3.2, RFC 8037 §2), in the order of their names. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
}

/** SHA-256 thumbprint of a public JWK in base64url; undefined for a type of key that is not public. */
export function thumbprint(jwk: Readonly<Record<string, unknown>>): string | undefined {
  const members = MEMBERS[String(jwk['kty'])]
  return members && sha256(JSON.stringify(Object.fromEntries(members.map((name) => [name, jwk[name]]))))
}
