// Signs the draft of a launch token, and corrupts the signature on request (RFC 7515 §3.1).
import { CompactSign } from 'jose'
import type { SigningKey } from '../crypto/key-ring.ts'
import type { LaunchDraft } from './launch-token.ts'

/** The compact JWS of a draft. */
export async function signDraft({ header, claims, signature }: LaunchDraft, key: SigningKey): Promise<string> {
  // jose signs no alg none: the header is put in place of the one that was signed.
  const signed = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ ...header, alg: key.alg })
    .sign(key.privateKey)
  const [good, payload, made] = signed.split('.') as [string, string, string]
  if (signature === 'none') return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.${made}`
  return `${good}.${payload}.${signature === 'tampered' ? tampered(made) : made}`
}

/** The first character holds six whole bits of the signature: another one is another signature. */
const tampered = (signature: string): string => `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
