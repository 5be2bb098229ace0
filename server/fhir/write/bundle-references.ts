// References between the entries of a transaction (FHIR R4 http.html#trules): what refers to the fullUrl of a new entry, or to the one
// resource that meets some criteria, refers to its address afterwards.
import { FhirError } from '../outcome.ts'

/** Members whose type is Reference.reference, uri, url, oid or uuid. Quotes within a string are escaped, so these are members. */
const LINKS = /"(reference|url|uri|valueUri|valueUrl|valueOid|valueUuid)":"([^"\\]+)"/g
const NARRATIVE = /"div":"(?:[^"\\]|\\.)*"/g
const NARRATIVE_LINKS = /\b(href|src)=(\\"|')([^"'\\]+)/g
const CONDITIONAL = /"reference":"([A-Z][A-Za-z]{1,63})\?([^"\\]+)"/g

/** The text of a resource with addresses in the place of the fullUrls that have one. */
export function withAddresses(text: string, addresses: ReadonlyMap<string, string>): string {
  if (addresses.size === 0) return text
  return text
    .replace(LINKS, (whole, name: string, link: string) => {
      const address = addresses.get(keyOf(link))
      return address === undefined ? whole : `"${name}":"${address}"`
    })
    .replace(NARRATIVE, (div) =>
      div.replace(NARRATIVE_LINKS, (whole, name: string, quote: string, link: string) => {
        const address = addresses.get(keyOf(link))
        return address === undefined ? whole : `${name}=${quote}${address}`
      }),
    )
}

/** Hexadecimal digits of a UUID may come in either case. */
export const keyOf = (fullUrl: string): string => (/^urn:/i.test(fullUrl) ? fullUrl.toLowerCase() : fullUrl)

/**
 * The text with `Type/id` in the place of each conditional reference. `find` gives the id of the one resource that meets the criteria,
 * undefined for none. Throws FhirError 412 for none, and what `find` throws.
 */
export function withResolved(text: string, find: (type: string, query: string) => string | undefined): string {
  return text.replace(CONDITIONAL, (_whole, type: string, query: string) => {
    const id = find(type, query)
    if (id === undefined)
      throw new FhirError(
        412,
        'not-found',
        `The conditional reference ${type}?${query} finds nothing that this client may read.`,
      )
    return `"reference":"${type}/${id}"`
  })
}
