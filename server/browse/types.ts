// GET /browse/api/types: the types and their counts in one answer. Each type is searched at the FHIR API, in parallel.

import type { BrowseType, BrowseTypes } from '#lib/api/browse.ts'
import { messageOf } from '#lib/cause.ts'
import { type FhirResource, matchesOf } from '#lib/fhir/bundle.ts'
import { servedTypes } from '#lib/fhir/capabilities.ts'
import { refusal } from '#lib/fhir/proxy.ts'
import { isTypeName } from '#lib/fhir/reference.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import type { BackendServices } from '#lib/oauth/backend-services.ts'
import { permits } from '#lib/oauth/permission-scope.ts'
import { readBy } from './audited.ts'
import type { BrowseDeps, Reader } from './deps.ts'

export const servedRecords =
  (deps: BrowseDeps, { get }: BackendServices) =>
  async (request: Request, person: Reader): Promise<Response> => {
    const read = (address: string) => get(deps.fhirBase, `${deps.fhirBase}/${address}`)
    const recordsOf = async (type: string): Promise<BrowseType> => {
      // This client has a permission for every type, which is none for the audit log.
      if (!permits('*', type)) return { type, access: 'auditors' }
      // The newest record and the number of all, in one answer.
      const address = `${type}?_count=1&_total=accurate&_elements=meta`
      const answer = await read(address)
      const audited = readBy(deps, person, request, address, answer)
      if (audited) await deps.audit.read(audited)
      return countOf(type, await bodyOf(answer))
    }
    try {
      const capability = await bodyOf(await read('metadata'))
      if (!capability) throw new Error('The FHIR base does not say what it serves')
      const types = servedTypes(capability).flatMap(({ type }) => (isTypeName(type) ? [type] : []))
      const items = await Promise.all(types.map((type) => recordsOf(type).catch(() => unread(type))))
      return respondJson(200, { items } satisfies BrowseTypes, NO_STORE)
    } catch (error) {
      deps.log.warn({ cause: messageOf(error) }, 'The FHIR base could not be read')
      return refusal(502, 'temporarily_unavailable', 'The FHIR base could not be read.')
    }
  }

/** The resource of an answer; undefined when there is none to be had. */
async function bodyOf(answer: Response): Promise<FhirResource | undefined> {
  const body: unknown = await answer.json().catch(() => undefined)
  return answer.ok && typeof body === 'object' && body !== null ? (body as FhirResource) : undefined
}

function countOf(type: string, bundle: FhirResource | undefined): BrowseType {
  const total = bundle?.['total']
  if (!bundle || typeof total !== 'number') return unread(type)
  const meta = matchesOf(bundle, type)[0]?.['meta'] as { readonly lastUpdated?: unknown } | undefined
  const changed = meta?.lastUpdated
  return { type, access: 'open', total, ...(typeof changed === 'string' ? { changed } : {}) }
}

const unread = (type: string): BrowseType => ({ type, access: 'unreadable' })
