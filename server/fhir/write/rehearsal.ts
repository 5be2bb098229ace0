// Rehearses a write for $validate: in the transaction that it would have, with all rules of the domain, and without writing.
import type { Steps } from '#lib/async/steps.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { may } from '../authorize.ts'
import type { Exchange } from '../exchange.ts'
import { FhirError, type FhirIssue } from '../outcome.ts'
import type { ResourceObject } from './change.ts'
import { commitInSteps } from './commit.ts'
import { isLongText } from './long-text.ts'
import { originMisfits } from './origin.ts'
import { assertUnreferenced, findingReferences } from './references.ts'
import { assertDeletable, laterProblems, ruleProblems, sentProblems } from './rules/rules.ts'
import { budgetOf } from './searching.ts'
import type { Mode } from './validate-request.ts'
import type { WriteContext } from './write-context.ts'

interface Rehearsed {
  readonly type: string
  /** The id in the address, or that of the resource. */
  readonly id: string | undefined
  readonly resource: ResourceObject | undefined
  readonly text: string | undefined
  readonly mode: Exclude<Mode, undefined>
}

/** Carries the result out of a transaction, which this rolls back. */
class Found {
  readonly problems: readonly FhirIssue[]

  constructor(problems: readonly FhirIssue[]) {
    this.problems = problems
  }
}

/** The problems of a write by the rules of the domain, alone and in relation to other resources. Nothing is written. */
export async function rehearsed(
  write: Rehearsed,
  { deps, caller, request }: Pick<Exchange, 'deps' | 'caller' | 'request'>,
): Promise<readonly FhirIssue[]> {
  // Nothing is stored that could repeat them.
  const numbers = { requestId: deps.random.uuid(), traceId: deps.random.uuid(), correlationId: undefined }
  const find = write.mode === 'delete' ? deletionProblems : writeProblems
  const writer = { deps, caller, request, numbers }
  try {
    return await commitInSteps(writer, (context) => rolledBack(find(write, context)), {
      budget: budgetOf(writer),
      foreseen: () => [],
      isLong: isLongText(write.text ?? ''),
    })
  } catch (error) {
    if (error instanceof Found) return error.problems
    throw error
  }
}

function* rolledBack(problems: Steps<readonly FhirIssue[]>): Steps<never> {
  throw new Found(yield* problems)
}

const storedAt = (type: string, id: string | undefined, { tx }: WriteContext) =>
  id !== undefined && isResourceId(id) ? tx.current(type, id) : undefined

function* writeProblems({ type, id, resource, mode }: Rehearsed, context: WriteContext): Steps<readonly FhirIssue[]> {
  const stored = mode === 'create' ? undefined : storedAt(type, id, context)
  if (mode === 'update' && !(stored && may(context.caller, 'u', stored))) return [unknown(type, mode)]
  if (!resource || (stored && resource['id'] !== stored.id)) return [otherId(type, id)]
  if (stored?.body !== undefined) context.worksOn(stored.body)
  const before = stored?.body === undefined ? undefined : (JSON.parse(stored.body) as ResourceObject)
  yield
  const origin = stored ? stored.origin : context.caller.clientId
  const written = { type, id: stored?.id ?? 'new', origin, parsed: resource, before }
  const sent = [...(stored ? originMisfits(resource, stored) : []), ...sentProblems(written, context)]
  if (sent.length > 0) return sent
  const misfits = yield* findingReferences(written, context)
  return [...ruleProblems(written, context), ...misfits, ...laterProblems(written, context)]
}

/** A deletion may be repeated, so one that is done already has no problem. */
function* deletionProblems({ type, id }: Rehearsed, context: WriteContext): Steps<readonly FhirIssue[]> {
  const stored = storedAt(type, id, context)
  if (!stored || !may(context.caller, 'd', stored)) return [unknown(type, 'delete')]
  if (stored.deleted) return []
  try {
    assertDeletable(stored, context)
    yield
    assertUnreferenced(stored, context)
    return []
  } catch (error) {
    if (!(error instanceof FhirError)) throw error
    return [{ code: error.code, expression: type, diagnostics: error.message }]
  }
}

const unknown = (type: string, mode: 'update' | 'delete'): FhirIssue => ({
  code: 'not-found',
  expression: `${type}.id`,
  diagnostics: `There is no such resource, or none that this client may ${mode}.`,
})

const otherId = (type: string, id: string | undefined): FhirIssue => ({
  code: 'invalid',
  expression: `${type}.id`,
  diagnostics: `The id must be ${id}, as in the address.`,
})
