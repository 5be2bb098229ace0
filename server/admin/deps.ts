// The ports of the console, complete: it has access to nothing else.

import type {
  AdminFinding,
  AdminKey,
  AdminStatus,
  AdminUser,
  AdminUserPage,
  AppKeys,
  AssertionVerdict,
  KeyVerdict,
} from '#lib/api/admin.ts'
import type { KeyOwner } from '#lib/api/admin-words.ts'
import type { AuditActor } from '#lib/api/audit.ts'
import type { DemoDifference, DemoPutBack, ImportReport, SampleCount } from '#lib/api/data.ts'
import type { ApiToken, TokenScope } from '#lib/api/token-words.ts'
import type { NewTokenForm } from '#lib/api/tokens.ts'
import type { Audit } from '#lib/audit/audit.ts'
import type { Random } from '#lib/crypto/random.ts'
import type { Reference } from '#lib/fhir/reference.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { Problem, ProblemName } from '#lib/i18n/problems.ts'
import type { Log } from '#lib/log.ts'
import type { KeySource } from '#lib/oauth/registered-client.ts'
import type { AccountList, AppRegistry, PeoplePort, RegisteredApp, TrailStore } from './store.ts'

/**
 * A signed-in person with the current role of the account, or the administrator in whose name a token acts, with the
 * token.
 */
export type AdminViewer = AdminUser & {
  readonly token?: string | undefined
  readonly scopes?: readonly TokenScope[] | undefined
}

/** A file that is imported. */
export interface ImportedFile {
  /** Its name, whose ending distinguishes NDJSON from a document. */
  readonly name: string
  readonly content: readonly Uint8Array[]
  /** Checks and reports, and writes nothing. */
  readonly dryRun: boolean
  readonly signal: AbortSignal
  /** Called after each written group. */
  readonly progress: (report: ImportReport) => void
}

/** The records of the domain as a whole. */
export interface DataPorts {
  /**
   * The same import as on the command line. It yields to other work and runs one at a time. Rejects with
   * StorageUnavailable.
   */
  readonly importFile: (file: ImportedFile) => Promise<ImportReport>
  /** The demo's own data, in a demo domain. */
  readonly demo:
    | {
        /** Throws StorageUnavailable. */
        readonly difference: () => Promise<DemoDifference>
        /** Resolves when it is on the disk; the trace id is in each event of the audit log. Rejects with StorageUnavailable. */
        readonly putBack: (request: Request, traceId: string) => Promise<DemoPutBack>
        readonly samples: () => Promise<SampleCount>
        /** The sample data as NDJSON. */
        readonly sampleFile: () => string
      }
    | undefined
}

export type NewAccount = AdminUser & { readonly id: string; readonly password: string }

/** Whoever gets a record. */
interface NewPerson {
  readonly username: string
  readonly name: string
  readonly gender: string
}

/** A signing key as stored, its times in epoch milliseconds. */
export type KeptKey = Omit<AdminKey, 'createdAt' | 'signsFrom'> & {
  readonly createdAt: number
  readonly signsFrom: number | undefined
}

