// The launch token of a rerun: the claims of the recorded one, with a new jti and new times.
import type { Members, TraceStep } from '#lib/api/traces.ts'
import { numericDate, SECOND } from '#lib/clock.ts'
import type { SigningKey } from '#lib/crypto/key-ring.ts'
import { draftLaunch, type LaunchDraft, notALaunch, USUAL_CLAIMS } from '#lib/launch/launch-token.ts'
import { signDraft } from '#lib/launch/launch-token-signature.ts'
import { decodedOf } from '#lib/trace-view/values.ts'

/** A launch token as shown in a trace's step. */
export interface RecordedLaunch {
  readonly header: Members
  readonly claims: Members
  /** The time of its step, in epoch milliseconds; the token's own times are relative to it. */
  readonly at: number
  /** True when its signature was refused although the key was known. */
  readonly tampered: boolean
}

interface Facts {
  /** client_id of the portal. */
  readonly issuer: string
  readonly device: string
  readonly key: SigningKey
  /** Ids of all keys that the portal publishes. */
  readonly published: readonly string[]
  readonly jti: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** The launch token in a trace's steps; undefined when none has one. */
export function recordedLaunch(steps: readonly TraceStep[], published: readonly string[]): RecordedLaunch | undefined {
  for (const { sent, answered, at } of steps) {
    const jwt = decodedOf(sent['launch']) ?? decodedOf(answered?.['launch'])
    if (jwt === undefined) continue
    const known = published.includes(String(jwt.header['kid']))
    const tampered = known && steps.some(({ failed }) => failed === 'launch.signature')
    return { header: jwt.header, claims: jwt.claims, at, tampered }
  }
  return undefined
}

/**
 * The same launch with new ids and times, valid or broken in the same way; undefined for a token that the portal must
 * not sign.
 */
export async function freshLaunch(recorded: RecordedLaunch, facts: Facts): Promise<string | undefined> {
  const { issuer, device, key, jti, now } = facts
  const shift = numericDate(now) - Math.floor(recorded.at / SECOND)
  const times = Object.entries(recorded.claims)
    .filter(([name, value]) => ['iat', 'exp', 'nbf'].includes(name) && typeof value === 'number')
    .map(([name, value]) => [name, Number(value) + shift] as const)
  const { jti: _used, ...others } = recorded.claims
  const claims = { ...others, ...Object.fromEntries(times) }
  const without = USUAL_CLAIMS.filter((name) => !(name in recorded.claims))
  const draft = draftLaunch({ claims, without }, { issuer, device, key, jti, now: numericDate(now) })
  return notALaunch(draft, issuer) ? undefined : signDraft(asBroken(draft, recorded, facts.published), key)
}

/** Repeats the defects of header and signature. */
function asBroken(draft: LaunchDraft, { header, tampered }: RecordedLaunch, published: readonly string[]): LaunchDraft {
  if (header['alg'] === 'none') return { ...draft, header: { ...draft.header, alg: 'none' }, signature: 'none' }
  const kid = String(header['kid'] ?? draft.header.kid)
  const strange = published.includes(kid) || kid === draft.header.kid ? draft.header.kid : kid
  return { ...draft, header: { ...draft.header, kid: strange }, signature: tampered ? 'tampered' : 'good' }
}
