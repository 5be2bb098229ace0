// Records one request while it runs. Starting a record is cheap, because every token request and FHIR read has one:
// facts are computed only when the request is stored as a step of a trace, which is decided at the end.
import type { CheckName } from '#lib/checks/checks.ts'
import type { StepName } from '#lib/checks/steps.ts'
import type { Clock } from '#lib/clock.ts'
import { withHeaders } from '#lib/http/plain-response.ts'
import { tellRefused } from '#lib/telemetry.ts'
import {
  explanationOf,
  type FactList,
  type Facts,
  type LinkKind,
  type StepRecorder,
  type Subject,
  TRACE_HEADER,
} from '#lib/trace/trace.ts'
import { callKey, isTraceId, launchKey, linkKey } from './keys.ts'

export interface CheckRun {
  readonly name: CheckName
  readonly facts: (() => Facts) | undefined
  /** The thrown error; undefined when the check passed. */
  readonly error: unknown
}

/** The record of a request, for its trace. */
export interface TraceDraft {
  step: StepName
  subject: Subject
  sent?: FactList
  answered?: FactList
  client?: string
  proven?: { readonly platform: string; readonly jti: string }
  readonly runs: CheckRun[]
  readonly joins: string[]
}

export interface TraceSink {
  readonly clock: Clock
  /** A key for a failed request that belongs to nothing proven; undefined when too many came from the same origin. */
  readonly ownKey: (request: Request) => string | undefined
  /** True while a client may have more requests stored that name no trace. */
  readonly hasRoomFor: (clientId: string) => boolean
  /** Receives every request when it ends, stored or not. */
  readonly ended: (record: Omit<EndedRecord, 'key'>) => void
  readonly keep: (record: EndedRecord) => void
  /** Logs a check's refusal. */
  readonly refused: (refused: RefusedRequest) => void
}

export interface RefusedRequest extends Pick<EndedRecord, 'request' | 'draft' | 'answer' | 'error'> {
  /** The id of its trace; undefined when none is stored. */
  readonly key: string | undefined
  readonly check: CheckName
  /** The protocol's code, such as invalid_grant. */
  readonly code: string
}

export interface EndedRecord {
  readonly key: string
  readonly request: Request
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly draft: TraceDraft
  readonly answer: Response
  /** The error behind the answer, if any. */
  readonly error: unknown
}

export class RequestRecorder implements StepRecorder {
  readonly #sink: TraceSink
  readonly #request: Request
  readonly #startedAt: number
  readonly #draft: TraceDraft
  #key: string | undefined
  #own: string | undefined
  #failed = false
  #told = false
  /** The ended record. Ending again, for example by a fault after the answer was made, replaces it. */
  #record: EndedRecord | undefined

  constructor(sink: TraceSink, step: StepName, request: Request) {
    this.#sink = sink
    this.#request = request
    this.#startedAt = sink.clock()
    this.#draft = { step, subject: {}, runs: [], joins: [] }
  }

  check<T>(name: CheckName, run: () => T, facts?: () => Facts): T {
    return this.#run(name, run, facts, true)
  }

  precheck<T>(name: CheckName, run: () => T, facts?: () => Facts): T {
    return this.#run(name, run, facts, false)
  }

  step(name: StepName): void {
    this.#draft.step = name
  }

  subject(subject: Subject): void {
    this.#draft.subject = { ...this.#draft.subject, ...subject }
  }

  launch(platform: string, jti: string): void {
    this.#draft.proven = { platform, jti }
    this.#key = launchKey(platform, jti)
  }

  correlatedBy(kind: LinkKind, secret: string): void {
    this.#key ??= linkKey(kind, secret)
  }

  correlate(kind: LinkKind, secret: string): void {
    this.#draft.joins.push(linkKey(kind, secret))
  }

