// What the signing keys ask of storage: their public halves and which of them signs. The private halves are files.

/** next: published, not yet used. retired: no longer used, published until its last token has expired. */
export type SigningKeyStatus = 'next' | 'active' | 'retired' | 'revoked'

export interface SigningKeyRow {
  readonly kid: string
  readonly owner: string
  readonly alg: string
  readonly publicJwk: string
  readonly status: SigningKeyStatus
  readonly createdAt: number
  readonly retiredAt: number | null
}

export type NewSigningKey = Omit<SigningKeyRow, 'status' | 'retiredAt'>

export interface SigningKeyStore {
  /** The keys of an owner but for revoked ones, newest first; the same list until something is written. */
  readonly ofOwner: (owner: string) => readonly SigningKeyRow[]
  /** Makes the key active if the owner has none yet; false when another process was first. */
  readonly addFirst: (key: NewSigningKey) => boolean
  /** Makes the key the owner's next one; false when there is one already. */
  readonly addNext: (key: NewSigningKey) => boolean
  /** Retires the active key of an owner for its next one, if that was made at `madeBy` or before. */
  readonly promote: (owner: string, madeBy: number, now: number) => void
  /** Revokes a key, its owner's next one taking its place; the row as it was, undefined when there is no such key. */
  readonly revoke: (kid: string, now: number) => SigningKeyRow | undefined
  readonly all: () => readonly SigningKeyRow[]
}
