// A launch token before it is signed (HTI 2.0), valid or broken on purpose. Pure: the composer's page uses it to
// preview what the portal will sign, so both break a token in the same way.
import type { FailureName } from './failures.ts'

/** HTI 2.0: at most five minutes. */
const LAUNCH_LIFETIME_S = 300

/** Claims by name; a broken token may have anything in them. */
export type Claims = Readonly<Record<string, unknown>>

/** A launch token before its signature. */
export interface LaunchDraft {
  readonly header: { readonly alg: string; readonly kid: string; readonly typ: 'JWT' }
  readonly claims: Claims
  /** The treatment of the signature; `none` when alg is none. */
  readonly signature: 'good' | 'tampered' | 'none'
}

interface Facts {
  /** client_id of the portal. */
  readonly issuer: string
  /** `Device/x` of the app. */
  readonly device: string
  readonly key: { readonly alg: string; readonly kid: string }
  readonly jti: string
  /** Epoch seconds. */
  readonly now: number
}

/** The requested changes: claims that are added or replaced, and usual ones to leave out. */
export interface Asked {
  readonly claims: Claims
  readonly without?: readonly string[] | undefined
}

/** The claims of a launch token by default. */
export const USUAL_CLAIMS = ['iss', 'aud', 'jti', 'iat', 'exp', 'hti-version'] as const

/** The requested launch token, with the usual claims where nothing else is specified. */
export function draftLaunch({ claims, without = [] }: Asked, { issuer, device, key, jti, now }: Facts): LaunchDraft {
  const usual = {
    iss: issuer,
    aud: device,
    jti,
    iat: now,
    exp: now + LAUNCH_LIFETIME_S,
    'hti-version': '2.0',
  }
  const all = Object.entries({ ...usual, ...claims }).filter(([name]) => !without.includes(name))
  return { header: { alg: key.alg, kid: key.kid, typ: 'JWT' }, claims: Object.fromEntries(all), signature: 'good' }
}

type Breaking = (draft: LaunchDraft, other: string | undefined) => LaunchDraft

const CLOCK_AHEAD_S = 120 // More than the tolerance of any sensible server.

const changed = (draft: LaunchDraft, claims: Claims): LaunchDraft => ({
  ...draft,
  claims: Object.fromEntries(Object.entries({ ...draft.claims, ...claims }).filter(([, value]) => value !== undefined)),
})

const shifted = (draft: LaunchDraft, seconds: number): LaunchDraft => {
  const iat = Number(draft.claims['iat']) + seconds
  return changed(draft, { iat, exp: iat + LAUNCH_LIFETIME_S })
}

const BREAKING: Partial<Readonly<Record<FailureName, Breaking>>> = {
  expired: (draft) => shifted(draft, -2 * LAUNCH_LIFETIME_S),
  'clock-skew': (draft) => shifted(draft, CLOCK_AHEAD_S),
  'wrong-aud': (draft) => changed(draft, { aud: 'Device/another-app' }),
  'unknown-kid': (draft) => ({ ...draft, header: { ...draft.header, kid: 'never-published' } }),
  'tampered-signature': (draft) => ({ ...draft, signature: 'tampered' }),
  unsigned: (draft) => ({ ...draft, header: { ...draft.header, alg: 'none' }, signature: 'none' }),
  'missing-claim': (draft) => changed(draft, { sub: undefined }),
  'wrong-task': (draft) => changed(draft, { resource: 'Task/of-another-domain' }),
  // Without patient, which would have to be the same person when the user is a patient.
  'wrong-user': (draft, other) => changed(draft, { sub: other, patient: undefined }),
}

/** The draft as a failure breaks it; unchanged by one that is not made in the token. `other` stands in for sub. */
export const breakLaunch = (draft: LaunchDraft, name: FailureName | undefined, other?: string): LaunchDraft =>
  (name && BREAKING[name]?.(draft, other)) ?? draft

/**
 * A person who can replace the person of the launch and who could have its task: a practitioner, who may open any; for
 * a practitioner, the patient of the launch.
 */
export function otherPerson(people: readonly string[], { sub, patient }: Claims): string | undefined {
  const others = people.filter((reference) => reference !== sub)
  const of = (type: string) => others.find((reference) => reference.startsWith(type))
  if (typeof sub !== 'string' || !sub.startsWith('Practitioner/')) return of('Practitioner/') ?? of('Patient/')
  return typeof patient === 'string' ? patient : (of('Practitioner/') ?? of('Patient/'))
}

/**
 * The reason that a draft must not be signed; undefined when it may. The key that signs launches also authenticates the portal (RFC
 * 7523): a token whose sub is the portal, or whose audience is an address, could be passed off as a client assertion.
 */
export function notALaunch({ claims }: LaunchDraft, issuer: string): 'sub' | 'aud' | undefined {
  if (claims['sub'] === issuer || (claims['sub'] !== undefined && claims['sub'] === claims['iss'])) return 'sub'
  const audiences = Array.isArray(claims['aud']) ? claims['aud'] : [claims['aud']]
  return audiences.some((aud) => aud !== undefined && !(typeof aud === 'string' && /^[A-Za-z0-9\-./]{1,80}$/.test(aud)))
    ? 'aud'
    : undefined
}
