// Who gets into the console: administrators only, changes from our own pages only, JSON always.
import type { z } from 'zod'
import { jsonBody } from '#lib/http/json-body.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { turnedAway } from './audited.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { AdminFailure } from './failure.ts'

/** The administrator who asks. Throws AdminFailure for everybody else, and for a change that another site sent. */
export async function assertAdmin({ viewer, publicUrl, audit }: AdminDeps, request: Request): Promise<AdminViewer> {
  const person = await viewer(request)
  if (!person) throw new AdminFailure('not_signed_in')
  const turnAway = (why: 'not_admin' | 'cross_site') => {
    audit.record(turnedAway(request, person, why))
    throw new AdminFailure(why)
  }
  if (person.role !== 'admin') turnAway('not_admin')
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  if (changes && !isSameOrigin(request, publicUrl)) turnAway('cross_site')
  return person
}

/** The JSON body in the shape that is expected; a shape may name the problem of a member. Throws AdminFailure. */
export async function readJson<Shape>(request: Request, shape: z.ZodType<Shape>): Promise<Shape> {
  const read = await jsonBody(request, shape)
  if ('problems' in read) throw new AdminFailure('bad_request', read.problems)
  return read.body
}
