// Why a patch is refused: the status and issue code of the answer (FHIR R4 http.html#patch, RFC 5789 §2.2), and the
// problem.

interface Refusal {
  /** 400: the document is no patch or may not do this; 403: forbidden to everybody; 422: cannot be applied to this resource. */
  readonly status: 400 | 403 | 422
  /** The issue type of the OperationOutcome (FHIR R4 valueset-issue-type.html). */
  readonly code:
    | 'structure'
    | 'invalid'
    | 'not-supported'
    | 'processing'
    | 'too-costly'
    | 'forbidden'
    | 'extension'
    | 'business-rule'
  /**
   * A sentence for the client: the operation, the expectation, and the received value. Contains nothing of the
   * resource.
   */
  readonly message: string
  /** The element of the resource that it is about, such as `Patient.text`. */
  readonly expression?: string
}

/** Thrown for a patch that cannot be read or applied; the message is for its sender. */
export class PatchProblem extends Error {
  override readonly name = 'PatchProblem'
  readonly status: Refusal['status']
  readonly code: Refusal['code']
  readonly expression: string | undefined

  constructor({ status, code, message, expression }: Refusal) {
    super(message)
    this.status = status
    this.code = code
    this.expression = expression
  }
}

/** The document is no patch. */
export const malformed = (message: string): PatchProblem =>
  new PatchProblem({ status: 400, code: 'structure', message })

/** The patch is one, and this resource is not such that it can be applied. */
export const notApplicable = (message: string): PatchProblem =>
  new PatchProblem({ status: 422, code: 'processing', message })

/** The patch, or its result, is larger than this server accepts. */
export const tooCostly = (message: string): PatchProblem =>
  new PatchProblem({ status: 422, code: 'too-costly', message })

/** Most operations of one patch (conformance LIM-16). */
const MOST_OPERATIONS = 100

/** Throws PatchProblem 422 too-costly for more operations than one patch may have, before any is looked at. */
export function assertFew({ length }: { readonly length: number }): void {
  if (length > MOST_OPERATIONS)
    throw tooCostly(`A patch may have at most ${MOST_OPERATIONS} operations; received ${length}.`)
}

/** Longest part of a path that a message repeats. */
const SHOWN = 80

/** A text of the patch for a message: quoted, cut, and without control characters. */
export const quoted = (text: string): string => JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

/** Runs a part of an operation; its errors name the operation. */
export function inOperation<Result>(index: number, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw ofOperation(index, '', error)
  }
}

/** An error of an operation: a PatchProblem names the operation, counted from 0 as in FHIR. */
export function ofOperation(index: number, what: string, error: unknown): unknown {
  if (!(error instanceof PatchProblem)) return error
  const { status, code, expression } = error
  const message = `Operation ${index}${what === '' ? '' : ` (${what})`}: ${error.message}`
  return new PatchProblem({ status, code, message, ...(expression === undefined ? {} : { expression }) })
}
