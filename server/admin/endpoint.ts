// Guards the console's endpoints: administrators only, changes from our own pages only, JSON always.
import type { z } from 'zod'
import { jsonBody } from '#lib/http/json-body.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { turnedAway } from './audited.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { AdminFailure } from './failure.ts'

/** The refusals by role: the console is for administrators, the audit log for auditors, and no role has both. */
const NOT_THEIRS = { admin: 'not_admin', auditor: 'not_auditor' } as const

/** The signed-in person, in that role. Throws AdminFailure for others, and for a change sent from another site. */
export async function assertRole(
  { viewer, publicUrl, audit }: AdminDeps,
  request: Request,
  role: keyof typeof NOT_THEIRS,
): Promise<AdminViewer> {
  const person = await viewer(request)
  if (!person) throw new AdminFailure('not_signed_in')
  const turnAway = (why: 'not_admin' | 'not_auditor' | 'cross_site') => {
    audit.record(turnedAway(request, person, why))
    throw new AdminFailure(why)
  }
  if (person.role !== role) turnAway(NOT_THEIRS[role])
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
