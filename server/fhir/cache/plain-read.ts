// Reads that ask for nothing but a resource: no parameters, no content coding. For a caller who is known they need nothing of
// what only other requests need. What is not plain, or goes wrong, goes the way of all requests, which has the words for it.
import { isResourceId } from '#lib/fhir/reference.ts'
import { NO_PARAMS } from '#lib/http/params.ts'
import { authorize } from '../authorize.ts'
import type { Caller } from '../bearer.ts'
import { canonicalBase, type FhirDeps } from '../deps.ts'
import { type Format, negotiate } from '../http/negotiate.ts'
import type { Wanted } from '../interactions/read.ts'

/** The format of the answers to plain reads with these headers; undefined where reads with them are not plain. */
export function plainFormat(headers: Headers): Format | undefined {
  if (headers.has('accept-encoding')) return undefined // To compress takes longer than to read.
  try {
    return negotiate(headers.get('accept'), NO_PARAMS)
  } catch {
    return undefined
  }
}

/** What a plain read asks for; undefined where it is none, or where the caller may not ask that. `url` is all that it says. */
export function plainlyAsked(deps: FhirDeps, caller: Caller, url: string): Wanted | undefined {
  const base = `${canonicalBase(deps)}/`
  const end = url.startsWith(base) ? url.indexOf('/', base.length) : -1
  if (end < 0) return undefined
  const [type, id] = [url.slice(base.length, end), url.slice(end + 1)]
  // Who reads the log sees what was before, so it is written first.
  if (type === 'AuditEvent' || !isResourceId(id)) return undefined
  try {
    return { type, id, visibility: authorize(caller, 'r', type, deps.resourceTypes) }
  } catch {
    return undefined
  }
}
