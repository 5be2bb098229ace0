// The steps of a demo launch that can be rerun, and how: by a single request, or with all preceding steps.
import type { RerunMode, TraceDetail, TraceStep } from '#lib/api/traces.ts'
import type { StepName } from '#lib/checks/steps.ts'

/**
 * `alone`: the request needs only a fresh token from its sender. `up_to`: the request needs something that the previous
 * one issued for a single use, such as a code, a state or a log-in.
 */
const MODES: Readonly<Partial<Record<StepName, RerunMode>>> = {
  'portal.launch': 'alone',
  'app.launch': 'up_to',
  authorize: 'alone',
  'idp.authorize': 'up_to',
  'idp.login': 'up_to',
  callback: 'up_to',
  'app.callback': 'up_to',
  'token.authorization_code': 'up_to',
  'token.client_credentials': 'alone',
  introspect: 'alone',
  fhir: 'alone',
}

interface Parties {
  readonly portal: string
  readonly app: string
}

/** The mode in which a step can be rerun; undefined for a step that does not belong to the demo's own portal and app. */
export function modeOf(trace: TraceDetail, step: TraceStep, { portal, app }: Parties): RerunMode | undefined {
  if (trace.app !== app || (trace.platform !== null && trace.platform !== portal)) return undefined
  if (step.step === 'portal.launch') return step.url.endsWith('/portal/launch') ? MODES[step.step] : undefined
  if (step.step === 'fhir') return step.method === 'GET' ? MODES.fhir : undefined
  return MODES[step.step]
}
