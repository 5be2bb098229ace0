// The text of an OperationOutcome with one issue (FHIR R4 operationoutcome.html).

interface Issue {
  /** `error` unless told. */
  readonly severity?: 'error' | 'fatal'
  /** Of http://hl7.org/fhir/issue-type. */
  readonly code: string
  /** For people. */
  readonly text: string
  /** What exactly is wrong; the same as `text` unless told. */
  readonly diagnostics?: string
  /** What is to blame, such as `http._count`. */
  readonly at?: string
}

/** Minified JSON. */
export function outcomeText({ severity = 'error', code, text, diagnostics = text, at }: Issue): string {
  // `location` is what R4 servers fill for HTTP parameters, `expression` what took its place.
  const place = at === undefined ? {} : { location: [at], expression: [at] }
  const issue = [{ severity, code, details: { text }, diagnostics, ...place }]
  return JSON.stringify({ resourceType: 'OperationOutcome', issue })
}
