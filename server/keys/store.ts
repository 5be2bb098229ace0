// Storage port of the signing keys: their public halves and states. The private halves are files.

import type { KEY_STATUSES } from '#lib/api/admin-words.ts'

/** next: published, not yet signing. retired: no longer signing, published until its last token expires. */
export type SigningKeyStatus = (typeof KEY_STATUSES)[number]

/** A key, as it is stored; times are epoch milliseconds. */
export interface SigningKeyRow {
  readonly kid: string
  readonly owner: string
  readonly alg: string
  readonly publicJwk: string
  readonly status: SigningKeyStatus
  readonly createdAt: number
  readonly retiredAt: number | null
}

/** A key before it has a state. */
export type NewSigningKey = Omit<SigningKeyRow, 'status' | 'retiredAt'>

/** The rows of the keys. Each change is one statement, by which one process wins. */
export interface SigningKeyStore {
  /** An owner's keys except revoked ones, newest first. Returns the same list until something is written. */
  readonly ofOwner: (owner: string) => Promise<readonly SigningKeyRow[]>
  /** Makes the key active if the owner has none; false when another process was first. A unique index decides. */
  readonly addFirst: (key: NewSigningKey) => Promise<boolean>
  /** Makes the key the owner's next one; false when there already is one. */
  readonly addNext: (key: NewSigningKey) => Promise<boolean>
  /** Retires an owner's active key in favour of its next one, if that was created at or before `madeBy`. */
  readonly promote: (owner: string, madeBy: number, now: number) => Promise<void>
  /**
   * Revokes a key; its owner's next key replaces it. Returns the row as it was, or undefined when there is no such key.
   */
  readonly revoke: (kid: string, now: number) => Promise<SigningKeyRow | undefined>
  readonly all: () => Promise<readonly SigningKeyRow[]>
}

/** A private half or a secret as a database keeps it (wrapping.ts). */
export interface Wrapped {
  readonly kind: 'key' | 'secret'
  /** The kid, or the name of the secret. */
  readonly name: string
  /** Of the key that wrapped it. */
  readonly keyId: string
  readonly sealed: string
}

/** The private halves and secrets, where several machines share no files. */
export interface WrappedStore {
  readonly all: () => Promise<readonly Wrapped[]>
  readonly find: (what: Pick<Wrapped, 'kind' | 'name'>) => Promise<Wrapped | undefined>
  /** Keeps a row; false when there is one of this name, by whichever process. It is on the disk then. */
  readonly add: (row: Wrapped) => Promise<boolean>
  /** Puts a row in place of the one that was read; false when that has changed. */
  readonly replace: (before: Wrapped, row: Wrapped) => Promise<boolean>
  readonly remove: (what: Pick<Wrapped, 'kind' | 'name'>) => Promise<void>
}
