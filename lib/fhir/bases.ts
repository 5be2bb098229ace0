// The two equal FHIR bases of a domain, below BASE_URL.
/** The paths of the two bases; both serve the same resources. */
export const BASES = ['/fhir', '/fhir/DEFAULT'] as const

export type BasePath = (typeof BASES)[number]

/** The base that links, fullUrl, `aud` and the launch `iss` use. */
export const CANONICAL_BASE = '/fhir/DEFAULT' satisfies BasePath

/** Its URL. */
export const canonicalBase = ({ baseUrl }: { readonly baseUrl: string }): string => `${baseUrl}${CANONICAL_BASE}`

/** The URLs of both bases. */
export const baseUrls = ({ baseUrl }: { readonly baseUrl: string }): readonly string[] =>
  BASES.map((base) => `${baseUrl}${base}`)
