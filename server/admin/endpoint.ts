// Guards the console's endpoints: administrators only, changes from our own pages only, JSON always. Refusals have names and texts.

import type { TokenScope } from '#lib/api/token-words.ts'
import { changeRefused } from '#lib/audit/changes.ts'
import { bearerChallenge, isBearerRequest } from '#lib/http/bearer-request.ts'
import { ApiFailure, bodyReader, type JsonApi, textIn } from '#lib/http/json-api.ts'
import type { HeaderMap } from '#lib/http/respond.ts'
import { isForeignChange } from '#lib/http/same-origin.ts'
import type { Problem } from '#lib/i18n/problems.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { type AdminFailureName, FAILURE_TEXTS, STATUS } from './texts.ts'

/** Why the console refuses a request. */
export class AdminFailure extends ApiFailure {
  /** `scope` is the scope that a token lacks. */
  constructor(failure: AdminFailureName, problems: readonly Problem[] = [], scope?: TokenScope) {
    super(failure, STATUS[failure], { problems, headers: challenge(failure, scope) })
  }
}

/** The challenge for a refused token; nothing for other failures. */
function challenge(failure: AdminFailureName, scope: TokenScope | undefined): HeaderMap {
  if (failure === 'bad_token') return bearerChallenge('invalid_token')
  return scope === undefined ? {} : bearerChallenge('insufficient_scope', scope)
}

/** How failures of the console become answers. */
export const consoleApi = ({ log }: Pick<AdminDeps, 'log'>): JsonApi => ({
  log,
  failed: 'the console failed by a fault of its own',
  text: textIn(FAILURE_TEXTS),
  fault: (failure) => new AdminFailure(failure),
  logsMessages: true,
  namesProblems: true,
})

/** The refusals by role: the console is for administrators, the audit log for auditors, and no role has both. */
const NOT_THEIRS = { admin: 'not_admin', auditor: 'not_auditor' } as const

/** The signed-in person, in that role. Throws AdminFailure for others, and for a change sent from another site. */
export async function assertRole(
  { viewer, publicUrl, audit }: AdminDeps,
  request: Request,
  role: keyof typeof NOT_THEIRS,
): Promise<AdminViewer> {
  if (isBearerRequest(request)) throw new AdminFailure('not_by_token')
  const person = await viewer(request)
  if (!person) throw turnedAway(audit, request, undefined, 'not_signed_in')
  if (person.role !== role) throw turnedAway(audit, request, person, NOT_THEIRS[role])
  if (isForeignChange(request, publicUrl)) throw turnedAway(audit, request, person, 'cross_site')
  return person
}

/** The refusal of somebody who may not come in, on record: what the console shows and changes is not for them. */
function turnedAway(
  audit: AdminDeps['audit'],
  request: Request,
  person: Pick<AdminViewer, 'username'> | undefined,
  why: 'not_signed_in' | 'not_admin' | 'not_auditor' | 'cross_site',
): AdminFailure {
  audit.record(changeRefused({ request, person: person && { username: person.username } }, why))
  return new AdminFailure(why)
}

/** The session's administrator, or the one in whose name a token with this scope acts. Throws AdminFailure. */
export async function assertScope(
  deps: AdminDeps,
  request: Request,
  scope: TokenScope | undefined,
): Promise<AdminViewer> {
  if (!isBearerRequest(request)) return assertRole(deps, request, 'admin')
  const token = await deps.bearer(request)
  if (!token) throw new AdminFailure('bad_token')
  const { username, name } = token
  if (scope !== undefined && !token.scopes.includes(scope)) {
    deps.audit.record(changeRefused({ request, person: { username } }, 'token_scope'))
    throw new AdminFailure('token_scope', [], scope)
  }
  return { username, name: username, role: 'admin', token: name, scopes: token.scopes }
}

/** The JSON body in the shape that is expected. Throws AdminFailure. */
export const readJson = bodyReader((problems) => new AdminFailure('bad_request', problems))
