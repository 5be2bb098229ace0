// Failures of the FHIR API: thrown as FhirError, sent as an OperationOutcome (FHIR R4 operationoutcome.html, http.html §3.1.0.1.9).
import { type Issue, outcomeText } from '#lib/fhir/operation-outcome.ts'
import { TRY_AGAIN } from '#lib/storage-unavailable.ts'
import type { Explained } from '#lib/trace/trace.ts'

/** The codes of http://hl7.org/fhir/issue-type that this server uses, each with a sentence for people. */
export const ISSUE_CODES = [
  'invalid',
  'structure',
  'required',
  'value',
  'code-invalid',
  'invariant',
  'extension',
  'business-rule',
  'processing',
  'conflict',
  'multiple-matches',
  'not-supported',
  'too-costly',
  'login',
  'forbidden',
  'not-found',
  'deleted',
  'too-long',
  'exception',
  'transient',
  'throttled',
  'no-store',
] as const

export type IssueCode = (typeof ISSUE_CODES)[number]

const TEXT: Readonly<Record<IssueCode, string>> = {
  invalid: 'The request is not valid',
  structure: 'The structure does not fit the resource',
  required: 'Something required is missing',
  value: 'A value is not valid',
  'code-invalid': 'A code is not valid',
  invariant: 'A rule of FHIR is not met',
  extension: 'An extension is not allowed there',
  'business-rule': 'A rule of this domain is not met',
  processing: 'The request could not be carried out',
  conflict: 'The request conflicts with what is stored',
  'multiple-matches': 'More than one resource matches',
  'not-supported': 'Not supported',
  'too-costly': 'The request asks for too much',
  login: 'Unauthenticated', // The labels of the Koppeltaal service.
  forbidden: 'Unauthorized',
  'not-found': 'Not found',
  deleted: 'Deleted',
  'too-long': 'The request is too long',
  exception: 'Something went wrong on the server',
  transient: 'The server cannot answer at this moment',
  throttled: 'Too many requests',
  'no-store': 'The server has no room to store it',
}

/** The content of WWW-Authenticate (RFC 6750 §3); an absent error means that the request had no token. */
export interface Challenge {
  readonly error?: 'invalid_request' | 'invalid_token' | 'insufficient_scope'
  readonly scope?: string
}

/** One of several problems. */
export interface FhirIssue {
  readonly code: IssueCode
  /** The expectation, the received value, and the remedy. */
  readonly diagnostics: string
  /** The element, as a FHIRPath such as `Patient.name[0].family`. */
  readonly expression?: string | undefined
}

interface FhirErrorOptions {
  /** The parameter at fault, such as `_count`. */
  readonly parameter?: string
  /** The element at fault, as a FHIRPath. */
  readonly expression?: string | undefined
  /** Further problems. */
  readonly others?: readonly FhirIssue[]
  readonly challenge?: Challenge
  /** The current version, if it may be disclosed (a deletion). */
  readonly versionId?: number
  /** Headers such as Allow and Retry-After. */
  readonly headers?: Readonly<Record<string, string>>
  /** The private reason, for our log only. */
  readonly cause?: unknown
}

/** A refusal in FHIR's terms. `message` is for the client and becomes the diagnostics. */
export class FhirError extends Error {
  readonly status: number
  readonly code: IssueCode
  readonly options: FhirErrorOptions

  constructor(status: number, code: IssueCode, diagnostics: string, options: FhirErrorOptions = {}) {
    super(diagnostics, { cause: options.cause })
    this.name = 'FhirError'
    this.status = status
    this.code = code
    this.options = options
  }

  /** Traces explain refused access and refused writes; missing resources and invalid reads are no checks. */
  get explanation(): Explained['explanation'] | undefined {
    const code = this.options.challenge?.error
    return code === undefined ? undefined : { code, reason: this.message }
  }
}

/** Statuses of what is wrong with the content, which the message may repeat: a trace keeps nothing of it. */
const OF_CONTENT: readonly number[] = [400, 422]

/** A refused write, which a trace explains as its check. */
export class RefusedWrite extends FhirError {
  constructor({ status, code, message, options }: FhirError) {
    super(status, code, message, options)
  }

  override get explanation(): Explained['explanation'] {
    const reason = OF_CONTENT.includes(this.status) ? `${TEXT[this.code]}.` : this.message
    return super.explanation ?? { check: 'fhir.write', code: this.code, reason }
  }
}

