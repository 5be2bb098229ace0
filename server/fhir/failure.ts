// Turns errors into FHIR failures: a refusal as it is, anything else without its details, which only the log gets.
import { type SearchRefusal, SearchRefused } from '#lib/search-refused.ts'
import { DISK_IS_FULL, StorageUnavailable, TRY_AGAIN } from '#lib/storage-unavailable.ts'
import type { FhirDeps } from './deps.ts'
import { FhirError } from './outcome.ts'

interface Failing {
  readonly deps: Pick<FhirDeps, 'log'>
  readonly requestId: string
}

/** The failure for the client; only the log gets the details of an unexpected error. */
export function failureOf(error: unknown, { deps, requestId }: Failing): FhirError {
  if (error instanceof FhirError) return error
  if (error instanceof SearchRefused) return refusedSearch(error.reason)
  deps.log.error({ requestId, err: error }, 'FHIR request failed')
  if (!(error instanceof StorageUnavailable))
    return new FhirError(500, 'exception', `Report this with the request id ${requestId}.`)
  return error.isFull
    ? new FhirError(503, 'no-store', DISK_IS_FULL, { headers: TRY_AGAIN })
    : new FhirError(503, 'transient', 'Try again in a few seconds.', { headers: TRY_AGAIN })
}

/** Waiting helps against others' searches, but a search that takes too long does so again. */
function refusedSearch(reason: SearchRefusal): FhirError {
  return reason === 'too-costly'
    ? new FhirError(400, 'too-costly', 'A search in it takes longer than a search may: narrow it.')
    : new FhirError(503, 'throttled', 'Too many searches wait for their turn: wait for the answers to some of yours.', {
        headers: TRY_AGAIN,
      })
}
