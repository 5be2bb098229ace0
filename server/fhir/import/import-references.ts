// Resolves references between the entries of a Bundle. A new entry has a urn as its fullUrl, which means nothing outside of the
// Bundle: references to it are replaced by the address that it gets here (FHIR R4 http.html#trules). A urn of no entry stays, and
// so does a conditional reference (Practitioner?identifier=…).

const URN = /^urn:(?:uuid|oid):/i

/** The text of members `reference`, in JSON as it stands: within a string, the quotes would be escaped. */
const REFERENCES = /("reference"\s*:\s*)"(urn:(?:uuid|oid):[^"\\]+)"/gi

/** An entry: its fullUrl, and the type and id that its resource gets. */
interface Addressed {
  readonly fullUrl: unknown
  readonly type: unknown
  readonly id: unknown
}

/** The addresses, such as Patient/7, that the entries of a Bundle get for their urns. */
export function addressesOf(entries: readonly Addressed[]): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>()
  for (const { fullUrl, type, id } of entries)
    if (typeof fullUrl === 'string' && URN.test(fullUrl) && typeof type === 'string' && typeof id === 'string')
      addresses.set(fullUrl.toLowerCase(), `${type}/${id}`)
  return addresses
}

/** The text of a resource with addresses in place of the urns that have one. */
export const withAddresses = (text: string, addresses: ReadonlyMap<string, string>): string =>
  addresses.size === 0
    ? text
    : text.replace(REFERENCES, (whole, name: string, urn: string) => {
        const address = addresses.get(urn.toLowerCase())
        return address === undefined ? whole : `${name}"${address}"`
      })
