// Wraps private keys and secrets that are kept in a database by SLIPWAY_KEY, which is not in it: AES-256-GCM (NIST SP 800-38D) under a
// key that is derived by HKDF (RFC 5869). What a row is, is authenticated with it: a row in another one's place does not open.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { OperatorError } from '#lib/operator-error.ts'
import type { Wrapped } from './store.ts'

const CIPHER = 'aes-256-gcm'
const [KEY_BYTES, ID_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 9, 12, 16]

export interface Wrapping {
  /** The id of the key that wraps. It tells nothing of the key. */
  readonly keyId: string
  readonly wrap: (what: Pick<Wrapped, 'kind' | 'name'>, text: string) => Wrapped
  /** The text of a row, wrapped by any of the keys. Throws OperatorError when it is not what was wrapped. */
  readonly unwrap: (row: Wrapped) => string
  /** Throws OperatorError unless all rows open. */
  readonly assertOpens: (rows: readonly Wrapped[]) => void
}

/** The keys of SLIPWAY_KEY, each 32 bytes in base64url: the first wraps, all unwrap. Throws OperatorError without one. */
export function wrappingBy(keys: readonly string[]): Wrapping {
  const derived = keys.map((key) => ({ keyId: idOf(key), key: derive(key, 'wrapping', KEY_BYTES) }))
  const [first] = derived
  if (!first)
    throw new OperatorError(
      'SLIPWAY_KEY is not set. On PostgreSQL it wraps the private keys and secrets of the domain: set it, the same for each process, to 32 random bytes in base64url (openssl rand -base64 32 | tr +/ -_ | tr -d =), and keep it apart from backups of the database.',
    )

  const unwrap = (row: Wrapped): string => {
    const known = derived.find(({ keyId }) => keyId === row.keyId)
    if (!known)
      throw new OperatorError(
        `The private keys in the database are wrapped by another SLIPWAY_KEY (${row.keyId}) than the one that is set (${derived.map(({ keyId }) => keyId).join(', ')}). Set SLIPWAY_KEY to that one; to replace it, give both, the new one first, and call: slipway keys wrap`,
      )
    try {
      return opened(known.key, row)
    } catch (cause) {
      throw new OperatorError(
        `${row.kind} ${row.name} in the database was changed, or is not in its place: it does not open. Put it back from a backup.`,
        { cause },
      )
    }
  }

  return {
    keyId: first.keyId,
    wrap: (what, text) => sealed(first, what, text),
    unwrap,
    assertOpens: (rows) => {
      for (const row of rows) unwrap(row)
    },
  }
}

const derive = (key: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', `slipway key ${purpose}`, bytes))

const idOf = (key: string): string => derive(key, 'id', ID_BYTES).toString('base64url')

const authenticated = ({ kind, name, keyId }: Omit<Wrapped, 'sealed'>): Buffer =>
  Buffer.from(JSON.stringify([kind, name, keyId]))

function sealed(
  by: { readonly keyId: string; readonly key: Buffer },
  what: Pick<Wrapped, 'kind' | 'name'>,
  text: string,
) {
  const row = { kind: what.kind, name: what.name, keyId: by.keyId }
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, by.key, nonce).setAAD(authenticated(row))
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { ...row, sealed: bytes.toString('base64url') }
}

function opened(key: Buffer, row: Wrapped): string {
  const bytes = Buffer.from(row.sealed, 'base64url')
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(-TAG_BYTES)]
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(authenticated(row)).setAuthTag(tag)
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
