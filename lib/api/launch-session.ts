// The JSON of GET /launch/api/session: the state of a launch in the demo app. It never contains a token.

/** The steps of a launch in the order in which they are taken. */
export const LAUNCH_STEPS = ['launch', 'discover', 'authorize', 'login', 'code', 'token', 'id_token', 'open'] as const
export type LaunchStepName = (typeof LAUNCH_STEPS)[number]

export interface LaunchStep {
  readonly step: LaunchStepName
  readonly ok: boolean
  /** Milliseconds since the launch arrived. */
  readonly ms: number
  /** A fact for the curious: an address, a reference, a status. */
  readonly detail: string
}

/** The reason that a launch failed. Texts for people: lib/i18n/launch-failures.ts. */
export type LaunchFailureName =
  | 'missing_parameter'
  | 'unknown_iss'
  | 'discovery_failed'
  | 'launch_unknown'
  | 'issuer_mismatch'
  | 'refused'
  | 'wrong_user'
  | 'cancelled'
  | 'token_failed'
  | 'id_token_invalid'
  | 'no_context'
  | 'unexpected'

export interface OpenSession {
  readonly status: 'open'
  /** The launch that the session is of: `?session=` of what the page asks for. */
  readonly id: string
  /** The FHIR base that the launch came with. */
  readonly iss: string
  /** The user as a reference: `Patient/x`, `Practitioner/x` or `RelatedPerson/x`. */
  readonly user: string
  readonly role: string
  /** The user's name, read from the user's resource. */
  readonly userName?: string
  readonly sub: string
  readonly fhirUser?: string
  /** `Task/x`. */
  readonly task: string
  readonly definition?: string
  /** `Patient/x`. */
  readonly patient?: string
  readonly intent?: string
  /** Claims of the verified id_token. */
  readonly idToken: Readonly<Record<string, unknown>>
  /** The relation of the launching page to this site, from Sec-Fetch-Site when the browser sent it. */
  readonly launchedFrom?: 'same-origin' | 'same-site' | 'cross-site' | 'none'
  readonly steps: readonly LaunchStep[]
  /** The page of the whole launch, when traces are stored: /traces/{trace}. */
  readonly trace?: string
  /** jti of the launch token: the X-Trace-Id of what the app asks for because of this launch. */
  readonly launchId?: string
  /** Epoch seconds. */
  readonly expiresAt: number
}

export interface FailedSession {
  readonly status: 'failed'
  /** The launch that the session is of. */
  readonly id: string
  readonly step: LaunchStepName
  readonly failure: LaunchFailureName
  /** The authorization server's own words, when it gave any. */
  readonly error?: string
  readonly error_description?: string
  readonly error_uri?: string
  readonly steps: readonly LaunchStep[]
  readonly trace?: string
}

export type LaunchSession = OpenSession | FailedSession | { readonly status: 'none' }
