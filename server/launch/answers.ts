// The answers that the app keeps itself, and who sees them: people their own, and a practitioner those about the patient
// of a review. Everything else is refused.
import { answersForm, type GivenAnswers, type ShownAnswers } from '#lib/api/answers.ts'
import { messageOf } from '#lib/cause.ts'
import { DAY } from '#lib/clock.ts'
import { refusal } from '#lib/fhir/proxy.ts'
import type { Handler } from '#lib/http/handler.ts'
import { jsonBody } from '#lib/http/json-body.ts'
import { queryParams, readBody } from '#lib/http/params.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { parsedJson } from '#lib/json.ts'
import { referenceOf } from '#lib/launch/task-access.ts'
import type { BackendServices } from '#lib/oauth/backend-services.ts'
import type { LaunchDeps } from './deps.ts'
import { type OpenLaunch, openLaunch } from './open-launch.ts'
import type { Sessions } from './session.ts'
import type { AnswersKey, KeptAnswers } from './store.ts'

/** How long answers are kept after they were last changed: a year of diaries can be looked back on. */
const KEPT_MS = 365 * DAY
/** Largest Task that is read, in bytes. */
const LONGEST_TASK = 1024 * 1024

/** GET and POST /launch/api/answers: lib/api/answers.ts has the JSON of both. */
export const answers =
  (deps: LaunchDeps, sessions: Sessions, backend: BackendServices): Handler =>
  (request) =>
    request.method === 'POST' ? keepDraft(deps, sessions, request) : show(deps, sessions, backend, request)

async function show(
  deps: LaunchDeps,
  sessions: Sessions,
  backend: BackendServices,
  request: Request,
): Promise<Response> {
  const launch = await openLaunch(deps, sessions, request, queryParams(request).get('session'))
  if (launch instanceof Response) return launch
  const [own, about] = await Promise.all([
    deps.answers.find(keyOf(deps, launch), deps.clock()),
    answersAbout(deps, backend, launch),
  ])
  const shown: ShownAnswers = { ...(own ? { own: given(own) } : {}), about: about.map(given) }
  return respondJson(200, shown, NO_STORE)
}

/** Of completed tasks: what people answered themselves, and for a practitioner who reviews, what anybody did. */
async function answersAbout(
  deps: LaunchDeps,
  backend: BackendServices,
  launch: OpenLaunch,
): Promise<readonly KeptAnswers[]> {
  const patient = patientOf(launch)
  if (patient === undefined) return []
  const isReviewer = launch.role === 'practitioner'
  if (isReviewer && !(await isReviewOf(deps, backend, launch, patient))) return []
  const kept = await deps.answers.about(deps.clientId, patient, deps.clock())
  return isReviewer ? kept : kept.filter(({ person }) => person === launch.user)
}

/**
 * True when the task of the launch is the practitioner's own and about that patient. The launch alone does not say so:
 * a portal may name any patient for a practitioner (conformance LTK-11).
 */
async function isReviewOf(
  { log }: LaunchDeps,
  backend: BackendServices,
  { base, task, user, launchId }: OpenLaunch,
  patient: string,
): Promise<boolean> {
  try {
    const answer = await backend.get(base, `${base}/${task}`, launchId)
    if (answer.status !== 200) return false
    const found = parsedJson((await readBody(answer, LONGEST_TASK)) ?? '')
    if (typeof found !== 'object' || found === null) return false
    const { owner, for: subject } = found as { readonly owner?: unknown; readonly for?: unknown }
    return referenceOf(owner) === user && referenceOf(subject, 'Patient') === patient
  } catch (error) {
    log.warn({ cause: messageOf(error) }, 'The task of a review could not be read')
    return false
  }
}

async function keepDraft(deps: LaunchDeps, sessions: Sessions, request: Request): Promise<Response> {
  if (!isSameOrigin(request, deps.publicUrl))
    return refusal(403, 'access_denied', 'The request does not come from a page of this site.')
  const read = await jsonBody(request, answersForm)
  if ('problems' in read)
    return refusal(400, 'invalid_request', 'Send JSON with session and answers, a list of numbers.')
  const launch = await openLaunch(deps, sessions, request, read.body.session)
  if (launch instanceof Response) return launch
  const patient = patientOf(launch)
  if (patient === undefined || launch.role === 'practitioner')
    return refusal(403, 'access_denied', 'Patients and their relatives answer; a practitioner reviews.')
  const [key, now] = [keyOf(deps, launch), deps.clock()]
  if (read.body.answers.length === 0) await deps.answers.forget(key)
  else await deps.answers.keep({ ...key, patient, answers: read.body.answers, expiresAt: now + KEPT_MS }, now)
  return respondJson(200, {}, NO_STORE)
}

/** What the person of a launch answers for its task. */
export const keyOf = ({ clientId }: Pick<LaunchDeps, 'clientId'>, { task, user }: OpenLaunch): AnswersKey => ({
  app: clientId,
  task,
  person: user,
})

/** Whom the answers of a launch are about; undefined when the launch does not say, or names another for a patient. */
const patientOf = ({ patient, role, user }: OpenLaunch): string | undefined => {
  if (role !== 'patient') return patient
  return patient === undefined || patient === user ? user : undefined
}

const given = ({ task, person, answers, doneAt }: KeptAnswers): GivenAnswers => ({
  ...{ task, person, answers },
  ...(doneAt === undefined ? {} : { doneAt: new Date(doneAt).toISOString() }),
})
