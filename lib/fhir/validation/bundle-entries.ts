// References between the entries of a Bundle that is stored as it is (FHIR R4 bundle.html#references): a document or a
// collection answers them itself.
import { isObject, type JsonObject } from '../../json.ts'
import { itemsOf } from './problem.ts'

/** The resources of a Bundle, by the fullUrl of their entries, with and without their version. */
export type Entries = ReadonlyMap<string, JsonObject>

/** The hexadecimal digits of a UUID may be in either case. */
const keyOf = (url: string): string => (/^urn:/i.test(url) ? url.toLowerCase() : url)

/** The resources that references between the entries of a Bundle lead to. */
export function entriesOf(bundle: JsonObject): Entries {
  const found = new Map<string, JsonObject>()
  for (const entry of itemsOf(bundle['entry']).filter(isObject)) {
    const { fullUrl, resource } = entry
    if (typeof fullUrl !== 'string' || !isObject(resource)) continue
    found.set(keyOf(fullUrl), resource)
    const { meta } = resource
    if (isObject(meta) && typeof meta['versionId'] === 'string')
      found.set(`${fullUrl}/_history/${meta['versionId']}`, resource)
  }
  return found
}

/** The entry that a reference leads to. */
export const answerIn = (entries: Entries, address: string): JsonObject | undefined =>
  entries.size === 0 ? undefined : entries.get(keyOf(address))

const ABSOLUTE = /^(?:#|[A-Za-z][A-Za-z0-9+.-]*:)/
const RESTFUL = /^(https?:\/\/.*\/)[A-Z][A-Za-z]{1,63}\/[A-Za-z0-9\-.]{1,64}$/

/** A reference in an entry; a relative one is below the same base as the entry's own address. */
export function absolute(reference: string, fullUrl: unknown): string {
  if (typeof fullUrl !== 'string' || ABSOLUTE.test(reference)) return reference
  return `${RESTFUL.exec(fullUrl)?.[1] ?? ''}${reference}`
}
