// Bytes as base64url and PEM, in a browser.

/** base64url without padding (RFC 7515 §2). */
export const toBase64url = (bytes: ArrayBuffer | Uint8Array): string =>
  toBase64(bytes)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')

/** The bytes of a base64url text. Throws when it is invalid. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new SyntaxError('not base64url')
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
}

/** UTF-8 text in base64url (RFC 4648 §5), without padding. */
export const textToBase64url = (text: string): string => toBase64url(new TextEncoder().encode(text))

/** DER as PEM, 64 characters on a line (RFC 7468 §3). */
export const toPem = (der: ArrayBuffer, label: 'PRIVATE KEY' | 'PUBLIC KEY'): string =>
  `-----BEGIN ${label}-----\n${(toBase64(der).match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`

/** The DER of a PEM with that label; undefined when there is none. */
export function fromPem(pem: string, label: string): Uint8Array<ArrayBuffer> | undefined {
  const body = new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]+)-----END ${label}-----`).exec(pem)?.[1]
  return body === undefined ? undefined : fromBase64(body.replace(/\s/g, ''))
}

const toBase64 = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
