// The ports of the FHIR console, complete: it has access to nothing else.
import type { FhirConsoleClient, FhirConsoleMe } from '#lib/api/fhir-console.ts'
import type { Audit } from '#lib/audit/audit.ts'
import type { Clock } from '#lib/clock.ts'
import type { RateLimit } from '#lib/http/rate-limit.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { Log } from '#lib/log.ts'
import type { BackendServices } from '#lib/oauth/backend-services.ts'

/** The signed-in sender of a request. */
export interface Asker {
  readonly username: string
  readonly role: string
}

/** One of the domain's own clients, whose keys are here. */
export interface OwnClient extends FhirConsoleClient {
  readonly backend: Pick<BackendServices, 'send'>
  /** True for people who may use its token. */
  readonly isFor: (person: Asker) => boolean
}

export interface FhirConsoleDeps {
  readonly publicUrl: string
  readonly fhirBase: string
  readonly clients: readonly OwnClient[]
  /** What an app is called in a language; undefined for one that is not registered. */
  readonly appName: (clientId: string, language: Language) => Promise<string | undefined>
  /** The people of the demo whom one click signs in; empty outside of it. */
  readonly demoPeople: FhirConsoleMe['demoPeople']
  readonly person: (request: Request) => Promise<Asker | undefined>
  /** A new X-Trace-Id whose trace that person may see. */
  readonly traceIdFor: (person: Asker) => string
  /** The value of CONSOLE_HEADER in a new request. */
  readonly mark: () => string
  /** The longest body of a FHIR request, in bytes. */
  readonly mostBytes: number
  /** Requests of one address. */
  readonly limit: RateLimit
  readonly clientAddress: (request: Request) => string
  readonly clock: Clock
  readonly log: Log
  readonly audit: Pick<Audit, 'record'>
}
