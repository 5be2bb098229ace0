// Searches and histories on behalf of a caller: in its name, no longer than it waits, and at its cost.
import { SearchRefused } from '#lib/search-refused.ts'
import type { Caller } from '../caller.ts'
import type { FhirDeps } from '../deps.ts'
import { FhirError } from '../outcome.ts'
import type { Asking, History, Search } from '../store.ts'

/** What a search costs beyond its request: for each half second that it ran, one request (conformance FBO-13). */
const MS_PER_REQUEST = 500

interface Asker {
  readonly deps: Pick<FhirDeps, 'limits'>
  readonly caller: Pick<Caller, 'clientId'>
  readonly request: Pick<Request, 'signal'>
}

/** What `ask` finds for the caller. Throws FhirError 400 if the search takes too long. */
export async function onBehalf<T>(
  asker: Asker,
  search: Search | History,
  ask: (asking: Asking) => Promise<T>,
): Promise<T> {
  try {
    return await ask(askingOf(asker))
  } catch (error) {
    throw error instanceof SearchRefused && error.reason === 'too-costly' ? tooCostly(search) : error
  }
}

/** In the caller's name, for as long as it waits, and at its cost. */
export const askingOf = (asker: Asker): Asking => ({ ...askingAhead(asker), signal: asker.request.signal })

/** In the caller's name and at its cost, though it does not wait: for pages that it is likely to ask for. */
export function askingAhead({ deps, caller }: Omit<Asker, 'request'>): Asking {
  const { clientId } = caller
  return {
    client: clientId,
    spent: (ms) => {
      for (let cost = Math.floor(ms / MS_PER_REQUEST); cost > 1; cost -= 1) void deps.limits.client.count(clientId)
    },
  }
}

function tooCostly(search: Search | History): FhirError {
  const advice = 'kind' in search ? historyAdvice : searchAdvice(search)
  return new FhirError(
    400,
    'too-costly',
    `This was stopped, because it reads more than can be read in the time that it may take. ${advice}`,
  )
}

const historyAdvice = 'Narrow it: ask for the history of one resource.'

function searchAdvice({ type, conditions, sort }: Search): string {
  const params = [...new Set(conditions.map(({ param }) => param))].slice(0, 10)
  const given = params.length === 0 ? '' : ` What it asks by, ${params.join(', ')}, finds too many together.`
  const sorted = typeof sort === 'string' ? '' : ' Or leave _sort out, or sort by _lastUpdated.'
  return `Narrow it by something that few ${type} resources have in common, such as a reference, an identifier or a shorter time.${given}${sorted}`
}
