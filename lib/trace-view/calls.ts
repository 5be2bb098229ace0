// What the requests of a trace did, for one line of a list: which types were read, which records were changed.
import type { TraceCall, TraceSummary } from '../api/traces.ts'
import type { StepName } from '../checks/steps.ts'
import { pathBelowBase } from './fhir-line.ts'

/** A request, as it is stored and as it is shown. */
export interface CalledStep {
  readonly step: StepName
  readonly method: string
  readonly url: string
  readonly location?: string | undefined
}

const CHANGES: Readonly<Record<string, TraceCall['act']>> = {
  POST: 'create',
  PUT: 'change',
  PATCH: 'change',
  DELETE: 'delete',
}

/**
 * A refused request that names no person, and no task but the one of earlier writes, is called no launch: such as one for a token or
 * for FHIR.
 */
export const isRefusedCall = ({
  outcome,
  user,
  task,
  failed,
}: Pick<TraceSummary, 'outcome' | 'user' | 'task'> & Partial<Pick<TraceSummary, 'failed'>>): boolean =>
  (outcome === 'refused' || outcome === 'fault') &&
  user === null &&
  (task === null || failed?.startsWith('fhir.') === true)

/** False for requests that a client made by itself. */
export const isLaunch = (trace: Parameters<typeof isRefusedCall>[0]): boolean =>
  trace.outcome !== 'answered' && !isRefusedCall(trace)

/** Most acts that are told of one trace: the line is one of many. */
const MOST_ACTS = 5

/** The acts of requests, each once with how often it was done: changes before reads, and a token where nothing else was asked for. */
export function callsOf(steps: readonly CalledStep[]): readonly TraceCall[] {
  const calls = new Map<string, TraceCall>()
  for (const step of steps) {
    const call = callOf(step)
    if (!call) continue
    const key = `${call.act} ${call.on}`
    calls.set(key, { ...call, times: (calls.get(key)?.times ?? 0) + 1 })
  }
  const all = [...calls.values()]
  const changes = all.filter(({ act }) => act !== 'read' && act !== 'token')
  const others = [...changes, ...all.filter(({ act }) => act === 'read')]
  return (others.length > 0 ? others : all).slice(0, MOST_ACTS)
}

/** Undefined for what is no request of a client by itself, such as a notification. */
function callOf({ step, method, url, location }: CalledStep): Omit<TraceCall, 'times'> | undefined {
  if (step.startsWith('token')) return { act: 'token', on: '' }
  if (step !== 'fhir' && step !== 'fhir.write') return undefined
  const path = pathBelowBase(url)
  const [type = '', id = ''] = path.split('/')
  if (step === 'fhir' || path.includes('$')) return { act: 'read', on: type }
  if (type === '') return { act: 'bundle', on: '' }
  const act = CHANGES[method]
  if (act === undefined) return undefined
  const [address = '', version] = location?.split('/_history') ?? []
  const made = version === undefined ? type : address.split('/').slice(-2).join('/')
  return { act, on: act === 'create' ? made : id === '' ? type : `${type}/${id}` }
}

/** True when nothing was changed: what back ends do all the time. */
export const onlyReads = (calls: readonly TraceCall[]): boolean =>
  calls.every(({ act }) => act === 'read' || act === 'token')
