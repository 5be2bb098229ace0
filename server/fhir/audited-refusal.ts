// The audit event of a refused request: of a read, or of the write that it would have been.
import type { Maybe } from '#lib/async/maybe.ts'
import type { ReadInteraction, WriteInteraction } from '#lib/audit/audit.ts'
import type { Routed } from '#lib/http/router.ts'
import { refusedTo } from './audited.ts'
import type { Caller } from './caller.ts'
import { numbersOf, type Reply } from './http/send.ts'
import type { FhirError } from './outcome.ts'
import type { Route } from './routes.ts'
import { auditedRefusal } from './write/audited-write.ts'

/**
 * The audit event of a refused or failed request. Those of unauthenticated callers, and those over the rate limit, are
 * grouped.
 */
export function auditRefusal(
  reply: Reply,
  caller: Caller | undefined,
  path: Readonly<Record<string, string>>,
  read: ReadInteraction | undefined,
  failure: FhirError,
): Maybe<void> {
  const { deps, request } = reply
  const { status, code } = failure
  const { interaction } = reply
  if (!interaction || !caller || status === 429)
    return deps.audit.read(refusedTo(reply, caller, { path, code: read }, status))
  const { type, id } = path
  const refusal = { interaction, status, code, type, id }
  return deps.writes.audit.refused(auditedRefusal(refusal, { deps, request, caller, numbers: numbersOf(reply) }))
}

/** The interaction that a request would perform, even if its address does not allow the method; undefined for a read. */
export function changeOf(
  { route }: Routed<Route>,
  method: string,
  segments: readonly string[],
): WriteInteraction | undefined {
  if (route.methods.includes(method)) return undefined
  return method === 'POST' && segments.some((part) => part.startsWith('$')) ? 'operation' : WRITES[method]
}

/** The interaction of a method, as long as the body is unread. */
const WRITES: Readonly<Record<string, WriteInteraction>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}
