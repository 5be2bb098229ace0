// POST /portal/launch composes the launch of a task and hands the browser over to the app (HTI 2.0, SMART launch by
// form post). GET /portal/go-on does the same after a log-in, for the task requested before it.

import type { PortalPerson } from '#lib/api/portal.ts'
import { numericDate } from '#lib/clock.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { formatReference, isResourceId } from '#lib/fhir/reference.ts'
import { type Params, parseParams } from '#lib/http/params.ts'
import { PERSON_FIELD } from '#lib/http/person-header.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { draftLaunch } from '#lib/launch/launch-token.ts'
import { signDraft } from '#lib/launch/launch-token-signature.ts'
import { personMark } from '#lib/oauth/person-mark.ts'
import type { StepRecorder } from '#lib/trace/trace.ts'
import { activityOf, readingOnce } from './activity.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure } from './failure.ts'
import { type PortalFhir, patientIn } from './fhir.ts'
import { assertSameOrigin, goesStepByStep, readForm } from './form.ts'
import { handOverPage, handOverStep } from './hand-over.ts'
import { readPerson, whoIsThere } from './person.ts'
import { forgetTask, signInFirst, wantedTask } from './wanted-task.ts'
import { isOwn, mayOpen, maySee } from './who-may-see.ts'

export const launch =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request, recorder: StepRecorder): Promise<Response> => {
    recorder.precheck('portal.person', () => assertSameOrigin(deps, request))
    const form = await recorder.precheck('portal.task', () => readForm(request))
    recorder.sent(Object.fromEntries(form.entries))
    await recorder.precheck('portal.person', () => assertOwnPage(deps, fhir, request, recorder, form))
    const person = await recorder
      .check('portal.person', () => readPerson(deps, fhir, request))
      .catch(async (error: unknown) => {
        // Signing in again does not help a signed-in user who is no person of the domain. A developer's own app is
        // launched from another page.
        if (form.has('app') || (await whoIsThere(deps, fhir, request)).signedIn) throw error
        if (error instanceof PortalFailure && error.failure === 'not_signed_in') return error
        throw error
      })
    if (person instanceof PortalFailure) return recorder.end(signInFirst(deps, request, form), person)
    return openTask(deps, fhir, request, recorder, form, person)
  }

/**
 * Throws PortalFailure for a page that was made for somebody else than the person who is signed in. That person is named: the
 * browser holds their session, and each page that it loads next says so, too.
 */
async function assertOwnPage(
  deps: PortalDeps,
  fhir: PortalFhir,
  request: Request,
  recorder: StepRecorder,
  form: Params,
): Promise<void> {
  const mark = form.get(PERSON_FIELD)
  const signedIn = mark === undefined ? undefined : await deps.viewer(request)
  if (!signedIn || personMark(signedIn.username) === mark) return
  const { person } = await whoIsThere(deps, fhir, request)
  recorder.subject({ platform: deps.clientId, ...(person ? { sub: person.reference } : {}) })
  throw new PortalFailure('other_person', { who: person?.name ?? signedIn.name ?? signedIn.username })
}

export const goOn =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request, recorder: StepRecorder): Promise<Response> => {
    const wanted = wantedTask(deps, request)
    const signedIn = await recorder.precheck('portal.person', () => whoIsThere(deps, fhir, request))
    if (!wanted || !signedIn.person) return respondRedirect(request, `${deps.publicUrl}/portal`)
    const { task, patient } = wanted
    const query = new URLSearchParams({ task, ...(patient === undefined ? {} : { patient }) })
    const form = parseParams(query.toString())
    const answer = await openTask(deps, fhir, request, recorder, form, signedIn.person)
    answer.headers.append('set-cookie', forgetTask(deps))
    return answer
  }

/**
 * Opens the task in the form: checks it, signs a launch token, and returns the page that takes the browser to the app.
 */
