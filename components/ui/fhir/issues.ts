// The issues of an OperationOutcome (FHIR R4 operationoutcome.html).
import type { FhirResource } from '#lib/fhir/bundle.ts'

export interface Issue {
  readonly severity: string
  readonly code: string
  /** The element at fault, such as `Patient.birthDate`, if any. */
  readonly element: string | undefined
  /** For people. */
  readonly words: string
}

/** The number of the trace that explains a refusal, as this server ends its words with it. */
const TRACE = /\s?\(trace ([\w-]+)\)$/

/** The issues in order; none for any other resource. */
export const issuesOf = (outcome: FhirResource): readonly Issue[] =>
  rawIssues(outcome).map(({ severity, code, expression, details, diagnostics }) => ({
    severity: `${severity ?? ''}`,
    code: `${code ?? ''}`,
    element: Array.isArray(expression) && typeof expression[0] === 'string' ? expression[0] : undefined,
    words: [details?.text, diagnostics]
      .filter((words) => typeof words === 'string')
      .map((words) => words.replace(TRACE, ''))
      .join(' – '),
  }))

/** The trace that explains a refusal; undefined when it names none. */
export const traceOf = (outcome: FhirResource): string | undefined =>
  rawIssues(outcome)
    .map(({ diagnostics }) => (typeof diagnostics === 'string' ? TRACE.exec(diagnostics)?.[1] : undefined))
    .find((trace) => trace !== undefined)

interface RawIssue {
  readonly severity?: unknown
  readonly code?: unknown
  readonly expression?: unknown
  readonly details?: { readonly text?: unknown }
  readonly diagnostics?: unknown
}

function rawIssues({ issue }: FhirResource & { readonly issue?: unknown }): readonly RawIssue[] {
  return Array.isArray(issue) ? issue : []
}
