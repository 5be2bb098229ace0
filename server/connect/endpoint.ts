// Guards the developers' endpoints: changes must come from our own pages, and every answer is uncacheable JSON.
import { changeRefused } from '#lib/audit/changes.ts'
import { ApiFailure, bodyReader, type JsonApi, textIn } from '#lib/http/json-api.ts'
import { type Exceeded, type RateLimit, rateLimitHeaders } from '#lib/http/rate-limit.ts'
import type { HeaderMap } from '#lib/http/respond.ts'
import { isForeignChange } from '#lib/http/same-origin.ts'
import type { Problem } from '#lib/i18n/problems.ts'
import { by } from './audited.ts'
import type { ConnectDeps, Developer } from './deps.ts'
import { type ConnectFailureName, FAILURE_TEXTS, STATUS } from './texts.ts'

/** The reason of a refusal. */
export class ConnectFailure extends ApiFailure {
  constructor(
    failure: ConnectFailureName,
    details: { readonly problems?: readonly Problem[]; readonly headers?: HeaderMap } = {},
  ) {
    super(failure, STATUS[failure], details)
  }
}

/** How failures become answers. */
export const connectApi = ({ log }: Pick<ConnectDeps, 'log'>): JsonApi => ({
  log,
  failed: 'the pages for developers failed',
  text: textIn(FAILURE_TEXTS),
  fault: (failure) => new ConnectFailure(failure),
  logsMessages: false,
  namesProblems: true,
})

/** The developer of a request. Throws ConnectFailure for others, and for a change sent from another site. */
export async function assertDeveloper(deps: ConnectDeps, request: Request): Promise<Developer> {
  const { developer, publicUrl } = deps
  const person = await developer(request)
  if (!person) throw new ConnectFailure('not_signed_in')
  if (isForeignChange(request, publicUrl)) refuse(deps, request, person, 'cross_site')
  return person
}

/** Refuses a change, on record. Throws ConnectFailure. */
export function refuse(
  { audit }: Pick<ConnectDeps, 'audit'>,
  request: Request,
  developer: Developer,
  why: 'cross_site' | 'not_found' | 'too_many_requests',
  headers: HeaderMap = {},
): never {
  audit.record(changeRefused(by(request, developer), why))
  throw new ConnectFailure(why, { headers })
}

/** Throws ConnectFailure when a developer has made too many changes. */
export async function assertMayChange(deps: ConnectDeps, request: Request, developer: Developer): Promise<void> {
  const exceeded = await deps.limits.changes.count(developer.accountId)
  if (exceeded) refuse(deps, request, developer, 'too_many_requests', rateLimitHeaders(exceeded))
}

/** Throws ConnectFailure when a caller has sent too many requests. */
export async function assertRate(limit: RateLimit, caller: string): Promise<void> {
  const exceeded: Exceeded | undefined = await limit.count(caller)
  if (exceeded) throw new ConnectFailure('too_many_requests', { headers: rateLimitHeaders(exceeded) })
}

/** The JSON body in the shape that is expected. Throws ConnectFailure. */
export const readJson = bodyReader((problems) => new ConnectFailure('bad_request', { problems }))
