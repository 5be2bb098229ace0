// Who gets into the console and how answers leave it: administrators only, changes from our own pages only, JSON always.
import type { z } from 'zod'
import { readBody } from '#lib/http/params.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'

export type AdminFailureName =
  | 'not_signed_in'
  | 'not_admin'
  | 'cross_site'
  | 'bad_request'
  | 'not_found'
  | 'taken'
  | 'invalid'
  | 'own_role'
  | 'unexpected'

const STATUS: Readonly<Record<AdminFailureName, number>> = {
  not_signed_in: 401,
  not_admin: 403,
  cross_site: 403,
  bad_request: 400,
  not_found: 404,
  taken: 409,
  invalid: 422,
  own_role: 409,
  unexpected: 500,
}

const SENTENCE: Readonly<Record<AdminFailureName, string>> = {
  not_signed_in: 'Sign in first.',
  not_admin: 'The console is for administrators.',
  cross_site: 'The request is not of a page of this site.',
  bad_request: 'The body is not what is expected here.',
  not_found: 'There is no such thing.',
  taken: 'That name is taken.',
  invalid: 'The registration is not complete.',
  own_role: 'Nobody changes the own role: somebody must stay who can.',
  unexpected: 'Something went wrong here. Nothing was changed.',
}

/** Why the console does not do what was asked; `problems` are sentences for the person. */
export class AdminFailure extends Error {
  readonly failure: AdminFailureName
  readonly problems: readonly string[]

  constructor(failure: AdminFailureName, problems: readonly string[] = [], options: { readonly cause?: unknown } = {}) {
    super(failure, options)
    this.name = 'AdminFailure'
    this.failure = failure
    this.problems = problems
  }
}

/** The administrator who asks. Throws AdminFailure for everybody else, and for a change that another site sent. */
export async function assertAdmin({ viewer, publicUrl }: AdminDeps, request: Request): Promise<AdminViewer> {
  const person = await viewer(request)
  if (!person) throw new AdminFailure('not_signed_in')
  if (person.role !== 'admin') throw new AdminFailure('not_admin')
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  if (changes && !isSameOrigin(request, publicUrl)) throw new AdminFailure('cross_site')
  return person
}

/** The JSON body in the shape that is expected. Throws AdminFailure. */
export async function readJson<Shape>(request: Request, shape: z.ZodType<Shape>): Promise<Shape> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new AdminFailure('bad_request')
  const text = await readBody(request)
  const parsed = shape.safeParse(parse(text))
  if (parsed.success) return parsed.data
  throw new AdminFailure(
    'bad_request',
    parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  )
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch (cause) {
    throw new AdminFailure('bad_request', [], { cause })
  }
}

/** The answer to a failure. What nobody foresaw is logged and becomes a neutral sentence. */
export function failureJson({ log }: Pick<AdminDeps, 'log'>, error: unknown): Response {
  if (!(error instanceof AdminFailure)) log.error({ cause: String(error) }, 'the console failed by a fault of its own')
  const { failure, problems } = error instanceof AdminFailure ? error : new AdminFailure('unexpected')
  const description = problems.length > 0 ? problems.join(' ') : SENTENCE[failure]
  return respondJson(STATUS[failure], { error: failure, error_description: description, problems }, NO_STORE)
}
