// The record browser: all resources of the domain, for practitioners and administrators. It knows the domain by HTTP
// alone, as a SMART Backend Services client of its own.
import type { BrowseSession } from '#lib/api/browse.ts'
import { passThrough, refusal } from '#lib/fhir/pass-through.ts'
import { allowing, READ_METHODS } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { publicJwks } from '#lib/http/public-jwks.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { backendServices } from '#lib/oauth/backend-services.ts'
import { readBy } from './audited.ts'
import type { BrowseDeps, Reader } from './deps.ts'

export interface Browse {
  /** Who is there and what they may, as JSON (lib/api/browse.ts). */
  readonly session: Handler
  /** GET ?url=… or ?path=…: a FHIR read on behalf of the page. */
  readonly fhir: Handler
  /** The public keys of the console. */
  readonly jwks: Handler
}

/** Roles of accounts that may look at every record; whoever is not named here may not. */
const MAY_READ: readonly string[] = ['admin', 'practitioner']

export function createBrowse(deps: BrowseDeps): Browse {
  return {
    session: allowing(READ_METHODS, async (request) => respondJson(200, await sessionOf(deps, request), NO_STORE)),
    fhir: allowing(['GET'], fhirRead(deps)),
    jwks: allowing(READ_METHODS, publicJwks(deps.keys)),
  }
}

async function sessionOf({ reader, fhirBase }: BrowseDeps, request: Request): Promise<BrowseSession> {
  const person = await reader(request)
  if (!person) return { access: 'signed_out' }
  return mayRead(person) ? { access: 'open', name: person.name, role: person.role, fhirBase } : { access: 'refused' }
}

function fhirRead(deps: BrowseDeps): Handler {
  const backend = backendServices(deps)
  return async (request) => {
    const person = await deps.reader(request)
    if (!person) return refusal(401, 'login_required', 'Sign in first.')
    if (!mayRead(person))
      return refusal(403, 'access_denied', 'Only practitioners and administrators may look at all records.')
    const answer = await passThrough({ backend, log: deps.log }, deps.fhirBase, request)
    const read = readBy(deps, person, request, answer)
    if (read) deps.audit.read(read)
    return answer
  }
}

const mayRead = ({ role }: Reader): boolean => MAY_READ.includes(role)
