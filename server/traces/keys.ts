// Whose trace a request belongs to. A key can be had only by who holds what it is made from, so nobody writes into the
// trace of somebody else: a launch that a registered platform is proven to have signed, a secret of a browser flow, or the
// calls of a client that proved itself. What is none of these gets a trace of its own, under a random id.
import { sha256 } from '#lib/crypto/hash.ts'
import type { LinkKind } from '#lib/trace/trace.ts'

/** 128 bit of a hash: no two launches share an id. */
const ID_LENGTH = 22

const hashed = (...parts: readonly string[]) => sha256(JSON.stringify(parts)).slice(0, ID_LENGTH)

/** Of a launch whose token a platform signed. */
export const launchKey = (platform: string, jti: string): string => `l-${hashed('launch', platform, jti)}`

const LINK_PREFIXES: Readonly<Record<LinkKind, string>> = { 'app-state': 's', 'idp-state': 'i' }

/** Of a secret that was linked with a launch, or is going to be. */
export const linkKey = (kind: LinkKind, secret: string): string => `${LINK_PREFIXES[kind]}-${hashed(kind, secret)}`

/** Whether a key takes part in a trace only by a link. */
export const isLink = (key: string): boolean => /^[si]-/.test(key)

/** Whether a request may come before the launch that links it: an app learns its state first, the provider afterwards. */
export const maySayFirst = (key: string): boolean => key.startsWith('s-')

/** Of what a client calls by one X-Trace-Id. */
export const callKey = (clientId: string, traceId: string): string => `c-${hashed('call', clientId, traceId)}`

/** Of a request that belongs to nothing that is proven. */
export const ownKey = (random: string): string => `o-${random.slice(0, ID_LENGTH)}`

/** A jti or X-Trace-Id that may be kept: printable, bounded, and no text with blanks. */
export const isTraceId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7E]{8,255}$/.test(value)
