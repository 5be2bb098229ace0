// Guards the developers' endpoints: changes must come from our own pages, and every answer is uncacheable JSON.
import { changeRefused } from '#lib/audit/changes.ts'
import { type JsonApi, refusals } from '#lib/http/json-api.ts'
import { type Exceeded, type RateLimit, rateLimitHeaders } from '#lib/http/rate-limit.ts'
import type { HeaderMap } from '#lib/http/respond.ts'
import { isForeignChange } from '#lib/http/same-origin.ts'
import { by } from './audited.ts'
import type { ConnectDeps, Developer } from './deps.ts'
import { FAILURE_TEXTS, STATUS } from './texts.ts'

/** What makes a refusal, and reads a JSON body in the shape that is expected. */
export const { failure, readJson, api } = refusals(STATUS, FAILURE_TEXTS)

/** How failures become answers. */
export const connectApi = ({ log }: Pick<ConnectDeps, 'log'>): JsonApi =>
  api({ log, failed: 'the pages for developers failed', logsMessages: false, namesProblems: true })

/** The developer of a request. Throws ApiFailure for others, and for a change sent from another site. */
export async function assertDeveloper(deps: ConnectDeps, request: Request): Promise<Developer> {
  const { developer, publicUrl } = deps
  const person = await developer(request)
  if (!person) throw failure('not_signed_in')
  if (isForeignChange(request, publicUrl)) refuse(deps, request, person, 'cross_site')
  return person
}

/** Refuses a change, on record. Throws ApiFailure. */
export function refuse(
  { audit }: Pick<ConnectDeps, 'audit'>,
  request: Request,
  developer: Developer,
  why: 'cross_site' | 'not_found' | 'too_many_requests',
  headers: HeaderMap = {},
): never {
  audit.record(changeRefused(by(request, developer), why))
  throw failure(why, { headers })
}

/** Throws ApiFailure when a developer has made too many changes. */
export async function assertMayChange(deps: ConnectDeps, request: Request, developer: Developer): Promise<void> {
  const exceeded = await deps.limits.changes.count(developer.accountId)
  if (exceeded) refuse(deps, request, developer, 'too_many_requests', rateLimitHeaders(exceeded))
}

/** Throws ApiFailure when a caller has sent too many requests. */
export async function assertRate(limit: RateLimit, caller: string): Promise<void> {
  const exceeded: Exceeded | undefined = await limit.count(caller)
  if (exceeded) throw failure('too_many_requests', { headers: rateLimitHeaders(exceeded) })
}
