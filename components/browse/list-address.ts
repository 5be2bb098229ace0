// The list of a type and its page's address: /browse/Patient?name=jan&_count=20 shows the FHIR API's answer to
// Patient?name=jan&_count=20; `page` is the server's own link to a further page.
const PAGE = 'page'

/** Rows on a page unless the address says otherwise. */
export const PAGE_SIZE = 20

/** The list that an address describes. */
export interface ListPlace {
  /** The search, `_count` and `_sort` included; without a page. */
  readonly search: URLSearchParams
  /** The URL below the FHIR base to read. */
  readonly url: string
}

/** The place that the query of the page's address describes. */
export function placeOf(fhirBase: string, type: string, query: URLSearchParams): ListPlace {
  const search = new URLSearchParams([...query].filter(([name, value]) => name !== PAGE && value !== ''))
  const page = query.get(PAGE)
  const asked = search.has('_count') ? search : new URLSearchParams([...search, ['_count', String(PAGE_SIZE)]])
  return { search, url: page?.startsWith('?') ? `${fhirBase}${page}` : `${fhirBase}/${type}?${asked}` }
}

/** The query of the address that shows a search from its beginning. */
export const searchQuery = (search: URLSearchParams): string => (search.size === 0 ? '' : `?${search}`)

/** The query of the address that shows the page a link of the server leads to, such as `next`. */
export function pageQuery(fhirBase: string, search: URLSearchParams, link: string): string {
  const below = link.startsWith(`${fhirBase}?`) ? link.slice(fhirBase.length) : undefined
  return searchQuery(new URLSearchParams([...search, ...(below ? [[PAGE, below]] : [])]))
}

/** A search with one parameter set, or removed when the value is empty. It starts at the first page. */
export function withParameter(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(search)
  if (value === '') changed.delete(name)
  else changed.set(name, value)
  return changed
}

/** The address of a list with one condition. */
export const listHref = (type: string, parameter: string, value: string): string =>
  `/browse/${type}?${new URLSearchParams({ [parameter]: value })}`

/** Requested rows per page, if the address has a number. */
export const sizeOf = (search: URLSearchParams): number => Number(search.get('_count')) || PAGE_SIZE

/** Parameters that shape the result and do not filter it. */
const OF_THE_RESULT: readonly string[] = ['_count', '_sort']

/** True when the search leaves anything out. */
export const isFiltered = (search: URLSearchParams): boolean =>
  [...search.keys()].some((name) => !OF_THE_RESULT.includes(name))
