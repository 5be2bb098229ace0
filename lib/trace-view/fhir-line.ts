// The request of a FHIR step as one line has it: its address below the FHIR base, with the query that was recorded.
import type { TraceStep } from '../api/traces.ts'

const BELOW_BASE = /^https?:\/\/[^/]+\/(?:.*\/)?fhir(?:\/DEFAULT)?(?:\/(.*))?$/s

/** The part of an address below the FHIR base; empty for the base itself, and for an address elsewhere. */
export const pathBelowBase = (url: string): string => BELOW_BASE.exec(url)?.[1] ?? ''

/** Steps of the FHIR API, whose line shows the request. */
const FHIR_STEPS: readonly TraceStep['step'][] = ['fhir', 'fhir.write', 'subscription.compared']

/** The address below the FHIR base, such as `Task?status=ready`; empty for the base itself. Undefined for a step of something else. */
export function fhirAddress({ step, method, url, sent }: Pick<TraceStep, 'step' | 'method' | 'url' | 'sent'>) {
  if (!FHIR_STEPS.includes(step)) return undefined
  const path = pathBelowBase(url)
  if (method !== 'GET') return path
  const pairs = Object.entries(sent).flatMap(([name, value]) => (typeof value === 'string' ? [`${name}=${value}`] : []))
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

/** The content of a step's line; undefined for a step whose name says it all. */
export function lineOf(step: Pick<TraceStep, 'step' | 'method' | 'url' | 'sent'>): string | undefined {
  if (step.step === 'subscription.notified') return `${step.method} ${step.url}`
  const address = fhirAddress(step)
  if (address === undefined) return undefined
  return step.step === 'subscription.compared' ? address : `${step.method} ${address || '/'}`
}
