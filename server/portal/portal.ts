// The launching portal: people, their tasks, and the launch of an app. It reaches the domain by HTTP only (HTI 2.0).
import { allowing, allowingForm, READ_METHODS } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { publicJwks } from '#lib/http/public-jwks.ts'
import { cancelTask } from './cancel.ts'
import { deliver, makeTicket, openTicket, showTicket } from './compose/deliver.ts'
import { launches } from './compose/launches-api.ts'
import { composeOptions } from './compose/options.ts'
import { sampleToken } from './compose/sample.ts'
import type { PortalDeps } from './deps.ts'
import { asJson, asPage, asTracedPage } from './endpoint.ts'
import { followTasks } from './events/following.ts'
import { PortalFailure } from './failure.ts'
import { portalFhir } from './fhir.ts'
import { freshTask } from './fresh-task.ts'
import { giveTask, taskChoices } from './give.ts'
import { goOn, launch, readTask } from './launch.ts'
import { patients } from './patients.ts'
import { whoIsThere } from './person.ts'
import { signedOut } from './signed-out.ts'
import { tasks } from './tasks.ts'
import { work } from './work.ts'

export type { PortalDeps, Viewer } from './deps.ts'

/** lib/api/portal.ts describes the JSON of the reads. */
export interface Portal {
  readonly me: Handler
  readonly patients: Handler
  readonly tasks: Handler
  /** What a practitioner sees first. */
  readonly work: Handler
  /** POST JSON: assigns a task. */
  readonly giveTask: Handler
  /** POST: in the demo, a new task for a patient who has none to open. */
  readonly freshTask: Handler
  /** The choices in the form that assigns a task. */
  readonly taskChoices: Handler
  /** POST JSON: cancels a task. */
  readonly cancelTask: Handler
  /** Changes of a patient's tasks, as Server-Sent Events. */
  readonly taskStream: Handler
  /** POST of a notification of the portal's own Subscription. */
  readonly notified: Handler
  /**
   * POST form `task`, optional `patient`, and `app` for the developer's own app: a page that takes the browser to the
   * app.
   */
  readonly launch: Handler
  /** GET: the same, for the task requested before the sign-in. */
  readonly goOn: Handler
  /** The address to which the identity provider returns after a sign-out. */
  readonly signedOut: Handler
  /** The person at the portal, as a reference such as Patient/x. */
  readonly personOf: (request: Request) => Promise<string | undefined>
  /** True when the person at the portal may open a task, such as Task/7. */
  readonly opens: (request: Request, task: string) => Promise<boolean>
  /** The choices in the composer's form. */
  readonly compose: Handler
  /** POST JSON: an address that opens a composed launch once. */
  readonly composeTicket: Handler
  /** POST: in the demo, a launch token to look at. */
  readonly composeSample: Handler
  /** POST form `composition`: a page that takes the browser to the app. */
  readonly composeLaunch: Handler
  /** The page that opens such a launch. */
  readonly composeOpen: Handler
  /** POST JSON /api/launches: a signed launch for platforms and administrators. */
  readonly launches: Handler
  /** The portal's public keys, for the authorization server. */
  readonly jwks: Handler
  /** Ends all streams. */
  readonly close: () => void
}

/** Creates the portal from its ports. */
export function createPortal(deps: PortalDeps): Portal {
  const fhir = portalFhir(deps)
  const reader = (answer: (request: Request) => Promise<object>) => allowing(READ_METHODS, asJson(deps, answer))
  const [front, composer] = [`${deps.publicUrl}/portal`, `${deps.publicUrl}/portal/compose`]
  const following = followTasks(deps, fhir)
  const show = asPage(deps, showTicket(deps))
  const open = asTracedPage(deps, openTicket(deps, fhir))
  return {
    me: reader((request) => whoIsThere(deps, fhir, request)),
    patients: reader(patients(deps, fhir)),
    tasks: reader(tasks(deps, fhir)),
    work: reader(work(deps, fhir)),
    giveTask: allowing(['POST'], asJson(deps, giveTask(deps, fhir))),
    freshTask: allowing(['POST'], asJson(deps, freshTask(deps, fhir))),
    taskChoices: reader(taskChoices(deps, fhir)),
    cancelTask: allowing(['POST'], asJson(deps, cancelTask(deps, fhir))),
    taskStream: reader(following.stream),
    notified: allowing(['POST'], asJson(deps, following.notified)),
    launch: allowingForm(front, asTracedPage(deps, launch(deps, fhir))),
    goOn: allowing(['GET'], asTracedPage(deps, goOn(deps, fhir))),
    personOf: async (request) => (await whoIsThere(deps, fhir, request)).person?.reference,
    opens: async (request, task) => {
      const { person } = await whoIsThere(deps, fhir, request)
      return person !== null && (await readTask(fhir, person, { task }).then(always, notForThem))
    },
    signedOut: allowing(['GET'], asPage(deps, signedOut(deps))),
    compose: reader(composeOptions(deps, fhir)),
    composeTicket: allowing(['POST'], asJson(deps, makeTicket(deps))),
    composeSample: allowing(['POST'], asJson(deps, sampleToken(deps, fhir))),
    composeLaunch: allowingForm(composer, asTracedPage(deps, deliver(deps, fhir))),
    composeOpen: allowing(['GET', 'POST'], (request) => (request.method === 'POST' ? open(request) : show(request))),
    launches: allowing(['POST'], launches(deps, fhir)),
    jwks: allowing(READ_METHODS, publicJwks(deps.keys)),
    close: following.close,
  }
}

const always = () => true

/** False for a refusal; throws other errors. */
function notForThem(error: unknown): false {
  if (error instanceof PortalFailure) return false
  throw error
}
