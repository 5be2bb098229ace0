// A key pair for an app's registration, made by the browser. The private half stays in the page that made it.
import { makeKeyPair } from './key-pair.ts'

/** A new key pair for a form: the public half to register, the private one to save. */
export interface MadeKey {
  readonly kid: string
  /** A JWK Set with the public half, as text. */
  readonly jwks: string
  /** The private JWK, as text. */
  readonly privateJwk: string
}

/** ES384: SMART App Launch 2.2 asks servers to know it. */
export async function makeKey(): Promise<MadeKey> {
  const { kid, publicJwk, privateJwk } = await makeKeyPair('ES384')
  return { kid, jwks: JSON.stringify({ keys: [publicJwk] }), privateJwk: JSON.stringify(privateJwk, undefined, 2) }
}

/** Hands a text, or bytes, to the person as a file. */
export function download(content: string | Uint8Array<ArrayBuffer>, fileName: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
