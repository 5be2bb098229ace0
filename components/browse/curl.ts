// A request as a curl command without its token, which the reader replaces with their own.

/** A `curl` that reads a URL with the bearer token of `$TOKEN`. */
export const curlOf = (url: string): string =>
  `curl -H "Authorization: Bearer $TOKEN" -H 'Accept: application/fhir+json' ${quoted(url)}`

/** Single quotes keep everything as it is, but a single quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
