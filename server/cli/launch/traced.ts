// The checks of a launch as its traces tell them: written by the code that decided, and by nobody else.
import type { TraceCheck, TraceDetail, TraceStep } from '#lib/api/traces.ts'
import type { CheckName } from '#lib/checks/checks.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { TRACE_HEADER } from '#lib/trace/trace.ts'
import type { Config } from '#server/config/config.ts'

/** What became of one check of one request. */
export interface CheckResult {
  /** The request that ran it; null where only an error_description told of it. */
  readonly step: TraceStep['step'] | null
  readonly check: CheckName
  readonly outcome: TraceCheck['outcome']
}

/** A trace, and the request that is kept in it where an answer said so. */
export interface NamedTrace {
  readonly id: string
  /** Method and path. */
  readonly request?: string
}

/** The ids under which the answers of a launch said that they are kept. */
export interface TraceIds {
  readonly named: readonly NamedTrace[]
  /** Notes an id that was told otherwise, unless an answer named it. */
  readonly note: (id: string) => void
  /** The same network, whose answers are looked at. Only this domain's own say where they are kept. */
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
 * The check that stopped the launch. Not one that passed when the request was repeated, and not the app's, where that
 * only says that it was told of a refusal. What is read with the tokens of an open launch is no part of it.
 */
export function stoppedBy(requests: readonly TraceStep[]): TraceCheck | undefined {
  const failed = requests.filter((one, index) => one.failed && one.peer !== 'fhir' && !isMended(one, requests, index))
  const first = failed.find(({ peer }) => peer !== 'app') ?? failed[0]
  return first?.checks.find(({ name }) => name === first.failed)
}

/** A request of an unknown grant type is a `token`; the same request, sent right, a `token.authorization_code`. */
const isMended = ({ step }: TraceStep, requests: readonly TraceStep[], index: number): boolean =>
  requests.slice(index + 1).some((later) => later.step.startsWith(step) && !later.failed && !later.fault)
