// What the pages of Subscriptions have, whom they are for, and how they refuse.
import { changeRefused } from '#lib/audit/changes.ts'
import { refusals } from '#lib/http/json-api.ts'
import { type RateLimit, rateLimitHeaders } from '#lib/http/rate-limit.ts'
import type { HeaderMap } from '#lib/http/respond.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { StoredVersion } from '../fhir/store.ts'
import type { SubscriptionDeps } from './deps.ts'
import { FAILURE_TEXTS, STATUS } from './texts.ts'

/** The sender: an administrator sees all Subscriptions, a developer those of some apps. */
export interface SubscriptionViewer {
  readonly username: string
  readonly all: boolean
  /** client_ids. */
  readonly apps: readonly string[]
}

export interface PageDeps extends SubscriptionDeps {
  /** Undefined for a person who is not signed in or may see none. */
  readonly viewer: (request: Request) => Promise<SubscriptionViewer | undefined>
  readonly publicUrl: string
  /** All approved apps. */
  readonly approved: () => Promise<readonly { readonly clientId: string; readonly name: string }[]>
  /** What an app is called in a language; undefined for one that is not registered. */
  readonly appName: (clientId: string, language: Language) => Promise<string | undefined>
  /** POST of a Subscription to the FHIR API in the name of an app; its answer has no body on success. */
  readonly create: (clientId: string, text: string, traceId: string) => Promise<Response>
  /** DELETE of a version of a Subscription at the FHIR API in the name of an app. */
  readonly remove: (
    clientId: string,
    one: Pick<StoredVersion, 'id' | 'versionId'>,
    traceId: string,
  ) => Promise<Response>
  /** The key of the trace of a client's requests with an X-Trace-Id. */
  readonly traceOf: (clientId: string, traceId: string) => string
  /** A new X-Trace-Id whose trace that person may see. */
  readonly traceIdFor: (username: string) => string
  readonly limits: {
    /** By user name. */
    readonly changes: RateLimit
    /** By client_id of the app whose receiver is tested. */
    readonly tests: RateLimit
  }
}

/** A viewer, and the language in which the reasons of Subscriptions are read. */
export type Reader = SubscriptionViewer & { readonly language: Language }

export const { failure, api, readJson } = refusals(STATUS, FAILURE_TEXTS)

/** Throws ApiFailure when a caller has sent too many requests. */
export async function assertRate(deps: PageDeps, request: Request, viewer: Reader, limit: RateLimit, caller: string) {
  const exceeded = await limit.count(caller)
  if (exceeded) throw turnedAway(deps, request, viewer, 'too_many_requests', rateLimitHeaders(exceeded))
}

/** The refusal of a change, on record. */
export function turnedAway(
  { audit }: PageDeps,
  request: Request,
  { username }: Reader,
  why: 'not_your_app' | 'too_many_requests',
  headers: HeaderMap = {},
) {
  audit.record(changeRefused({ request, person: { username } }, why))
  return failure(why, { headers })
}