  client(clientId: string): void {
    this.#draft.client = clientId
    const named = this.#request.headers.get(TRACE_HEADER)
    if (!isTraceId(named)) return
    this.#key ??= callKey(clientId, named)
    this.#draft.subject = { jti: named, clientId, ...this.#draft.subject }
  }

  named(traceId: () => string): void {
    const { client } = this.#draft
    if (this.#key !== undefined || client === undefined || !this.#sink.hasRoomFor(client)) return
    this.#key = callKey(client, traceId())
    this.#draft.subject = { jti: traceId(), clientId: client, ...this.#draft.subject }
  }

  sent(parameters: FactList): void {
    this.#draft.sent = parameters
  }

  answered(body: FactList): void {
    this.#draft.answered = body
  }

  id(wentWrong = false): string | undefined {
    this.#failed ||= wentWrong
    if (this.#key === undefined && this.#failed) this.#own ??= this.#sink.ownKey(this.#request)
    return this.#key ?? this.#own
  }

  end(answer: Response, error?: unknown): Response {
    const key = this.#isAside(error) ? this.#key : this.id(error !== undefined)
    if (error !== undefined) this.#tell({ answer, error, key })
    this.#noteUnchecked(error)
    const [request, startedAt, draft] = [this.#request, this.#startedAt, this.#draft]
    const ended = { request, startedAt, draft, answer, error }
    this.#sink.ended(ended)
    if (key === undefined) return answer
    if (this.#record) Object.assign(this.#record, { key, answer, error })
    else {
      this.#record = { ...ended, key }
      this.#sink.keep(this.#record)
    }
    // The answer to a write has the id that its client sent, or was given.
    return withHeaders(answer, { [TRACE_HEADER]: key })
  }

  /** True for a refusal that no check made, such as of a page that somebody opened by itself: that is no launch. */
  #isAside(error: unknown): boolean {
    const explanation = explanationOf(error)
    return explanation !== undefined && explanation.check === undefined && this.#draft.runs.length === 0
  }

  /** Logs a check's refusal, once. Faults are logged where they are caught. */
  #tell(ending: Pick<RefusedRequest, 'answer' | 'error' | 'key'>): void {
    const explanation = explanationOf(ending.error)
    const check = explanation?.check ?? this.#draft.runs.findLast((run) => run.error === ending.error)?.name
    if (!explanation || !check || this.#told) return
    this.#told = true
    this.#sink.refused({ ...ending, check, code: explanation.code, request: this.#request, draft: this.#draft })
  }

  /** A refusal thrown outside of a check still names the check that it belongs to. */
  #noteUnchecked(error: unknown): void {
    const check = explanationOf(error)?.check
    if (check && !this.#draft.runs.some((run) => run.name === check && run.error !== undefined))
      this.#noteRefusal(check, undefined, error)
  }

  #run<T>(name: CheckName, run: () => T, facts: (() => Facts) | undefined, whole: boolean): T {
    try {
      const result = run()
      if (result instanceof Promise)
        return result.then(
          (value) => this.#passed(name, facts, whole, value),
          (error: unknown) => this.#refused(name, facts, error),
        ) as T
      return this.#passed(name, facts, whole, result)
    } catch (error) {
      return this.#refused(name, facts, error)
    }
  }

  #passed<T>(name: CheckName, facts: (() => Facts) | undefined, whole: boolean, value: T): T {
    if (whole) this.#draft.runs.push({ name, facts, error: undefined })
    return value
  }

  #refused(name: CheckName, facts: (() => Facts) | undefined, error: unknown): never {
    // Our own fault is no verdict: the check counts as not reached.
    const explanation = explanationOf(error)
    if (explanation) {
      this.#failed = true
      this.#noteRefusal(explanation.check ?? name, facts, error)
    }
    throw error
  }

  #noteRefusal(name: CheckName, facts: (() => Facts) | undefined, error: unknown): void {
    this.#draft.runs.push({ name, facts, error })
    tellRefused(name)
  }
}
