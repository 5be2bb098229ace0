// The ports of the peer for developers, complete: it has access to nothing else.

import type { AppKeys, KeyVerdict } from '#lib/api/admin.ts'
import type { ConnectMe } from '#lib/api/connect.ts'
import type { InspectRequest, TokenVerdict } from '#lib/api/tools.ts'
import type { Audit } from '#lib/audit/audit.ts'
import type { CheckName } from '#lib/checks/checks.ts'
import type { StepName } from '#lib/checks/steps.ts'
import type { Random } from '#lib/crypto/random.ts'
import type { RateLimit } from '#lib/http/rate-limit.ts'
import type { Problem, ProblemName } from '#lib/i18n/problems.ts'
import type { Log } from '#lib/log.ts'
import type { AppRight } from '#lib/oauth/app-rights.ts'
import type { ClientKind } from '#lib/oauth/client-kind.ts'
import type { KeySource } from '#lib/oauth/registered-client.ts'
import type { FactList, Facts } from '#lib/trace/trace.ts'
import type { OwnedApp, OwnedApps } from './store.ts'

/** A person with an account of this domain. */
export interface Developer {
  readonly accountId: string
  readonly username: string
  readonly name: string
  readonly role: string
}

/** A request of an app, from its trace. */
export interface TracedRequest {
  readonly step: StepName
  /** False for a request of another app, to which the client sent somebody. */
  readonly own: boolean
  /** Epoch milliseconds. */
  readonly at: number
  readonly method: string
  readonly sent: FactList
  readonly status: number
  readonly checks: readonly (Facts & { readonly name: CheckName; readonly reason?: string })[]
  /** The check that failed, if one did. */
  readonly failed?: CheckName
}

export interface FetchedKeys {
  /** The keys of an app, or the address where they are published. */
  readonly at: number
  readonly status: number
}

export interface ConnectDeps {
  readonly publicUrl: string
  /** In the demo an app is approved when it is registered, with a role; elsewhere it waits for an administrator. */
  readonly demo:
    | {
        /** The role that gives an app these rights, and reading, or a portal what it manages; created if missing. */
        readonly roleFor: (kind: ClientKind, rights: readonly AppRight[]) => Promise<string>
        /** True for a role that `roleFor` gives, which the owner of an app may exchange for another one of these. */
        readonly isOwnersChoice: (role: string | undefined) => boolean
        readonly people: ConnectMe['demoPeople']
      }
    | undefined
  readonly developer: (request: Request) => Promise<Developer | undefined>
  readonly apps: OwnedApps
  /** The authorization server's rules for registrations. */
  readonly registration: {
    /** Each thing that is wrong. */
    readonly problems: (app: OwnedApp) => readonly Problem[]
    /** The keys in a form, otherwise the previous ones; or the name of the problem. */
    readonly keysOf: (keys: AppKeys, before?: KeySource) => Promise<KeySource | ProblemName>
  }
  /** The Device that represents an app: created if missing, deleted with the app. */
  readonly device: {
    readonly ensure: (app: Pick<OwnedApp, 'clientId' | 'name'>) => Promise<void>
    readonly remove: (clientId: string) => Promise<void>
  }
  /** The latest request of each step of a client, in order of time. Each call keeps the client being followed. */
  readonly requestsOf: (clientId: string) => Promise<readonly TracedRequest[]>
  /** The latest answer to a key fetch for an authenticating client; undefined when there was none. */
  readonly keysFetched: (url: string) => FetchedKeys | undefined
  /** Whether anything answers at an address; null where this server may not ask. */
  readonly reaches: (url: string) => Promise<boolean | null>
  /** The source of a sample app by its file name; undefined when there is none. */
  readonly sample: (name: string) => Promise<string | undefined>
  readonly inspect: {
    readonly jwksUrl: (url: string) => Promise<KeyVerdict<Problem>>
    readonly token: (
      asked: InspectRequest,
      looksAfter: (client: { readonly ownerAccountId?: string } | undefined) => boolean,
    ) => Promise<TokenVerdict>
  }
  readonly limits: {
    /** Changes of one account, and fetches that it causes. */
    readonly changes: RateLimit
    /** Tokens from one address. */
    readonly inspect: RateLimit
  }
  readonly clientAddress: (request: Request) => string
  readonly clock: () => number
  readonly random: Random
  readonly log: Log
  readonly audit: Pick<Audit, 'record'>
}
