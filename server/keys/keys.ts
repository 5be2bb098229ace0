// The signing keys and secrets of a domain. The private parts are 0600 files in DATA_DIR/keys.
import type { KeyOwner } from '#lib/api/admin-words.ts'
import type { Clock } from '#lib/clock.ts'
import type { KeyRing } from '#lib/crypto/key-ring.ts'
import type { Random } from '#lib/crypto/random.ts'
import { makePrivateFolder } from '#lib/files/folders.ts'
import { openSecrets, type Secrets } from './secrets.ts'
import { type ListedKey, type RotatedKey, SigningKeys } from './signing-keys.ts'
import type { SigningKeyStore } from './store.ts'

/** All keys and secrets of a domain. */
export interface Keys extends Secrets {
  /** The key ring of one peer; creates the first key if there is none. */
  readonly ring: (owner: KeyOwner) => KeyRing
  /**
   * Publishes a new key, which signs after an overlap, or immediately with `now`. A key that is already waiting is used
   * instead of a new one.
   */
  readonly rotate: (owner: KeyOwner, options?: { readonly now?: boolean }) => Promise<RotatedKey>
  /** Revokes a key: signatures by it are no longer accepted. False when there is no such key. */
  readonly revoke: (kid: string) => Promise<boolean>
  /** Every key there has ever been, by owner, newest first. */
  readonly list: () => Promise<readonly ListedKey[]>
  /** Throws OperatorError when a current or next signing key is unusable; called before a server starts. */
  readonly assertUsable: () => Promise<void>
}

interface KeysDeps {
  readonly directory: string
  readonly store: SigningKeyStore
  readonly clock: Clock
  readonly random: Random
  /** True to report a missing key or secret instead of creating it. */
  readonly readOnly?: boolean
}

/** Opens the key folder (0700). */
export function openKeys({ directory, store, clock, random, readOnly = false }: KeysDeps): Keys {
  if (!readOnly) makePrivateFolder(directory)
  const keys = new SigningKeys({ directory, store, clock, readOnly })
  return {
    ...openSecrets(directory, readOnly ? undefined : random),
    ring: (owner) => keys.ring(owner),
    rotate: (owner, options) => keys.rotate(owner, options),
    revoke: (kid) => keys.revoke(kid),
    list: () => keys.list(),
    assertUsable: () => keys.assertUsable(),
  }
}
