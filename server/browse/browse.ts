// The record browser: all resources of the domain, for practitioners and administrators; administrators may change
// them. It reaches the domain by HTTP only, as its own SMART Backend Services client.
import type { BrowseSession } from '#lib/api/browse.ts'
import { changeRefused } from '#lib/audit/changes.ts'
import { passThrough, refusal } from '#lib/fhir/proxy.ts'
import { allowing, READ_METHODS } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { queryParams } from '#lib/http/params.ts'
import { publicJwks } from '#lib/http/public-jwks.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { type BackendServices, backendServices } from '#lib/oauth/backend-services.ts'
import { readBy } from './audited.ts'
import { changeRecord } from './change.ts'
import type { BrowseDeps, Reader } from './deps.ts'
import { servedRecords } from './types.ts'
import { recordWriters } from './writers.ts'

/** The record browser's interface for the table of addresses. */
export interface Browse {
  /** The reader and their access, as JSON (lib/api/browse.ts). */
  readonly session: Handler
  /** GET ?url=… or ?path=…: a FHIR read on behalf of the page. */
  readonly fhir: Handler
  /** PUT or DELETE ?path=Type/id: changes a record, for administrators. */
  readonly record: Handler
  /** The types of the FHIR API, each with the number of its records (lib/api/browse.ts). */
  readonly types: Handler
  /** The writers of a record's versions (lib/api/browse.ts). */
  readonly writers: Handler
  /** The public keys of the console. */
  readonly jwks: Handler
}

/** Roles of accounts that may read every record; no other role may. */
const MAY_READ: readonly string[] = ['admin', 'practitioner']

/** The record browser from its ports. */
export function createBrowse(deps: BrowseDeps): Browse {
  const backend = backendServices(deps)
  return {
    session: allowing(READ_METHODS, async (request) => respondJson(200, await sessionOf(deps, request), NO_STORE)),
    fhir: allowing(['GET'], letIn(deps, fhirRead(deps, backend))),
    record: allowing(['PUT', 'DELETE'], letIn(deps, changeRecord(deps, backend))),
    types: allowing(['GET'], letIn(deps, servedRecords(deps, backend))),
    writers: allowing(['GET'], letIn(deps, recordWriters(deps))),
    jwks: allowing(READ_METHODS, publicJwks(deps.keys)),
  }
}

async function sessionOf({ reader, fhirBase, profiles }: BrowseDeps, request: Request): Promise<BrowseSession> {
  const person = await reader(request)
  if (!person) return { access: 'signed_out' }
  if (!mayRead(person)) return { access: 'refused' }
  return { access: 'open', name: person.name, role: person.role, fhirBase, profiles }
}

/** Runs a read for those with access. */
const letIn =
  (deps: BrowseDeps, read: (request: Request, person: Reader) => Promise<Response>): Handler =>
  async (request) => {
    const person = await deps.reader(request)
    if (person && mayRead(person)) return read(request, person)
    const error = person ? 'access_denied' : 'login_required'
    // A refused read is recorded for all pages alike (server/domain/audit-refused-reads.ts).
    if (request.method !== 'GET')
      deps.audit.record(changeRefused({ request, person: person && { username: person.username } }, error))
    if (!person) return refusal(401, error, 'Sign in first.')
    return refusal(403, error, 'Only practitioners and administrators may look at all records.')
  }

const fhirRead =
  (deps: BrowseDeps, backend: BackendServices) =>
  async (request: Request, person: Reader): Promise<Response> => {
    const answer = await passThrough({ backend, log: deps.log }, deps.fhirBase, request)
    const params = queryParams(request)
    const read = readBy(deps, person, request, params.get('url') ?? params.get('path') ?? '', answer)
    if (read) await deps.audit.read(read)
    return answer
  }

/** True for a reader whose account may read every record. */
export const mayRead = ({ role }: Pick<Reader, 'role'>): boolean => MAY_READ.includes(role)
