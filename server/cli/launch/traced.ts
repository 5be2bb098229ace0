// The checks of a launch, read from its traces, which the deciding code wrote.
import type { TraceCheck, TraceDetail, TraceStep } from '#lib/api/traces.ts'
import type { CheckName } from '#lib/checks/checks.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { TRACE_HEADER } from '#lib/trace/trace.ts'
import type { Config } from '#server/config/config.ts'

/** The outcome of one check of one request. */
export interface CheckResult {
  /** The request that ran it; null when it is known from an error_description only. */
  readonly step: TraceStep['step'] | null
  readonly check: CheckName
  readonly outcome: TraceCheck['outcome']
}

/** A trace, and the request in it that an answer named. */
export interface NamedTrace {
  readonly id: string
  /** Method and path. */
  readonly request?: string
}

/** Collects the trace ids in the answers of a launch. */
export interface TraceIds {
  readonly named: readonly NamedTrace[]
  /** Adds an id from elsewhere, unless an answer named it. */
  readonly note: (id: string) => void
  /** Wraps a fetch and reads the trace ids of its answers, of this domain only. */
  readonly watching: (fetch: Fetch) => Fetch
}

export function traceIds({ publicUrl, authUrl }: Pick<Config, 'publicUrl' | 'authUrl'>): TraceIds {
  const origins = new Set([publicUrl, authUrl].map((url) => new URL(url).origin))
  const named: NamedTrace[] = []
  return {
    named,
    note: (id) => {
      if (!named.some((one) => one.id === id)) named.push({ id })
    },
    watching: (fetch) => async (input, init) => {
      const answer = await fetch(input, init)
      const id = answer.headers.get(TRACE_HEADER)
      if (id === null) return answer
      const { origin, pathname } = new URL(answer.url)
      const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
      if (origins.has(origin)) named.push({ id, request: `${method} ${pathname}` })
      return answer
    },
  }
}

/** The requests of all traces in order of time. */
export const requestsOf = (traces: readonly TraceDetail[]): readonly TraceStep[] =>
  traces.flatMap(({ steps }) => steps).toSorted((one, other) => one.at - other.at)

/** The checks of each request, in order: passed, failed or not reached. */
export const checkResults = (requests: readonly TraceStep[]): readonly CheckResult[] =>
  requests.flatMap(({ step, checks }) => checks.map(({ name, outcome }) => ({ step, check: name, outcome })))

/**
 * The check that stopped the launch: not one that passed when the request was repeated, and not the app's report of another
 * server's refusal. Reads with the tokens of an open launch are not part of it.
 */
export function stoppedBy(requests: readonly TraceStep[]): TraceCheck | undefined {
  const failed = requests.filter((one, index) => one.failed && one.peer !== 'fhir' && !isMended(one, requests, index))
  const first = failed.find(({ peer }) => peer !== 'app') ?? failed[0]
  return first?.checks.find(({ name }) => name === first.failed)
}

/** A request of an unknown grant type is a `token`; the same request, sent right, a `token.authorization_code`. */
const isMended = ({ step }: TraceStep, requests: readonly TraceStep[], index: number): boolean =>
  requests.slice(index + 1).some((later) => later.step.startsWith(step) && !later.failed && !later.fault)
