// Who gets into the console: administrators only, changes from our own pages only, JSON always. Why something is not done, and its texts.
import { ApiFailure, bodyReader, type JsonApi, textIn } from '#lib/http/json-api.ts'
import { isForeignChange } from '#lib/http/same-origin.ts'
import type { Problem } from '#lib/i18n/problems.ts'
import { turnedAway } from './audited.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
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

/** Why the console does not do what was asked. */
export class AdminFailure extends ApiFailure {
  constructor(failure: AdminFailureName, problems: readonly Problem[] = []) {
    super(failure, STATUS[failure], { problems })
  }
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
  const person = await viewer(request)
  if (!person) throw new AdminFailure('not_signed_in')
  const turnAway = (why: 'not_admin' | 'not_auditor' | 'cross_site') => {
    audit.record(turnedAway(request, person, why))
    throw new AdminFailure(why)
  }
  if (person.role !== role) turnAway(NOT_THEIRS[role])
  if (isForeignChange(request, publicUrl)) turnAway('cross_site')
  return person
}

/** The JSON body in the shape that is expected. Throws AdminFailure. */
export const readJson = bodyReader((problems) => new AdminFailure('bad_request', problems))
