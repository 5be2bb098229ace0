// JSON APIs of our own pages: route by path and method, parse bodies, and answer every failure as uncacheable
// `{"error", "error_description"}`.
import type { z } from 'zod'
import { type Catalogue, type Language, languageOf } from '../i18n/language.ts'
import { type Problem, problemText } from '../i18n/problems.ts'
import type { Log } from '../log.ts'
import { StorageUnavailable, TRY_AGAIN } from '../storage-unavailable.ts'
import { notAllowed } from './allow.ts'
import type { Handler } from './handler.ts'
import { jsonBody } from './json-body.ts'
import { requestIdOf } from './request-id.ts'
import { type HeaderMap, NO_STORE, respondJson } from './respond.ts'
import { router, segmentsOf } from './router.ts'

interface Details {
  /** The problems of the submitted values, by name. */
  readonly problems?: readonly Problem[]
  readonly headers?: HeaderMap
  readonly cause?: unknown
}

/** A refusal: `failure` is the `error` of the answer. */
export class ApiFailure extends Error {
  readonly failure: string
  readonly status: number
  readonly problems: readonly Problem[]
  readonly headers: HeaderMap

  constructor(failure: string, status: number, { problems = [], headers = {}, cause }: Details = {}, text = failure) {
    super(text, { cause })
    this.name = new.target.name
    this.failure = failure
    this.status = status
    this.problems = problems
    this.headers = headers
  }
}

/** Failures that are our fault: the sender could have done nothing better. */
export type Fault = 'unavailable' | 'unexpected'

/** What the APIs of different rooms say differently: their log and the sentences of their failures. */
export interface JsonApi {
  readonly log: Pick<Log, 'error'>
  /** The message of the log for a fault. */
  readonly failed: string
  /** The sentence for a failure in the person's language. */
  readonly text: (language: Language, failure: ApiFailure) => string
  /** The failure for a fault; `unavailable` when the storage is unavailable for now. */
  readonly fault: (failure: Fault) => ApiFailure
  /** False when the message of a fault may contain a pasted token: the log then has only the class of the error. */
  readonly logsMessages: boolean
  /** True when refusals list the body's problems, as `problems`. */
  readonly namesProblems?: true
}

/** The text of a failure, from a catalogue of failure names. */
export const textIn =
  (catalogue: Catalogue<Readonly<Record<string, string>>>): JsonApi['text'] =>
  (language, { failure, message }) =>
    catalogue[language][failure] ?? message

/** The refusals of an API by name, from the status and the sentences of each: what makes one, and how they become answers. */
export function refusals<Name extends string>(
  status: Readonly<Record<Name | Fault | 'bad_request', number>>,
  texts: Catalogue<Readonly<Record<Name, string>>>,
) {
  const failure = (name: Name | Fault | 'bad_request', details?: Details) => new ApiFailure(name, status[name], details)
  return {
    failure,
    readJson: bodyReader((problems) => failure('bad_request', { problems })),
    api: (more: Omit<JsonApi, 'text' | 'fault'>): JsonApi => ({ ...more, text: textIn(texts), fault: failure }),
  }
}

type Answer = object | Response

/** A handler whose result is sent as JSON, unless it is a Response. Faults are logged and become a neutral sentence. */
export const jsonHandler =
  (api: JsonApi, run: (request: Request) => Promise<Answer>): Handler =>
  async (request) => {
    try {
      const answer = await run(request)
      const response = answer instanceof Response ? answer : respondJson(200, answer, NO_STORE)
      return request.method === 'HEAD' ? new Response(null, response) : response
    } catch (error) {
      return failureJson(api, request, error)
    }
  }

function failureJson(api: JsonApi, request: Request, error: unknown): Response {
  if (!(error instanceof ApiFailure)) {
    const cause = api.logsMessages ? String(error) : error instanceof Error ? error.name : typeof error
    api.log.error({ requestId: requestIdOf(request), cause }, api.failed)
  }
  const known = error instanceof ApiFailure ? error : api.fault(faultOf(error))
  const language = languageOf(request)
  const problems = known.problems.map((problem) => problemText(problem, language))
  const description = problems.length > 0 ? problems.join(' ') : api.text(language, known)
  const body = { error: known.failure, error_description: description, ...(api.namesProblems ? { problems } : {}) }
  const retry = error instanceof StorageUnavailable ? TRY_AGAIN : {}
  return respondJson(known.status, body, { ...NO_STORE, ...retry, ...known.headers })
}

/** The name of a fault: `unavailable` when the storage is unavailable for now. */
export const faultOf = (error: unknown): Fault => (error instanceof StorageUnavailable ? 'unavailable' : 'unexpected')

/** Reads a JSON body in the shape that is expected, or throws the refusal. A shape may name the problem of a member. */
export const bodyReader =
  (refusal: (problems: readonly Problem[]) => ApiFailure) =>
  async <Shape>(request: Request, shape: z.ZodType<Shape>): Promise<Shape> => {
    const read = await jsonBody(request, shape)
    if ('problems' in read) throw refusal(read.problems)
    return read.body
  }

/** A path below the prefix of an API, at most one segment of it open. */
export interface JsonRoute {
  readonly path: string
  readonly answer: (request: Request, id: string) => Promise<Answer>
}

/**
 * A row: `who` returns the sender or throws, then the method's action answers. HEAD is answered like GET; other methods
 * get 405.
 */
export function jsonRoute<Who>(
  path: string,
  who: (request: Request) => Promise<Who>,
  actions: Readonly<Record<string, (request: Request, id: string, who: Who) => Promise<Answer>>>,
): JsonRoute {
  const methods = Object.keys(actions).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return {
    path,
    answer: async (request, id) => {
      const asking = await who(request)
      const action = actions[request.method === 'HEAD' ? 'GET' : request.method]
      return action ? action(request, id, asking) : notAllowed(methods)
    },
  }
}

/** The handler of everything below a prefix; `otherwise` refuses requests that match no row. */
export function jsonRoutes(
  api: JsonApi,
  prefix: string,
  rows: readonly JsonRoute[],
  otherwise: (request: Request) => Promise<Answer>,
): Handler {
  const find = router(rows)
  return jsonHandler(api, (request) => {
    const below = new URL(request.url).pathname.slice(prefix.length).replace(/^\//, '')
    const found = find(segmentsOf(below))
    return found ? found.route.answer(request, Object.values(found.path)[0] ?? '') : otherwise(request)
  })
}
