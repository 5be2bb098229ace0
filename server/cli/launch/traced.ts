// The checks of a launch, read from its traces, which the deciding code wrote.
import type { TraceCheck, TraceDetail, TraceStep } from '#lib/api/traces.ts'
import type { CheckName } from '#lib/checks/checks.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { TRACE_HEADER } from '#lib/trace/trace.ts'
import { maySayFirst } from '#server/traces/keys.ts'
import type { Stopped } from './compared-words.ts'
import type { Addresses, LaunchedDomain } from './launched-domain.ts'

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

export function traceIds({ publicUrl, authUrl }: Pick<Addresses, 'publicUrl' | 'authUrl'>): TraceIds {
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
      const { origin, pathname } = new URL(input instanceof Request ? input.url : input)
      const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
      if (origins.has(origin)) named.push({ id, request: `${method} ${pathname}` })
      return answer
    },
  }
}

/** How long a server may take to write the traces of its answers, in milliseconds. */
const PATIENCE_MS = 10_000
/** How long an app that only received a token has to introspect it, in milliseconds. Many apps never do. */
const ASKED_WITHIN_MS = 3000

/**
 * The traces with these ids, once they contain every named request; after the time limit, those that exist. A trace
 * that no answer named may be missing until the others are complete, because requests are written in order: for example
 * the trace of a launch whose token proves nothing.
 */
export async function awaitTraces(
  { trace, lookEveryMs }: Pick<LaunchedDomain, 'trace' | 'lookEveryMs'>,
  named: readonly NamedTrace[],
): Promise<readonly TraceDetail[]> {
  const isNamed = named.some(({ request }) => request !== undefined)
  const patience = isNamed ? PATIENCE_MS : ASKED_WITHIN_MS
  for (let waited = 0; ; waited += lookEveryMs) {
    const ids = [...new Set(named.map(({ id }) => id))]
    const found = await Promise.all(ids.map((id) => trace(id)))
    const traces = [...new Map(found.flatMap((one) => (one ? [[one.id, one] as const] : []))).values()]
    const isThere = !found.includes(undefined) || isNamed
    if ((isThere && holdAll(traces, named)) || waited >= patience) return traces
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

/** How long an app may take to exchange its code after its answer, in milliseconds. */
const EXCHANGED_WITHIN_MS = 5000

/**
 * The traces of a launch whose app got a code, once it requested tokens; after the time limit, those that exist. The
 * app's back end sends that request itself, so no answer to the browser names it.
 */
export async function awaitExchange(
  { trace, lookEveryMs }: Pick<LaunchedDomain, 'trace' | 'lookEveryMs'>,
  traces: readonly TraceDetail[],
): Promise<readonly TraceDetail[]> {
  let seen = traces
  for (let waited = 0; !seen.some(asksForTokens) && waited < EXCHANGED_WITHIN_MS; waited += lookEveryMs) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    const found = await Promise.all(traces.map(({ id }) => trace(id)))
    seen = found.flatMap((one) => one ?? [])
  }
  return seen
}

/** A request of an unknown grant type is a `token`. */
const asksForTokens = ({ steps }: TraceDetail): boolean =>
  steps.some(({ step }) => step === 'token' || step === 'token.authorization_code')

/** True when the code of a launch was exchanged for tokens. */
export const wasExchanged = (checks: readonly CheckResult[]): boolean =>
  checks.some(({ check, outcome }) => check === 'token.code' && outcome === 'passed')

/**
 * True when the traces contain each named request as often as it was made. An app's own claims are left out until its
 * launch is verified: when a later request is present, they are too, or never will be.
 */
export function holdAll(traces: readonly Pick<TraceDetail, 'steps'>[], named: readonly NamedTrace[]): boolean {
  const recorded = traces.flatMap(({ steps }) => steps.map(({ method, url }) => `${method} ${new URL(url).pathname}`))
  let hasLater = false
  return named.toReversed().every(({ id, request }) => {
    if (request === undefined) return true
    const at = recorded.indexOf(request)
    if (at < 0) return hasLater && maySayFirst(id)
    recorded.splice(at, 1)
    hasLater = true
    return true
  })
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
export function stoppedBy(requests: readonly TraceStep[]): Stopped | undefined {
  const failed = requests.filter((one, index) => one.failed && one.peer !== 'fhir' && !isMended(one, requests, index))
  const first = failed.find(({ peer }) => peer !== 'app') ?? failed[0]
  const check = first?.checks.find(({ name }) => name === first.failed)
  return first && check && { ...check, at: first.at }
}

/** A request of an unknown grant type is a `token`; the same request, sent right, a `token.authorization_code`. */
const isMended = ({ step }: TraceStep, requests: readonly TraceStep[], index: number): boolean =>
  requests.slice(index + 1).some((later) => later.step.startsWith(step) && !later.failed && !later.fault)
