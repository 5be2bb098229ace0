// The signing keys and secrets of a domain. Their private parts are in a vault.
import type { KeyOwner } from '#lib/api/admin-words.ts'
import type { Clock } from '#lib/clock.ts'
import type { KeyRing } from '#lib/crypto/key-ring.ts'
import type { Secrets } from './secrets.ts'
import { type ListedKey, type RotatedKey, SigningKeys } from './signing-keys.ts'
import type { SigningKeyRow, SigningKeyStore } from './store.ts'
import type { KeyVault } from './vault.ts'

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
  /** An active key whose private half cannot be used. */
  readonly lost: () => Promise<Pick<SigningKeyRow, 'owner'> | undefined>
}

interface KeysDeps {
  readonly vault: KeyVault
  readonly store: SigningKeyStore
  readonly clock: Clock
  /** True to report a missing key instead of creating it. */
  readonly readOnly?: boolean
}

/** The keys of a domain, whose private halves are in the vault. */
export function openKeys({ vault, store, clock, readOnly = false }: KeysDeps): Keys {
  const keys = new SigningKeys({ vault, store, clock, readOnly })
  return {
    secret: vault.secret,
    hasSecret: vault.hasSecret,
    ring: (owner) => keys.ring(owner),
    rotate: (owner, options) => keys.rotate(owner, options),
    revoke: (kid) => keys.revoke(kid),
    list: () => keys.list(),
    assertUsable: () => keys.assertUsable(),
    lost: () => keys.lost(),
  }
}