/** Everything that the console can reach. */
export interface AdminDeps {
  readonly publicUrl: string
  readonly resourceTypes: readonly string[]
  readonly viewer: (request: Request) => Promise<AdminViewer | undefined>
  /** The person signed in by another identity provider, linked with an account here or not. */
  readonly unlinked: (
    request: Request,
  ) => Promise<{ readonly issuer: string; readonly subject: string; readonly name: string } | undefined>
  /** The token that a request bears, while it is in force. */
  readonly bearer: (request: Request) => Promise<ApiToken | undefined>
  readonly tokens: {
    readonly list: () => Promise<readonly ApiToken[]>
    readonly make: (
      wanted: NewTokenForm & { readonly username: string },
    ) => Promise<{ readonly secret: string; readonly token: ApiToken } | 'unknown' | 'too_many'>
    /** Returns the revoked token; undefined when there is no such token. */
    readonly revoke: (id: string) => Promise<ApiToken | undefined>
  }
  readonly status: () => Promise<AdminStatus>
  /** The examination of the installation, as `./bin/slipway doctor` makes it. */
  readonly doctor: {
    /** Findings about settings, files and keys, without any outbound request. */
    readonly inside: (language: Language) => Promise<readonly AdminFinding[]>
    /** Findings about the keys that apps publish and the identity provider's answers. */
    readonly others: (language: Language) => Promise<readonly AdminFinding[]>
  }
  readonly registry: AppRegistry
  /** The authorization server's rules for registrations. */
  readonly registration: {
    /** Each thing that is wrong. */
    readonly problems: (app: RegisteredApp) => readonly Problem[]
    /** The keys in a form, otherwise the previous ones; or the name of the problem. */
    readonly keysOf: (keys: AppKeys, before?: KeySource) => Promise<KeySource | ProblemName>
  }
  /** Creates the Device that represents an app, if it does not exist. */
  readonly ensureDevice: (app: Pick<RegisteredApp, 'clientId' | 'name'>) => Promise<void>
  /** Deletes the Device that represents an app. */
  readonly removeDevice: (clientId: string) => Promise<void>
  /** True for an app by which the domain itself works, and which therefore stays. */
  readonly isOwnApp: (clientId: string) => boolean
  readonly accounts: AccountList & {
    /** False when the user name is taken. */
    readonly add: (account: NewAccount) => Promise<boolean>
  }
  /** What an administrator does with one account. Whatever ends sessions ends them at the apps as well. */
  readonly people: PeoplePort
  /** The issuer of another identity provider, which keeps passwords and sessions itself. */
  readonly provider: string | undefined
  /** The record whose identifier is a user name. */
  readonly recordOf: (username: string) => Promise<AdminUserPage['record']>
  /** identifier.system under which a record has the user name of its person. */
  readonly identifierSystem: string
  /** Makes the record of a patient. This and its likes make none, which is false, when a record has the user name. */
  readonly makePatient: (person: NewPerson & { readonly birthDate: string }) => Promise<boolean>
  readonly makePractitioner: (person: NewPerson) => Promise<boolean>
  /** `patient` is the reference of whom the person is a relative of. */
  readonly makeRelatedPerson: (
    person: NewPerson & { readonly birthDate: string; readonly patient: string },
  ) => Promise<boolean>
  /** The session at the identity provider in which a request was sent. */
  readonly sidOf: (request: Request) => Promise<string | undefined>
  readonly keys: {
    readonly list: () => Promise<readonly KeptKey[]>
    readonly rotate: (owner: KeyOwner, options: { readonly now: boolean }) => Promise<unknown>
    /** False when there is no such key. */
    readonly revoke: (kid: string) => Promise<boolean>
  }
  readonly inspect: {
    readonly jwksUrl: (url: string) => Promise<KeyVerdict<Problem>>
    readonly assertion: (assertion: string) => Promise<AssertionVerdict>
  }
  readonly data: DataPorts
  /** The audit log as auditors read it. */
  readonly trail: TrailStore & {
    /** The head of the log in the form that `audit verify` prints, and the position up to which it is archived. */
    readonly state: () => Promise<{ readonly head: string | null; readonly archivedUpTo: number | null }>
  }
  /** The key of the trace of a client's requests with an X-Trace-Id. */
  readonly traceOf: (clientId: string, traceId: string) => string
  /** The name of the account or the app that an event of the audit log names, as it is now. */
  readonly actorName: (actor: Pick<AuditActor, 'role' | 'name'>, language: Language) => Promise<string | undefined>
  /** The name of the activity that a Task is of, or of that ActivityDefinition; undefined for other records. Nothing else is read of them. */
  readonly activityName: (record: Reference, language: Language) => Promise<string | undefined>
  /** What an app is called in a language; undefined for one that is not registered. */
  readonly appName: (clientId: string, language: Language) => Promise<string | undefined>
  /** The user names, and the references of the records, of the accounts whose user name or name contains a text; `more` when there are too many to name. */
  readonly peopleNamed: (text: string) => Promise<{ readonly people: readonly string[]; readonly more: boolean }>
  readonly audit: Pick<Audit, 'record'>
  readonly random: Random
  readonly log: Log
}
