// The text of an OperationOutcome (FHIR R4 operationoutcome.html).

export interface Issue {
  /** `error` unless told. */
  readonly severity?: 'error' | 'fatal' | 'warning' | 'information'
  /** Of http://hl7.org/fhir/issue-type. */
  readonly code: string
  /** For people. */
  readonly text: string
  /** What exactly is wrong; the same as `text` unless told. */
  readonly diagnostics?: string
  /** What is to blame: a path such as `Patient.name[0]`, or `http._count`. */
  readonly at?: string
}

/** Minified JSON of an OperationOutcome with these issues, of which there has to be one. */
export const outcomeText = (...issues: readonly Issue[]): string =>
  JSON.stringify({ resourceType: 'OperationOutcome', issue: issues.map(issueOf) })

function issueOf({ severity = 'error', code, text, diagnostics = text, at }: Issue) {
  // `location` is what R4 servers fill for HTTP parameters, `expression` what took its place.
  const place = at === undefined ? {} : { location: [writable(at)], expression: [writable(at)] }
  return { severity, code, details: { text }, diagnostics: writable(diagnostics), ...place }
}

/** What no string of FHIR has (datatypes.html#string): controls, white space of other kinds, halves of surrogate pairs. */
const UNWRITABLE = /[^\S \t\r\n]|(?![\t\r\n])\p{Cc}|\p{Cs}/gu

/** A text that may repeat something of a request, with escapes for what it cannot repeat. */
const writable = (text: string): string =>
  text.replace(UNWRITABLE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