/** The OperationOutcome of a failure, as JSON text; `trace` is the page of the request's trace, if any. */
export function operationOutcome(
  { status, code, message, options: { parameter, expression, others = [] } }: FhirError,
  trace?: string,
): string {
  const severity = status >= 500 ? ('fatal' as const) : ('error' as const)
  const diagnostics = trace === undefined ? message : `${message} (trace ${trace})`
  const at = parameter === undefined ? expression || undefined : placeOf(parameter)
  return outcomeText(
    { severity, code, text: TEXT[code], diagnostics, ...(at === undefined ? {} : { at }) },
    ...others.map((other) => ({ severity, ...issueOf(other) })),
  )
}

/** One of several problems, with its sentence for people. */
export const issueOf = ({ code, diagnostics, expression }: FhirIssue): Issue => ({
  code,
  text: TEXT[code],
  diagnostics,
  ...(expression ? { at: expression } : {}),
})

/** Contains no markup. Its words are short, so it also contains no token or other secret sent in the wrong place. */
const HARMLESS = /^(?!.*[\w-]{31})[\w .,:;|/+*~=()$-]*$/
const LONGEST_SHOWN = 100
const isHarmless = (text: string): boolean => text.length <= LONGEST_SHOWN && HARMLESS.test(text)

/** The received value for the refusal to its sender (conformance ERR-03): quoted, or only its length. */
export const shown = (text: string): string =>
  isHarmless(text) ? `"${text}"` : `a text of ${text.length} characters, not repeated here`

/** A parameter as the location of a problem; undefined for a name that must not be repeated. */
const placeOf = (parameter: string): string | undefined => (isHarmless(parameter) ? `http.${parameter}` : undefined)

/** The declared type of a body, as a clause: `it came as "text/plain"`. */
export function sentAs(headers: Headers): string {
  const type = headers.get('content-type')
  return type === null ? 'it came without a Content-Type' : `it came as ${shown(type)}`
}

/** What `find` returns; nothing if it refuses. */
export function unlessRefused<T>(find: () => readonly T[]): readonly T[] {
  try {
    return find()
  } catch (error) {
    if (error instanceof FhirError) return []
    throw error
  }
}

/** A single failure with all problems, of which there must be at least one. */
export function refusalOf(status: number, issues: readonly FhirIssue[]): FhirError {
  const [first, ...others] = issues
  if (!first) throw new Error('A refusal needs a reason')
  return new FhirError(status, first.code, first.diagnostics, { expression: first.expression, others })
}

/** The same answer for a missing resource and for one that is invisible to this client (conformance RBT-15). */
export const notFound = (): FhirError => new FhirError(404, 'not-found', 'There is no such resource or version.')

/** The same for an update, which creates nothing here (conformance UPD-07). */
export const nothingToUpdate = (): FhirError =>
  new FhirError(
    404,
    'not-found',
    'There is no such resource, and an update does not create one, because this server assigns the ids: create it with POST.',
  )

export const typeNotServed = (): FhirError =>
  new FhirError(
    404,
    'not-supported',
    'This server does not support that resource type; /metadata lists the supported types.',
  )

const beingIndexed = (type: string): string =>
  `The search values of ${type} are being made anew since the start of this version, which takes a minute for some 100,000 resources.`

/** A search that cannot tell that it misses something, while the index of a type is made anew. */
export const notIndexed = (type: string): FhirError =>
  new FhirError(503, 'transient', `${beingIndexed(type)} Try again when it is done.`, { headers: TRY_AGAIN })

/** The warning in a searchset that misses something, as JSON text. */
export const incomplete = (type: string): string =>
  outcomeText({
    severity: 'warning',
    code: 'incomplete',
    text: 'Matches may be missing',
    diagnostics: `${beingIndexed(type)} Until then matches may be missing: search again, or send Prefer: handling=strict to get an error instead.`,
  })

export const gone = (versionId: number): FhirError =>
  new FhirError(410, 'deleted', 'The resource was deleted; its earlier versions can still be read.', { versionId })

export const invalidParameter = (parameter: string, diagnostics: string): FhirError =>
  new FhirError(400, 'invalid', diagnostics, { parameter })

/** A parameter whose value has the wrong type. */
export const invalidValue = (parameter: string, diagnostics: string): FhirError =>
  new FhirError(400, 'value', diagnostics, { parameter })

export const unsupportedParameter = (parameter: string, diagnostics: string): FhirError =>
  new FhirError(400, 'not-supported', diagnostics, { parameter })
