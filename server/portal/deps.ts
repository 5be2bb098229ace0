// The ports of the launching portal. It has access to nothing else.
import type { Audit } from '#lib/audit/audit.ts'
import type { CookieJar } from '#lib/cookies.ts'
import type { KeyRing } from '#lib/crypto/key-ring.ts'
import type { Fetch } from '#lib/http/handler.ts'
import type { OncePerVisit } from '#lib/http/page-visits.ts'
import type { Runtime } from '#lib/runtime.ts'
import type { Tracing } from '#lib/trace/trace.ts'
import type { ComposePorts } from './compose/store.ts'
import type { MessageStore } from './store.ts'

/** A person who is signed in to the portal by the shared identity provider. */
export interface Viewer {
  readonly username: string
  readonly name: string | undefined
  /** The permanent identity at the identity provider. */
  readonly login?: { readonly issuer: string; readonly subject: string } | undefined
  /** The session at the identity provider, if it named one. */
  readonly sid?: string | undefined
}

/** An app that its developer is trying out. */
export interface OwnApp {
  readonly clientId: string
  readonly name: string
  readonly launchUrl: string
}

/** A completed task; app, task and people as references. */
export interface CompletedTask {
  /** The Device of the app. */
  readonly device: string | undefined
  readonly task: string
  readonly owner: string | undefined
  readonly patient: string | undefined
}

export interface PortalDeps extends Runtime {
  readonly publicUrl: string
  /** The portal's client_id in the domain, which is `iss` of its launch tokens. */
  readonly clientId: string
  /** True while the portal is an approved app of the domain; otherwise it requests no token. */
  readonly isInUse: () => Promise<boolean>
  /** The FHIR base that launches name as `iss`. */
  readonly fhirBase: string
  /** identifier.system of user names in a person's resource. */
  readonly identifierSystem: string
  readonly keys: KeyRing
  readonly cookies: CookieJar
  readonly fetch: Fetch
  readonly tracing: Tracing
  readonly audit: Pick<Audit, 'read' | 'record'>
  /** The id of the trace of the request that wrote a version of a Task, where people at the portal may see it. */
  readonly traceOfTask: (id: string, version: number) => Promise<string | undefined>
  /** Another text after each change of a Task, by whichever process. */
  readonly newestTask: () => Promise<string>
  /** The network address that a request came from. */
  readonly clientAddress: (request: Request) => string
  readonly viewer: (request: Request) => Promise<Viewer | undefined>
  /** What is found once for a visit of a page. */
  readonly once: OncePerVisit
  /** True when the identity provider tells of the end of a session, so that the demo app's sessions end with it. */
  readonly endsApps: boolean
  readonly compose: ComposePorts
  /** What practitioners say with tasks. */
  readonly messages: MessageStore
  /** Web origins registered for an app: an Endpoint elsewhere would collect launch tokens. */
  readonly launchOrigins: (clientId: string) => Promise<ReadonlySet<string>>
  /**
   * The developer's own app, which can be launched with a task that does not name it; undefined when it is somebody
   * else's, or not approved.
   */
  readonly ownApp: (request: Request, clientId: string) => Promise<OwnApp | undefined>
  /** Undefined outside of the demo. */
  readonly demo:
    | {
        /** The people whom a visitor may sign in as with one click. */
        readonly people: readonly {
          readonly reference: string
          readonly name: string
          readonly username: string
        }[]
        /** The activity and the practitioner of a task that a patient gets when all others have ended. */
        readonly fresh: { readonly activity: string; readonly requester: string }
        /** True when an app shows the owner of a completed task what was answered: it has answers, to the task or, for a review, of the patient. */
        readonly showAnswers: (of: CompletedTask) => Promise<boolean>
      }
    | undefined
}
