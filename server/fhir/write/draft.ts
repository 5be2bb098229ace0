// Parses the text of a body into a resource that could be stored: JSON, valid R4, of the type in its address.
import type { Steps } from '#lib/async/steps.ts'
import type { ProfileValidation } from '#lib/fhir/validation/koppeltaal.ts'
import { MOST_PROBLEMS, type Problem } from '#lib/fhir/validation/problem.ts'
import { NotAResource, type ReadResource, readingResource } from '#lib/fhir/validation/read-resource.ts'
import { validating } from '#lib/fhir/validation/validate.ts'
import { FhirError, refusalOf } from '../outcome.ts'
import type { Draft, JsonObject } from './change.ts'
import type { RuleProblem } from './rule-problem.ts'

export interface Drafting {
  readonly type: string
  readonly mode: 'create' | 'update'
  readonly profiles: ProfileValidation
}

/** An address, with an id if it names one. */
export interface Addressed extends Drafting {
  readonly id?: string | undefined
}

/** The resource in a text. Throws FhirError 400 with all problems (up to 20). */
export function* readingDraft(text: string, { id, ...drafting }: Addressed): Steps<Draft> {
  const resource = yield* parsing(text)
  assertType(resource.parsed, drafting.type)
  if (id !== undefined) assertId(resource.parsed, drafting.type, id)
  return yield* judging(resource, drafting)
}

/** The JSON object in a text. Throws FhirError 400. */
export function* parsing(text: string): Steps<ReadResource> {
  try {
    return yield* readingResource(text)
  } catch (error) {
    if (!(error instanceof NotAResource)) throw error
    throw refusalOf(400, error.problems)
  }
}

/** A resource with its problems and warnings, in steps. Throws FhirError 400 if it is invalid, wherever it came from. */
export function* judging(resource: Omit<Draft, 'unfit'>, drafting: Drafting): Steps<Draft> {
  return draftWith(resource, yield* problemsOf(resource, drafting))
}

/**
 * The same for the result of a patch. An imported resource may break rules that an import does not check. Its patcher
 * did not send the broken part, so the error says what to do.
 */
export function* judgingPatch(text: string, before: string, drafting: Drafting): Steps<Draft> {
  const resource = yield* parsing(text)
  const problems = yield* problemsOf(resource, drafting)
  if (problems.length === 0) return draftWith(resource, problems)
  const older = new Set((yield* problemsOf(yield* parsing(before), drafting)).map(sameAs))
  return draftWith(
    resource,
    problems.map((one) => (older.has(sameAs(one)) ? { ...one, diagnostics: `${one.diagnostics} ${OLDER}` } : one)),
  )
}

const sameAs = ({ expression, diagnostics }: Problem): string => `${expression} ${diagnostics}`

const OLDER = 'This problem existed before the patch: fix it in the same patch.'

const problemsOf = (
  { text, parsed }: Omit<Draft, 'unfit'>,
  { type, mode, profiles }: Drafting,
): Steps<readonly Problem[]> => validating({ type, parsed, text }, { profiles, mode, lookup: nothing })

function draftWith({ text, parsed }: Omit<Draft, 'unfit'>, unfit: readonly Problem[]): Draft {
  const invalid = unfit.filter(({ status }) => status === 400)
  if (invalid.length > 0) throw refusalOf(400, invalid.slice(0, MOST_PROBLEMS))
  return { text, parsed, unfit }
}

/** The profile check sees no other resources here. Rules that need them run within the transaction (rules/task.ts). */
const nothing = () => undefined

/** Throws FhirError with all problems, with the status of the first. */
export function assertFit(unfit: readonly RuleProblem[]): void {
  const [first] = unfit
  if (first) throw refusalOf(first.status, unfit.slice(0, MOST_PROBLEMS))
}

function assertType({ resourceType }: JsonObject, type: string): void {
  if (resourceType !== type)
    throw new FhirError(
      400,
      'invalid',
      `The resource must be a ${type}, as in the address; its resourceType differs.`,
      { expression: 'resourceType' },
    )
}

/** Throws FhirError 400 unless the id in the body is the id in the address. */
export function assertId({ id }: JsonObject, type: string, expected: string): void {
  if (id === expected) return
  const came = typeof id === 'string' ? 'differs' : id === undefined ? 'is missing' : 'is not a string'
  throw new FhirError(400, 'invalid', `The id in the body must be ${expected}, as in the address; it ${came}.`, {
    expression: `${type}.id`,
  })
}
