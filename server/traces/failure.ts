// Refusals of /traces/api, in JSON.
import { bearerChallenge } from '#lib/http/bearer-request.ts'
import { ApiFailure } from '#lib/http/json-api.ts'
import type { HeaderMap } from '#lib/http/respond.ts'
import { API_FAILURE_TEXTS, API_STATUS } from '#lib/i18n/api-failures.ts'
import type { TraceViewer } from './store.ts'

export class TraceFailure extends ApiFailure {
  constructor(status: number, error: string, sentence: string, headers: HeaderMap = {}) {
    super(error, status, { headers }, sentence)
  }
}

/** Missing and invisible traces get the same answer. */
export const notThere = () =>
  new TraceFailure(404, 'not_found', 'There is no such trace for you. Traces are kept for seven days.')

export const badRequest = (sentence: string) => new TraceFailure(400, 'invalid_request', sentence)

/** The refusal of a change that was not sent from our pages. */
export const fromElsewhere = () =>
  new TraceFailure(API_STATUS.cross_site, 'cross_site', API_FAILURE_TEXTS.en.cross_site)

/** The refusal of an administrator's token without the scope to read traces. It is checked before anything is looked up. */
export const notByThisToken = () =>
  new TraceFailure(
    403,
    'token_scope',
    'The token may not read traces: make one with traces:read.',
    bearerChallenge('insufficient_scope', 'traces:read'),
  )

/** The refusal of a token that no administrator has. */
export const notAToken = () =>
  new TraceFailure(
    401,
    'bad_token',
    'The token is unknown, has expired or was revoked.',
    bearerChallenge('invalid_token'),
  )

/** The viewer. Throws TraceFailure when there is none. */
export function assertViewer(viewer: TraceViewer | undefined): TraceViewer {
  if (viewer) return viewer
  throw new TraceFailure(403, 'not_yours', 'Traces are for administrators and for the developers of an app.')
}
