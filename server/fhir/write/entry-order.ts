// The order in which the entries of a transaction are carried out, whatever their order in the Bundle (FHIR R4 http.html#trules).
import { mayBeConditional } from './bundle-references.ts'
import type { Entry } from './entry.ts'

const ORDER = ['DELETE', 'POST', 'PUT', 'PATCH', 'GET', 'HEAD'] as const

/**
 * PUT and PATCH are one step, in the order of the Bundle. Within a step, entries with conditional references come last,
 * because these may match resources that the other entries write.
 */
const rank = ({ method, resource }: Entry): number =>
  ORDER.indexOf(method === 'PATCH' ? 'PUT' : method) + (resource && mayBeConditional(resource.text) ? HALF_A_STEP : 0)

const HALF_A_STEP = 0.5

export const inOrder = (entries: readonly Entry[]): readonly Entry[] =>
  [...entries].sort((one, other) => rank(one) - rank(other) || one.index - other.index)
