// A request as a curl command without its token, which the reader replaces with their own.
import { shellQuoted } from '#lib/shell-quoted.ts'

/** A `curl` that reads a URL with the bearer token of `$TOKEN`. */
export const curlOf = (url: string): string =>
  `curl -H "Authorization: Bearer $TOKEN" -H 'Accept: application/fhir+json' ${shellQuoted(url)}`
