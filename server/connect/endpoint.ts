// Who gets in, and how answers leave: changes come from our own pages only, and every answer is JSON that no cache keeps.
import type { z } from 'zod'
import { jsonBody } from '#lib/http/json-body.ts'
import { type Exceeded, type RateLimit, rateLimitHeaders } from '#lib/http/rate-limit.ts'
import { type HeaderMap, NO_STORE, respondJson } from '#lib/http/respond.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { type Problem, problemText } from '#lib/i18n/problems.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { changeRefused } from './audited.ts'
import type { ConnectDeps, Developer } from './deps.ts'
import { FAILURE_TEXTS } from './texts.ts'

const STATUS = {
  not_signed_in: 401,
  not_developer: 403,
  cross_site: 403,
  bad_request: 400,
  not_found: 404,
  too_many_apps: 409,
  invalid: 422,
  too_many_requests: 429,
  unavailable: 503,
  unexpected: 500,
} as const

export type ConnectFailureName = keyof typeof STATUS

interface Details {
  readonly problems?: readonly Problem[]
  readonly headers?: HeaderMap
}

/** Why something is not done. */
export class ConnectFailure extends Error {
  readonly failure: ConnectFailureName
  readonly problems: readonly Problem[]
  readonly headers: HeaderMap

  constructor(failure: ConnectFailureName, { problems = [], headers = {} }: Details = {}) {
    super(failure)
    this.name = 'ConnectFailure'
    this.failure = failure
    this.problems = problems
    this.headers = headers
  }
}

/** The developer who asks. Throws ConnectFailure for everybody else, and for a change that another site sent. */
export async function assertDeveloper(deps: ConnectDeps, request: Request): Promise<Developer> {
  const { developer, publicUrl } = deps
  const person = await developer(request)
  if (!person) throw new ConnectFailure('not_signed_in')
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  if (changes && !isSameOrigin(request, publicUrl)) refuse(deps, request, person, 'cross_site')
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
  audit.record(changeRefused(request, developer, why))
  throw new ConnectFailure(why, { headers })
}

/** Throws ConnectFailure when a developer has changed things too often. */
export async function assertMayChange(deps: ConnectDeps, request: Request, developer: Developer): Promise<void> {
  const exceeded = await deps.limits.changes.count(developer.accountId)
  if (exceeded) refuse(deps, request, developer, 'too_many_requests', rateLimitHeaders(exceeded))
}

/** Throws ConnectFailure when a caller has asked too often. */
export async function assertRate(limit: RateLimit, caller: string): Promise<void> {
  const exceeded: Exceeded | undefined = await limit.count(caller)
  if (exceeded) throw new ConnectFailure('too_many_requests', { headers: rateLimitHeaders(exceeded) })
}

/** The JSON body in the shape that is expected. Throws ConnectFailure. */
export async function readJson<Shape>(request: Request, shape: z.ZodType<Shape>): Promise<Shape> {
  const read = await jsonBody(request, shape)
  if ('problems' in read) throw new ConnectFailure('bad_request', { problems: read.problems })
  return read.body
}

/** The answer to a failure. What nobody foresaw is logged by its kind only: its message may hold what was pasted. */
export function failureJson({ log }: Pick<ConnectDeps, 'log'>, request: Request, error: unknown): Response {
  if (!(error instanceof ConnectFailure))
    log.error({ error: error instanceof Error ? error.name : typeof error }, 'the pages for developers failed')
  const { failure, headers, ...known } = error instanceof ConnectFailure ? error : new ConnectFailure(faultOf(error))
  const language = languageOf(request.headers)
  const problems = known.problems.map((problem) => problemText(problem, language))
  const description = problems.length > 0 ? problems.join(' ') : FAILURE_TEXTS[language][failure]
  const body = { error: failure, error_description: description, problems }
  return respondJson(STATUS[failure], body, { ...NO_STORE, ...headers })
}

const faultOf = (error: unknown): ConnectFailureName =>
  error instanceof StorageUnavailable ? 'unavailable' : 'unexpected'