async function openTask(
  deps: PortalDeps,
  fhir: PortalFhir,
  request: Request,
  recorder: StepRecorder,
  form: Params,
  person: PortalPerson,
): Promise<Response> {
  recorder.subject({ platform: deps.clientId, sub: person.reference })
  const { task, patient } = await recorder.check(
    'portal.task',
    () => readTask(fhir, person, { task: form.get('task'), patient: form.get('patient') }),
    () => ({ received: { task: form.get('task'), patient: form.get('patient'), sub: person.reference } }),
  )
  recorder.subject({ task: `Task/${task['id']}` })
  const { app, address, device, definition } = await recorder.check('portal.target', () =>
    targetOf(deps, fhir, request, form, { task, person }),
  )
  // References only: no names or e-mail addresses (HTI 2.0, privacy).
  const claims = {
    sub: person.reference,
    resource: `Task/${task['id']}`,
    ...(definition === undefined ? {} : { definition }),
    ...(person.reference === patient ? {} : { patient }),
    ...(typeof task['intent'] === 'string' ? { intent: task['intent'] } : {}),
  }
  const key = await deps.keys.active()
  const jti = deps.random.uuid()
  const facts = { issuer: deps.clientId, device: device, key, jti, now: numericDate(deps.clock()) }
  const draft = draftLaunch({ claims }, facts)
  recorder.launch(deps.clientId, jti)
  recorder.subject({ clientId: device.replace(/^Device\//, '') })
  recorder.answered({
    launch: { jwt: { header: { kid: key.kid, alg: key.alg }, claims: draft.claims } },
    to: address,
  })
  deps.log.info({ trace: jti, app: device, task: claims.resource }, 'A task is opened')
  const language = languageOf(request)
  const fields = { launch: await signDraft(draft, key), iss: deps.fhirBase }
  if (goesStepByStep(deps, form)) return handOverStep(deps.publicUrl, { language, address, fields, now: deps.clock() })
  return handOverPage({ language, address, fields, app })
}

interface LaunchedApp {
  /** The app's display name. */
  readonly app: string
  readonly address: string
  readonly device: string
  readonly definition?: string
}

/**
 * The task's app and address. Or, with `app`, the developer's own app, which gets the task as an example. Throws
 * PortalFailure when there is none.
 */
async function targetOf(
  deps: PortalDeps,
  fhir: PortalFhir,
  request: Request,
  form: Params,
  { task, person }: { readonly task: FhirResource; readonly person: PortalPerson },
): Promise<LaunchedApp> {
  const clientId = form.get('app')
  if (clientId !== undefined) {
    const own = await deps.ownApp(request, clientId)
    if (!own) throw new PortalFailure('no_app')
    return { app: own.name, address: own.launchUrl, device: `Device/${own.clientId}` }
  }
  const inLanguage = readingOnce(fhir, languageOf(request))
  const { title, app, target: open, answers } = await activityOf(deps, inLanguage, task)
  const target = answers && isOwn(person, task) ? answers : open
  if (typeof target === 'string') throw new PortalFailure(target)
  return { app: app ?? title ?? target.device, ...target }
}

/**
 * The task, if this person may open it; a forbidden task is answered like one that does not exist. When `query.patient`
 * is given, the task must be for that patient. Throws PortalFailure.
 */
export async function readTask(
  fhir: PortalFhir,
  person: PortalPerson,
  query: { readonly task: string | undefined; readonly patient?: string | undefined },
): Promise<{ readonly task: FhirResource; readonly patient: string }> {
  const task = await fhir.find('Task', `Task/${bareId(query.task, 'Task')}`)
  const subject = patientIn(task?.['for'])
  if (!task || !subject) throw new PortalFailure('not_found')
  const patient = formatReference(subject)
  if (query.patient !== undefined && `Patient/${bareId(query.patient, 'Patient')}` !== patient)
    throw new PortalFailure('not_found')
  if (!mayOpen(person, task) || !(await maySee(fhir, person, patient))) throw new PortalFailure('not_found')
  return { task, patient }
}

function bareId(value: string | undefined, type: string): string {
  const id = value?.startsWith(`${type}/`) ? value.slice(type.length + 1) : (value ?? '')
  if (!isResourceId(id)) throw new PortalFailure('bad_request')
  return id
}
