// Why the portal does not do what was asked; answered as JSON to its page and as a page to a form.
import type { NotLaunchable } from '#lib/api/portal.ts'

export type PortalFailureName =
  | NotLaunchable
  | 'not_signed_in'
  | 'cross_site'
  | 'bad_request'
  | 'not_found'
  | 'not_yours'
  | 'no_demo'
  | 'fhir_unavailable'
  | 'unexpected'

const STATUS: Readonly<Record<PortalFailureName, number>> = {
  task_ended: 409,
  no_activity: 409,
  no_endpoint: 409,
  no_app: 409,
  not_signed_in: 401,
  cross_site: 403,
  bad_request: 400,
  not_found: 404,
  not_yours: 403,
  no_demo: 404,
  fhir_unavailable: 502,
  unexpected: 500,
}

export class PortalFailure extends Error {
  readonly failure: PortalFailureName
  readonly status: number

  constructor(failure: PortalFailureName, options: { readonly cause?: unknown } = {}) {
    super(failure, options)
    this.name = 'PortalFailure'
    this.failure = failure
    this.status = STATUS[failure]
  }
}
