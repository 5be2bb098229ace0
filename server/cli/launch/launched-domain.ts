// The ports of a launch by command: the data folder on this machine (local-domain.ts), or a remote server, with a token
// (remote/domain.ts).
import type { TraceDetail } from '#lib/api/traces.ts'
import type { Clock } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import type { FailureName } from '#lib/launch/failures.ts'
import type { SystemScope } from '#lib/oauth/smart-scope.ts'
import type { KeyOwner } from './private-key.ts'

/** The addresses of a domain, as its settings have them. */
export interface Addresses {
  readonly publicUrl: string
  readonly authUrl: string
  readonly baseUrl: string
  /** Issuer of the identity provider. */
  readonly idpIssuer: string
  /** True when the identity provider is not the embedded one. */
  readonly hasExternalIdp: boolean
  /** True in a demo domain, whose people and passwords are known. */
  readonly demo: boolean
  /** The start of its server, for the remedy of an address that does not answer. */
  readonly startedBy: string
}

export interface LaunchedApp extends KeyOwner {
  readonly name: string
  readonly launchUrl: string
  readonly redirectUris: readonly string[]
}

/** A launch for a platform to sign. */
export interface Wanted {
  readonly app: LaunchedApp
  /** The user of the launch, and its task, as references; without a task, the portal that signs chooses one. */
  readonly as: string
  readonly task: string | undefined
  readonly fail?: FailureName | undefined
}

export interface LaunchToken {
  readonly token: string
  /** The trace id of all that follows. */
  readonly jti: string
  /** client_id of the platform that signed. */
  readonly platform: string
  /** The task that is opened, as a reference. */
  readonly task: string
}

export interface LaunchedDomain {
  readonly addresses: Addresses
  readonly clock: Clock
  /** Throws CommandFailed when it does not exist or cannot be launched. */
  readonly app: (clientId: string) => Promise<LaunchedApp>
  /**
   * A task of a person in an app, rather one that has not ended; left out where tasks cannot be read. Throws CommandFailed
   * when there is none.
   */
  readonly openTask?: (owner: string, clientId: string) => Promise<string>
  readonly permissions: (clientId: string) => Promise<readonly SystemScope[]>
  /** Throws CommandFailed for a person or a task that does not exist. */
  readonly sign: (wanted: Wanted) => Promise<LaunchToken>
  /** By its id, or by the jti of its launch token. */
  readonly trace: (id: string) => Promise<TraceDetail | undefined>
  /** The pause between two looks for a trace, in milliseconds. */
  readonly lookEveryMs: number
  /** True when somebody else than the user is known, for whom a launch of the wrong person can be signed. */
  readonly knowsOthers: boolean
  /**
   * A network in which the authorization server cannot reach its identity provider; undefined when that cannot be
   * simulated.
   */
  readonly withoutIdp:
    | ((fetch: Fetch) => Promise<{ readonly fetch: Fetch; readonly close: () => Promise<void> }>)
    | undefined
}
