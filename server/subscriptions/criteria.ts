// Subscription.criteria: a search on one type, parsed by the same code as a GET (FHIR R4 subscription.html,
// search.html).
import { isTypeName } from '#lib/fhir/reference.ts'
import { parseParams } from '#lib/http/params.ts'
import { FhirError } from '../fhir/outcome.ts'
import { parseSearch, RESULT_PARAMETERS } from '../fhir/search/search-query.ts'
import type { Search } from '../fhir/store.ts'

/** Longest criteria, in characters. */
const LONGEST = 2048

export interface CriteriaContext {
  readonly baseUrl: string
  readonly resourceTypes: readonly string[]
  /** Epoch milliseconds, for dates such as `ap2026`. */
  readonly now: number
}

/** Refused criteria; `code` is a FHIR issue type. */
export class CriteriaError extends Error {
  override readonly name = 'CriteriaError'
  readonly code: 'not-supported' | 'value'

  constructor(code: 'not-supported' | 'value', message: string) {
    super(message)
    this.code = code
  }
}

/** The type in criteria, whether supported or not. */
export const typeOf = (criteria: string): string => criteria.replace(/\?.*$/s, '')

/**
 * The search for criteria, over all resources: read-permission.ts separately checks what the app may read. Throws CriteriaError.
 */
export function criteriaSearch(criteria: string, { baseUrl, resourceTypes, now }: CriteriaContext): Search {
  if (criteria.length > LONGEST)
    throw new CriteriaError('value', `criteria may have at most ${LONGEST} characters; it has ${criteria.length}.`)
  const type = typeOf(criteria)
  if (!isTypeName(type))
    throw new CriteriaError(
      'value',
      'criteria must be a search on one type, such as Task?status=ready, without a base URL.',
    )
  if (!resourceTypes.includes(type))
    throw new CriteriaError(
      'not-supported',
      `This server does not support the resource type ${type}; /metadata lists the supported types.`,
    )
  if (type === 'Subscription')
    throw new CriteriaError('not-supported', 'There are no notifications about Subscriptions.')
  return searchOf(type, criteria.slice(type.length + 1), { baseUrl, now })
}

function searchOf(type: string, query: string, context: Pick<CriteriaContext, 'baseUrl' | 'now'>): Search {
  const params = parseParams(query)
  if (params.isGarbled)
    throw new CriteriaError('value', 'criteria has an invalid percent-encoding: write % itself as %25.')
  for (const [name, value] of params.entries) {
    // A notification has no content that they could shape.
    if (RESULT_PARAMETERS.includes(name))
      throw new CriteriaError(
        'not-supported',
        `${name} shapes the response of a search, and a notification has none: leave it out.`,
      )
    // A search ignores an empty parameter, which would make these criteria wider than intended.
    if (value === '') throw new CriteriaError('value', `${name} must have a value.`)
  }
  try {
    return parseSearch(params, { ...context, type, visibility: 'all', strict: true }).search
  } catch (error) {
    if (error instanceof FhirError)
      throw new CriteriaError(error.code === 'not-supported' ? 'not-supported' : 'value', error.message)
    throw error
  }
}
