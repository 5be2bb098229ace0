// Who gets into the console: administrators only, changes from our own pages only, JSON always.
import type { z } from 'zod'
import { readBody } from '#lib/http/params.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { isProblemName, type Problem } from '#lib/i18n/problems.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { AdminFailure } from './failure.ts'

/** The administrator who asks. Throws AdminFailure for everybody else, and for a change that another site sent. */
export async function assertAdmin({ viewer, publicUrl }: AdminDeps, request: Request): Promise<AdminViewer> {
  const person = await viewer(request)
  if (!person) throw new AdminFailure('not_signed_in')
  if (person.role !== 'admin') throw new AdminFailure('not_admin')
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  if (changes && !isSameOrigin(request, publicUrl)) throw new AdminFailure('cross_site')
  return person
}

/** The JSON body in the shape that is expected; a shape may name the problem of a member. Throws AdminFailure. */
export async function readJson<Shape>(request: Request, shape: z.ZodType<Shape>): Promise<Shape> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new AdminFailure('bad_request')
  const text = await readBody(request)
  const parsed = shape.safeParse(parse(text))
  if (parsed.success) return parsed.data
  throw new AdminFailure('bad_request', parsed.error.issues.map(problemOf))
}

const problemOf = ({ message, path }: Pick<z.core.$ZodIssue, 'message' | 'path'>): Problem =>
  isProblemName(message) ? { name: message } : { name: 'field', about: path.join('.') }

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch (cause) {
    throw new AdminFailure('bad_request', [], { cause })
  }
}
