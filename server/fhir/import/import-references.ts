// Resolves references between the entries of a Bundle. A new entry has a urn as its fullUrl, which means nothing
// outside of the Bundle, so references to it are replaced by its address here (FHIR R4 http.html#trules). A urn that
// belongs to no entry is unchanged, and so is a conditional reference (Practitioner?identifier=…).

const URN = /^urn:(?:uuid|oid):/i

/** Matches `reference` members in the JSON text: inside a string, the quotes would be escaped. */
const REFERENCES = /("reference"\s*:\s*)"(urn:(?:uuid|oid):[^"\\]+)"/gi

/** An entry: its fullUrl, and the type and id that its resource gets. */
interface Addressed {
  readonly fullUrl: unknown
  readonly type: unknown
  readonly id: unknown
}

/** The addresses, such as Patient/7, for the urns of a Bundle's entries. */
export function addressesOf(entries: readonly Addressed[]): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>()
  for (const { fullUrl, type, id } of entries)
    if (typeof fullUrl === 'string' && URN.test(fullUrl) && typeof type === 'string' && typeof id === 'string')
      addresses.set(fullUrl.toLowerCase(), `${type}/${id}`)
  return addresses
}

/** The text of a resource with its urns replaced by their addresses. */
export const withAddresses = (text: string, addresses: ReadonlyMap<string, string>): string =>
  addresses.size === 0
    ? text
    : text.replace(REFERENCES, (whole, name: string, urn: string) => {
        const address = addresses.get(urn.toLowerCase())
        return address === undefined ? whole : `${name}"${address}"`
      })
