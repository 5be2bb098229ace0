// Removes secrets and personal data from values, by name and by shape, before they are logged or stored in a trace. A
// random secret leaves a short fingerprint, so that a repeated value can be recognised.
import { sha256 } from '../crypto/hash.ts'
import { readUnverified } from './jws.ts'

/** The treatment of a value, by its name. */
type Kind = keyof typeof NAMES

const NAMES = {
  /** Random values of at least 128 bit: a short hash of them reveals nothing. */
  random: 'code state nonce code_verifier access_token refresh_token interaction csrf csrf_token session browser',
  /** Tokens: decoded if possible, otherwise removed. */
  token: 'launch client_assertion assertion id_token id_token_hint token subject_token',
  /** Values that people choose, or credentials for more than one request: removed completely. */
  secret:
    'password passwd pwd passphrase new_password client_secret secret api_key private_key cookie set-cookie authorization authentication',
  /** Names of people. */
  user: 'username preferred_username email login_hint',
  personal: 'name given_name family_name middle_name nickname birthdate phone_number address picture',
  /** Public by design, and of the shape of a secret. */
  public: 'code_challenge kid x5t x5t#s256 fingerprint at_hash c_hash',
} as const

/** A name without its case and its joints: `clientSecret`, `Client-Secret` and `client_secret` are one. */
const spelled = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names.split(' ').flatMap((name) => [name, spelled(name)].map((one) => [one, kind as Kind] as const)),
  ),
)

/** Names are compared without regard to their spelling, so that another one does not bring a secret through. */
const kindOf = (name: string): Kind | undefined =>
  KINDS.get(name) ?? (/[^a-z]/.test(name) ? KINDS.get(spelled(name)) : undefined)

/** Characters of SHA-256, or of 256 random bits. */
const SHORTEST_OPAQUE = 43
/** SHA-256, 256 random bits, or more: the form of this domain's opaque tokens. */
const OPAQUE = /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43,}/g
const isOpaque = (text: string): boolean => text !== '' && text.replace(OPAQUE, '') === ''
/** Begins where a run of letters does: tried from each of them, a long run without a dot would take its length squared. */
const JWT = /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}(\.[A-Za-z0-9_-]*){1,3}/g
const BEARER = /\b(Bearer|Basic|DPoP)\s+[^\s,"']+/gi
/** Names of parameters with secret values, wherever they stand in a text. */
const PARAMETERS =
  /\b(launch|code|state|nonce|code_?verifier|code_?challenge|client_?assertion|client_?secret|assertion|(?:access_?|refresh_?|id_?)?token|id_?token_?hint|interaction|csrf(?:_?token)?|(?:new_?)?password|passwd|pwd|passphrase|secret|api_?key|private_?key|session|slipway-[a-z-]{1,40})=[^&\s"'<>;,]+/gi
/** What ends the value of a parameter, and so every secret that the patterns above find. */
const END_OF_VALUE = /[&\s"'<>;,]/
const LONGEST_TEXT = 1024
const LONGEST_LIST = 30
const DEEPEST = 5
const FINGERPRINT = 8
const LONGEST_DOMAIN = 80

/** The placeholder for a secret. */
export interface Removed {
  readonly removed: 'secret' | 'personal'
  readonly length?: number
  /** The first characters of its SHA-256, in base64url. */
  readonly sha256?: string
}

/** A token without its signature. */
export interface DecodedJwt {
  readonly jwt: { readonly header: unknown; readonly claims: unknown }
}

/** Facts in the form in which they may be stored. `name` is the value's name, which decides its treatment. */
export function redact(value: unknown, name = '', depth = 0): unknown {
  const kind = kindOf(name)
  if (value === undefined || value === null || typeof value === 'boolean' || typeof value === 'number')
    return kind === 'secret' && value ? ({ removed: 'secret' } satisfies Removed) : value
  if (kind === 'secret') return { removed: 'secret' } satisfies Removed
  if (kind === 'personal') return { removed: 'personal' } satisfies Removed
  if (typeof value === 'string') return redactText(value, kind, depth)
  if (depth >= DEEPEST) return { removed: 'secret' } satisfies Removed
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((one) => redact(one, name, depth + 1))
  if (typeof value !== 'object') return String(value).slice(0, LONGEST_TEXT)
  const redacted: Record<string, unknown> = Object.create(null) // `__proto__` is a name like any other.
  for (const key of Object.keys(value).slice(0, LONGEST_LIST))
    redacted[scrub(key)] = redact((value as Readonly<Record<string, unknown>>)[key], key, depth + 1) ?? null
  return redacted
}

function redactText(text: string, kind: Kind | undefined, depth: number): unknown {
  if (kind === undefined && text.length < SHORTEST_OPAQUE && !/[\s.?]/.test(text)) return text // Most: ids, codes and words.
  if (kind === 'user') return maskedUser(text)
  const jwt = depth < DEEPEST ? readUnverified(text) : undefined
  if (jwt)
    return {
      jwt: { header: redact(jwt.header, '', depth + 1), claims: redact(jwt.claims, '', depth + 1) },
    } satisfies DecodedJwt
  if (kind === 'random' || kind === 'token' || (kind !== 'public' && isOpaque(text))) return removed(text)
  return scrub(redactUrl(text, depth))
}

/** The beginning of a long text. The word at the cut goes as a whole: half a secret is not recognised as one. */
function shortened(text: string): string {
  if (text.length <= LONGEST_TEXT) return text
  let end = LONGEST_TEXT - 1
  while (end > 0 && !END_OF_VALUE.test(text.charAt(end))) end -= 1
  return `${text.slice(0, end)}…`
}

/** A text without the secrets that it quotes: an error sentence may have a token or an address in it. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(BEARER, '$1 [removed]')
    .replace(JWT, '[token removed]')
    .replace(PARAMETERS, '$1=[removed]')
    .replace(OPAQUE, (found) => (/\d/.test(found) && /[a-z]/i.test(found) ? '[removed]' : found))

/** The same for the beginning of a possible sentence: it contains a blank or a dot, which most names do not. */
const scrub = (text: string): string => (/[\s.]/.test(text) ? withoutSecrets(shortened(text)) : shortened(text))

const removed = (secret: string): Removed =>
  secret.length >= 22 // 128 bit in base64url
    ? { removed: 'secret', length: secret.length, sha256: sha256(secret).slice(0, FINGERPRINT) }
    : { removed: 'secret', length: secret.length }

/** `m…e@example.org`: enough to distinguish two people, too little to write to either. */
function maskedUser(username: string): string {
  const at = username.lastIndexOf('@')
  const own = at > 0 ? username.slice(0, at) : username
  const domain = at > 0 ? scrub(username.slice(at)).slice(0, LONGEST_DOMAIN) : ''
  return `${own.slice(0, 1)}…${own.length > 2 ? own.slice(-1) : ''}${domain}`
}

/** A URL with its secret parameters removed; any other text unchanged. `depth` counts the URLs that it stands in. */
export function redactUrl(text: string, depth = 0): string {
  const at = text.indexOf('?')
  if (at < 0 || !/^(https?:\/\/|\/)/i.test(text)) return text
  const pairs = [...new URLSearchParams(text.slice(at + 1).split('#')[0])].map(([name, value]) => {
    const redacted = depth < DEEPEST ? redact(value, name, depth + 1) : undefined
    return `${encodeURIComponent(name)}=${typeof redacted === 'string' ? encodeURIComponent(redacted) : '[removed]'}`
  })
  return `${text.slice(0, at)}?${pairs.join('&')}`
}
