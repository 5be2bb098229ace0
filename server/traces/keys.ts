// The key of the trace that a request belongs to. A key is derived from something that only its holder has, so that
// nobody can add to another party's trace: a launch with a verified signature of a registered platform, a secret of a
// browser flow, or the calls of an authenticated client. Any other request gets its own trace, under a random id.
import { sha256 } from '#lib/crypto/hash.ts'
import type { LinkKind } from '#lib/trace/trace.ts'

/** 128 bits of a hash: no two launches share an id. */
const ID_LENGTH = 22

const hashed = (...parts: readonly string[]) => sha256(JSON.stringify(parts)).slice(0, ID_LENGTH)

/** The key of a launch with a verified platform signature. */
export const launchKey = (platform: string, jti: string): string => `l-${hashed('launch', platform, jti)}`

const LINK_PREFIXES: Readonly<Record<LinkKind, string>> = { 'app-state': 's', 'idp-state': 'i' }

/** The key of a secret that is, or will be, linked to a launch. */
export const linkKey = (kind: LinkKind, secret: string): string => `${LINK_PREFIXES[kind]}-${hashed(kind, secret)}`

/** True for a key that leads to a trace only by correlation. */
export const isLink = (key: string): boolean => /^[si]-/.test(key)

/**
 * True when a request may arrive before the launch that it is correlated with: an app sends its state first, the provider later.
 */
export const maySayFirst = (key: string): boolean => key.startsWith('s-')

/** The key of a client's calls with one X-Trace-Id. */
export const callKey = (clientId: string, traceId: string): string => `c-${hashed('call', clientId, traceId)}`

/** True for the calls of an authenticated client. */
export const isOfClient = (id: string): boolean => id.startsWith('c-')

/** The key of a request that belongs to nothing proven. */
export const ownKey = (random: string): string => `o-${random.slice(0, ID_LENGTH)}`

/** True for a jti or X-Trace-Id that may be stored: printable, of limited length, without blanks. */
export const isTraceId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7E]{8,255}$/.test(value)
