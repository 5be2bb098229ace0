// What went wrong, in the words of FHIR: a refusal as it is, anything else without its details, which the log keeps.
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { FhirDeps } from './deps.ts'
import { FhirError } from './outcome.ts'

/** Seconds that a client should wait before it tries again. */
const RETRY_AFTER_S = 5

interface Failing {
  readonly deps: Pick<FhirDeps, 'log'>
  readonly requestId: string
}

/** The failure for the client; details of an unexpected error go to the log alone. */
export function failureOf(error: unknown, { deps, requestId }: Failing): FhirError {
  if (error instanceof FhirError) return error
  deps.log.error({ requestId, err: error }, 'FHIR request failed')
  if (!(error instanceof StorageUnavailable))
    return new FhirError(500, 'exception', `Report this with the request id ${requestId}.`)
  const headers = { 'retry-after': String(RETRY_AFTER_S) }
  return error.isFull
    ? new FhirError(503, 'no-store', 'The disk of the server is full: nothing was stored.', { headers })
    : new FhirError(503, 'transient', 'Try again in a few seconds.', { headers })
}
