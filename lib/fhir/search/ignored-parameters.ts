// What a server left out of a search (FHIR R4 search.html §3.1.1.1: a server may ignore what it does not support, and says in the
// self link what it used).

/**
 * Parameters of a search that the server ignored: the self link contains those it used. Further pages have another self
 * link.
 */
export function passedOver(search: URLSearchParams, type: string, self: string | undefined): readonly string[] {
  if (!self || !URL.canParse(self) || !new URL(self).pathname.endsWith(`/${type}`)) return []
  const used = new URL(self).searchParams
  return [...new Set(search.keys())].filter((name) => !used.has(name))
}
