// The portal's refusals: JSON for its page, a page for a form.
import type { NotLaunchable } from '#lib/api/portal.ts'
import { ApiFailure, type Fault } from '#lib/http/json-api.ts'
import type { Explained } from '#lib/trace/trace.ts'

export const STATUS = {
  task_ended: 409,
  no_activity: 409,
  no_endpoint: 409,
  foreign_endpoint: 409,
  no_app: 409,
  not_signed_in: 401,
  other_person: 409,
  cross_site: 403,
  bad_request: 400,
  not_found: 404,
  not_yours: 403,
  not_composer: 403,
  bad_composition: 422,
  no_such_app: 422,
  not_makeable: 422,
  not_a_launch: 422,
  ticket_gone: 410,
  too_many: 429,
  fhir_unavailable: 502,
  not_readable: 403,
  not_in_use: 409,
  not_practitioner: 403,
  not_permitted: 403,
  not_assignable: 422,
  task_changed: 409,
  task_over: 409,
  not_a_notification: 401,
  too_many_streams: 429,
  unavailable: 503,
  unexpected: 500,
} as const satisfies Readonly<Record<NotLaunchable | Fault, number>> & Readonly<Record<string, number>>

export type PortalFailureName = keyof typeof STATUS

/** The sentences in a trace. */
const REASON: Readonly<Record<Exclude<PortalFailureName, Fault>, string>> = {
  task_ended: 'the task is finished or cancelled.',
  no_activity: 'the task names no active ActivityDefinition.',
  no_endpoint: 'the activity has no active endpoint with a usable address.',
  foreign_endpoint: 'the address of the endpoint is on no origin that is registered for the app of the activity.',
  no_app: 'the app of the activity is not active.',
  not_signed_in: 'nobody is signed in to the portal.',
  other_person: 'the form is of a page of somebody else than the person who is signed in now.',
  cross_site: 'the form is not of a page of the portal.',
  bad_request: 'the form is not complete.',
  not_found: 'there is no such task for this person.',
  not_yours: 'the person may not see these tasks.',
  not_composer: 'only an administrator composes launches outside of the demo.',
  bad_composition: 'the composition is not JSON of the expected shape.',
  no_such_app: 'no approved app with a launch URL has this client_id.',
  not_makeable: 'this failure cannot be made here for this app.',
  not_a_launch: 'the claims would prove who the portal is.',
  ticket_gone: 'the ticket is unknown, used or over.',
  too_many: 'too many launches were composed from this address.',
  fhir_unavailable: 'the FHIR base could not be read.',
  not_readable: 'the role of the portal does not permit to read this.',
  not_in_use: 'the authorization server does not know the portal as an approved app.',
  not_practitioner: 'only practitioners give and cancel tasks.',
  not_permitted: 'the role of the portal does not permit to write this.',
  not_assignable: 'the task cannot be given to this person, or not of this activity.',
  task_changed: 'the task has changed since it was shown.',
  task_over: 'the task is finished already.',
  not_a_notification: 'the request is not signed as a notification for the portal.',
  too_many_streams: 'the person follows the tasks too many times.',
}

export class PortalFailure extends ApiFailure {
  declare readonly failure: PortalFailureName
  readonly explanation: Explained['explanation'] | undefined
  /** The right that the portal's role lacks, as a scope. */
  readonly missing: string | undefined
  /** The name of the person who is signed in. */
  readonly who: string | undefined

  constructor(
    failure: PortalFailureName,
    options: {
      readonly cause?: unknown
      readonly headers?: Readonly<Record<string, string>>
      readonly missing?: string
      readonly who?: string
    } = {},
  ) {
    super(failure, STATUS[failure], options)
    this.missing = options.missing
    this.who = options.who
    this.explanation = isFault(failure) ? undefined : { code: failure, reason: REASON[failure] }
  }
}

/** True when the failure is our fault: the sender could have done nothing better. */
export const isFault = (failure: PortalFailureName): failure is Fault =>
  failure === 'unexpected' || failure === 'unavailable'
