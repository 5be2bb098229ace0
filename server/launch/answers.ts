// The answers that the app keeps itself, and who sees them: people their own, and a practitioner those about the patient
// of a review, and of another task how far it is. Everything else is refused.
import { answersForm, type GivenAnswers, type ShownAnswers } from '#lib/api/answers.ts'
import { messageOf } from '#lib/cause.ts'
import { DAY } from '#lib/clock.ts'
import { type FhirResource, matchesOf } from '#lib/fhir/bundle.ts'
import { humanName } from '#lib/fhir/display-name.ts'
import { refusal } from '#lib/fhir/proxy.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import type { Handler } from '#lib/http/handler.ts'
import { jsonBody } from '#lib/http/json-body.ts'
import { queryParams, readBody } from '#lib/http/params.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { type Language, languageOf } from '#lib/i18n/language.ts'
import { isObject, parsedJson } from '#lib/json.ts'
import { referenceOf } from '#lib/launch/task-access.ts'
import type { BackendServices } from '#lib/oauth/backend-services.ts'
import type { LaunchDeps } from './deps.ts'
import { type OpenLaunch, openLaunch } from './open-launch.ts'
import type { Sessions } from './session.ts'
import type { AnswersKey, KeptAnswers } from './store.ts'

/** How long answers are kept after they were last changed: a year of diaries can be looked back on. */
const KEPT_MS = 365 * DAY
/** Tasks whose titles are read: one for each week of a year. */
const MOST_TITLES = 52
/** Largest answer of the FHIR base that is read, in bytes. */
const LONGEST_ANSWER = 1024 * 1024

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
  const [own, seen] = await Promise.all([
    deps.answers.find(keyOf(deps, launch), deps.clock()),
    seenBy(deps, backend, launch, languageOf(request)),
  ])
  const shown: ShownAnswers = { ...(own ? { own: given(own) } : {}), ...seen }
  return respondJson(200, shown, NO_STORE)
}

/** Of completed tasks: what people answered themselves, and for a practitioner who reviews, what anybody did. */
async function seenBy(
  deps: LaunchDeps,
  backend: BackendServices,
  launch: OpenLaunch,
  language: Language,
): Promise<Omit<ShownAnswers, 'own'>> {
  const patient = patientOf(launch)
  if (patient === undefined) return { about: [] }
  const isReviewer = launch.role === 'practitioner'
  if (isReviewer) {
    const owner = await ownerOf(deps, backend, launch, patient)
    if (owner === undefined) return { about: [] }
    if (owner !== launch.user) return { about: [], other: await progressOf(deps, backend, launch, owner) }
  }
  const kept = await deps.answers.about(deps.clientId, patient, deps.clock())
  if (!isReviewer) return { about: kept.filter(({ person }) => person === launch.user).map(given) }
  const titles = await titlesOf(deps, backend, launch, kept, language)
  const about = kept.map((one) => {
    const title = titles.get(one.task)
    return { ...given(one), ...(title === undefined ? {} : { title }) }
  })
  return { about }
}

/**
 * Whose the task of the launch is: a review, when it is the practitioner's own. Undefined when it is not about that patient.
 * The launch alone does not say so: a portal may name any patient for a practitioner (conformance LTK-11).
 */
async function ownerOf(
  deps: LaunchDeps,
  backend: BackendServices,
  launch: OpenLaunch,
  patient: string,
): Promise<string | undefined> {
  const { owner, for: subject } = (await readOf(deps, backend, launch, launch.task)) ?? {}
  return referenceOf(subject, 'Patient') === patient ? referenceOf(owner) : undefined
}

/** How far somebody else is with the task of the launch, without what they answered. */
async function progressOf(deps: LaunchDeps, backend: BackendServices, launch: OpenLaunch, person: string) {
  const [kept, owner] = await Promise.all([
    deps.answers.find({ app: deps.clientId, task: launch.task, person }, deps.clock()),
    readOf(deps, backend, launch, person),
  ])
  const name = owner && humanName(owner)
  return { person, ...(name === undefined ? {} : { name }), answered: kept?.answers.length ?? 0 }
}

/** What the tasks of the newest answers are called, by reference; none where that cannot be read. */
async function titlesOf(
  deps: LaunchDeps,
  backend: BackendServices,
  launch: OpenLaunch,
  kept: readonly KeptAnswers[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(kept.map(({ task }) => task.slice('Task/'.length)))].slice(0, MOST_TITLES)
  if (ids.length === 0) return new Map()
  const query = new URLSearchParams({ _id: ids.join(','), _count: String(ids.length) })
  const bundle = await readOf(deps, backend, launch, `Task?${query}`)
  return new Map(
    matchesOf(bundle ?? {}, 'Task').flatMap((task) => {
      const { id, description } = inLanguage(task, language)
      return typeof description === 'string' && description !== '' ? [[`Task/${id}`, description] as const] : []
    }),
  )
}

/** What the FHIR base of a launch has at a path; undefined where it cannot be read. */
async function readOf(
  { log }: LaunchDeps,
  backend: BackendServices,
  { base, launchId }: OpenLaunch,
  path: string,
): Promise<FhirResource | undefined> {
  try {
    const answer = await backend.get(base, `${base}/${path}`, launchId)
    if (answer.status !== 200) return undefined
    const found = parsedJson((await readBody(answer, LONGEST_ANSWER)) ?? '')
    return isObject(found) ? found : undefined
  } catch (error) {
    log.warn({ cause: messageOf(error) }, 'The tasks of a review could not be read')
    return undefined
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
