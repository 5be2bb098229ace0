// Reading a Bundle of type searchset as a client (FHIR R4 §3.1.1.4, bundle.html).
import { isObject, type JsonObject } from '../json.ts'

/** A resource as a client reads it: JSON of which nothing but its form as an object is known. */
export type FhirResource = JsonObject

const objects = (value: unknown): readonly FhirResource[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** The matches of one type in a searchset, in its order; included resources and outcomes are left out. */
export const matchesOf = (bundle: FhirResource, type: string): readonly FhirResource[] =>
  objects(bundle['entry']).flatMap(({ resource }) =>
    isObject(resource) && resource['resourceType'] === type ? [resource] : [],
  )

/** What the server says about a search besides its matches: the diagnostics of its outcomes (FHIR R4 search.html §3.1.1.7). */
export const remarksOf = (bundle: FhirResource): readonly string[] =>
  matchesOf(bundle, 'OperationOutcome')
    .flatMap(({ issue }) => objects(issue))
    .flatMap(({ diagnostics }) => (typeof diagnostics === 'string' ? [diagnostics] : []))

/** The URL of a link of the Bundle, such as `next`. */
export function linkOf(bundle: FhirResource, relation: string): string | undefined {
  const url = objects(bundle['link']).find((link) => link['relation'] === relation)?.['url']
  return typeof url === 'string' ? url : undefined
}
