// The portal's FHIR client: reads and searches with its own bearer token, over HTTP.
import { urlBelowBase } from '#lib/fhir/below-base.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { parseReference, type Reference } from '#lib/fhir/reference.ts'
import { readBody } from '#lib/http/params.ts'
import { type BackendServices, backendServices } from '#lib/oauth/backend-services.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure } from './failure.ts'

export interface PortalFhir {
  /** The resource that a reference of the given type points to; undefined when there is none (any more). */
  readonly find: (type: string, reference: unknown) => Promise<FhirResource | undefined>
  /** A searchset; the conditions are the query. */
  readonly search: (type: string, conditions: Readonly<Record<string, string>>) => Promise<FhirResource>
  /** The page that a link of a searchset leads to. Throws PortalFailure when it leads out of the base. */
  readonly page: (url: string) => Promise<FhirResource>
}

/** Largest answer that is read, in bytes. */
const LONGEST_ANSWER = 16 * 1024 * 1024
const GONE: readonly number[] = [404, 410]

export function portalFhir(deps: PortalDeps, backend: BackendServices = backendServices(deps)): PortalFhir {
  const get = async (url: string): Promise<FhirResource | undefined> => {
    try {
      const answer = await backend.get(deps.fhirBase, url)
      if (GONE.includes(answer.status)) return undefined
      if (answer.status !== 200) throw new Error(`The FHIR base answers ${answer.status}`)
      return JSON.parse((await readBody(answer, LONGEST_ANSWER)) ?? '') as FhirResource
    } catch (cause) {
      throw new PortalFailure('fhir_unavailable', { cause })
    }
  }

  const page = async (url: string): Promise<FhirResource> => {
    const below = urlBelowBase(deps.fhirBase, url)
    if (!below) throw new PortalFailure('bad_request')
    const bundle = await get(below)
    if (bundle?.['resourceType'] !== 'Bundle') throw new PortalFailure('not_found')
    return bundle
  }

  return {
    find: async (type, reference) => {
      const found = parseReference(reference)
      if (found?.type !== type) return undefined
      const resource = await get(`${deps.fhirBase}/${found.type}/${found.id}`)
      return resource?.['resourceType'] === type ? resource : undefined
    },
    search: (type, conditions) => page(`${deps.fhirBase}/${type}?${new URLSearchParams(conditions)}`),
    page,
  }
}

/** The reference that an element such as Task.for holds, when it points to the given type. */
export function referenceIn(element: unknown, type: string): Reference | undefined {
  const reference = parseReference((element as { readonly reference?: unknown } | null | undefined)?.reference)
  return reference?.type === type ? reference : undefined
}
