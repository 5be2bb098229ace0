// What the checks of an authorize request are given, and what they prove.
import type { Reference } from '#lib/fhir/reference.ts'
import type { Params } from '#lib/http/params.ts'
import type { UnverifiedJwt } from '#lib/oauth/jws.ts'
import type { Traced } from '../deps.ts'
import type { Client, Jti, LaunchContext } from '../store.ts'
import type { AuthorizeDeps } from './authorize-deps.ts'
import type { RoundTrip } from './idp-transaction.ts'

/** An authorize request, before its checks. */
export type AuthorizeRequest = AuthorizeDeps & Traced & { readonly request: Request; readonly params: Params }

/** A resource as JSON. */
export type Resource = Readonly<Record<string, unknown>>

/** The claims of a launch: those of a proven token, or those that were stored with a grant. */
export interface LaunchClaims {
  /** client_id of the launching platform. */
  readonly platform: string
  /** jti of the token, which is the trace id of everything that follows. */
  readonly traceId: string
  readonly sub: unknown
  readonly resource: unknown
  readonly definition?: unknown
  readonly patient?: unknown
  readonly intent?: unknown
}

/** Everything that a check may prove, for the checks after it. */
export interface Provable {
  readonly client: Client
  /** A registered redirect_uri of the client, exactly as sent. */
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string | undefined
  readonly prompt: string | undefined
  readonly maxAge: number | undefined
  readonly scope: string
  readonly codeChallenge: string
  /** The launch token, and what is written in it. */
  readonly token: string
  readonly jwt: UnverifiedJwt
  readonly platform: string
  readonly iat: number
  readonly exp: number
  readonly jti: Jti
  /** The client in its iss, and whether a registered key of that client signed it. */
  readonly signer: Client
  readonly isSigned: boolean
  /** The launch, whose resources are not looked up yet. */
  readonly launch: LaunchClaims
  readonly personReference: Reference
  readonly person: Resource
  readonly task: Resource
  readonly context: LaunchContext
  readonly roundTrip: RoundTrip
  readonly loginUrl: string
}

/** The named ports of the request, and facts that are proven by now. */
export type Given<Names extends keyof (AuthorizeRequest & Provable)> = Pick<AuthorizeRequest & Provable, Names>

/** What must be proven before the person is sent to the identity provider; a launch, too, where the profile has one. */
export type Accepted = AuthorizeRequest &
  Pick<Provable, 'client' | 'redirectUri' | 'state' | 'nonce' | 'prompt' | 'maxAge' | 'scope' | 'codeChallenge'> &
  Pick<Provable, 'roundTrip' | 'loginUrl'> &
  Partial<Pick<Provable, 'launch' | 'context'>>
