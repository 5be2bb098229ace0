// The console's refusals, and their answers in the person's language.
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { type Problem, problemText } from '#lib/i18n/problems.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { AdminDeps } from './deps.ts'
import { FAILURE_TEXTS } from './texts.ts'

const STATUS = {
  not_signed_in: 401,
  not_admin: 403,
  not_auditor: 403,
  cross_site: 403,
  bad_request: 400,
  bad_query: 400,
  not_found: 404,
  taken: 409,
  invalid: 422,
  own_account: 409,
  last_admin: 409,
  role_in_use: 409,
  unavailable: 503,
  unexpected: 500,
} as const

export type AdminFailureName = keyof typeof STATUS

export class AdminFailure extends Error {
  readonly failure: AdminFailureName
  readonly problems: readonly Problem[]

  constructor(failure: AdminFailureName, problems: readonly Problem[] = []) {
    super(failure)
    this.name = 'AdminFailure'
    this.failure = failure
    this.problems = problems
  }
}

/** The answer to a failure. An unexpected error is logged and becomes a neutral sentence. */
export function failureJson({ log }: Pick<AdminDeps, 'log'>, request: Request, error: unknown): Response {
  if (!(error instanceof AdminFailure)) log.error({ cause: String(error) }, 'the console failed by a fault of its own')
  const { failure, ...known } = error instanceof AdminFailure ? error : new AdminFailure(faultOf(error))
  const language = languageOf(request.headers)
  const problems = known.problems.map((problem) => problemText(problem, language))
  const description = problems.length > 0 ? problems.join(' ') : FAILURE_TEXTS[language][failure]
  return respondJson(STATUS[failure], { error: failure, error_description: description, problems }, NO_STORE)
}

const faultOf = (error: unknown): AdminFailureName =>
  error instanceof StorageUnavailable ? 'unavailable' : 'unexpected'
