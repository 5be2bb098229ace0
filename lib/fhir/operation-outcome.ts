// The text of an OperationOutcome (FHIR R4 operationoutcome.html).

/** One issue of an OperationOutcome. */
export interface Issue {
  /** `error` by default. */
  readonly severity?: 'error' | 'fatal' | 'warning' | 'information'
  /** Of http://hl7.org/fhir/issue-type. */
  readonly code: string
  /** For people. */
  readonly text: string
  /** The exact problem; by default the same as `text`. */
  readonly diagnostics?: string
  /** The location of the problem: a path such as `Patient.name[0]`, or `http._count`. */
  readonly at?: string
}

/** Minified JSON of an OperationOutcome with these issues, at least one. */
export const outcomeText = (...issues: readonly Issue[]): string =>
  JSON.stringify({ resourceType: 'OperationOutcome', issue: issues.map(issueOf) })

function issueOf({ severity = 'error', code, text, diagnostics = text, at }: Issue) {
  // R4 servers fill `location` for HTTP parameters; `expression` is its successor.
  const place = at === undefined ? {} : { location: [writable(at)], expression: [writable(at)] }
  return { severity, code, details: { text }, diagnostics: writable(diagnostics), ...place }
}

/** Characters that no FHIR string has (datatypes.html#string): controls, other white space, unpaired surrogates. */
const UNWRITABLE = /[^\S \t\r\n]|(?![\t\r\n])\p{Cc}|\p{Cs}/gu

/** A text that may repeat a part of a request, with escapes for unwritable characters. */
const writable = (text: string): string =>
  text.replace(UNWRITABLE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
