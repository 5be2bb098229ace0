// A key pair made by the browser (Web Cryptography API). The private half stays in the page that asked for it.

export interface MadeKey {
  readonly kid: string
  /** A JWK Set with the public half, as text. */
  readonly jwks: string
  /** The private JWK, as text. */
  readonly privateJwk: string
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-384' } // ES384: SMART App Launch 2.2 asks servers to know it.

/** Whether this page may use cryptography: browsers offer it on https and on this machine only. */
export const canMakeKeys = (): boolean => globalThis.crypto?.subtle !== undefined

export async function makeKey(): Promise<MadeKey> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const kid = crypto.randomUUID()
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const { d } = await crypto.subtle.exportKey('jwk', privateKey)
  const jwk = { kty, crv, x, y, kid, alg: 'ES384', use: 'sig' }
  return { kid, jwks: JSON.stringify({ keys: [jwk] }), privateJwk: JSON.stringify({ ...jwk, d }, undefined, 2) }
}

/** Hands a text to the person as a file. */
export function download(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
