// The JWK Set of a peer: the public halves of all keys whose signatures may still be verified.
import type { JWK } from 'jose'
import { MINUTE } from '#lib/clock.ts'
import type { SigningKeyRow } from './store.ts'

/** How long a key stays published after its last signature: tokens live five minutes, clocks differ by half a minute. */
const LAST_TOKEN_MS = 10 * MINUTE

interface PublicHalves {
  readonly keys: readonly JWK[]
}

/** The JWK Set of the keys; the same object while the keys are the same and none expires. */
export function publicHalves(): (rows: readonly SigningKeyRow[], now: number) => PublicHalves {
  const known = new WeakMap<readonly SigningKeyRow[], { readonly jwks: PublicHalves; readonly until: number }>()
  return (rows, now) => {
    const last = known.get(rows)
    if (last && now < last.until) return last.jwks
    const shown = rows.filter((row) => isPublished(row, now))
    const jwks = { keys: shown.map(({ publicJwk }) => JSON.parse(publicJwk) as JWK) }
    const ends = shown.flatMap(({ status, retiredAt }) =>
      status === 'retired' ? [(retiredAt ?? 0) + LAST_TOKEN_MS] : [],
    )
    known.set(rows, { jwks, until: Math.min(...ends, Number.POSITIVE_INFINITY) })
    return jwks
  }
}

/** True when verifiers can see the key. */
export const isPublished = (
  { status, retiredAt }: Pick<SigningKeyRow, 'status' | 'retiredAt'>,
  now: number,
): boolean => (status === 'retired' ? (retiredAt ?? 0) > now - LAST_TOKEN_MS : status !== 'revoked')
