// Rehearses a write for $validate: in the transaction that it would have, with all rules of the domain, and without writing.
import { isResourceId } from '#lib/fhir/reference.ts'
import { may } from '../authorize.ts'
import type { Exchange } from '../exchange.ts'
import { FhirError, type FhirIssue } from '../outcome.ts'
import type { ResourceObject } from './change.ts'
import { commit } from './commit.ts'
import { originMisfits } from './origin.ts'
import { assertUnreferenced, referenceProblems } from './references.ts'
import { assertDeletable, laterProblems, ruleProblems, sentProblems } from './rules/rules.ts'
import type { Mode } from './validate-request.ts'
import type { WriteContext } from './write-context.ts'

interface Rehearsed {
  readonly type: string
  /** The id in the address, or that of the resource. */
  readonly id: string | undefined
  readonly resource: ResourceObject | undefined
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
  try {
    return await commit({ deps, caller, request, numbers }, (context) => {
      throw new Found(find(write, context))
    })
  } catch (error) {
    if (error instanceof Found) return error.problems
    throw error
  }
}

const storedAt = (type: string, id: string | undefined, { tx }: WriteContext) =>
  id !== undefined && isResourceId(id) ? tx.current(type, id) : undefined

function writeProblems({ type, id, resource, mode }: Rehearsed, context: WriteContext): readonly FhirIssue[] {
  const stored = mode === 'create' ? undefined : storedAt(type, id, context)
  if (mode === 'update' && !(stored && may(context.caller, 'u', stored))) return [unknown(type, mode)]
  if (!resource || (stored && resource['id'] !== stored.id)) return [otherId(type, id)]
  const before = stored?.body === undefined ? undefined : (JSON.parse(stored.body) as ResourceObject)
  const origin = stored ? stored.origin : context.caller.clientId
  const written = { type, id: stored?.id ?? 'new', origin, parsed: resource, before }
  const sent = [...(stored ? originMisfits(resource, stored) : []), ...sentProblems(written, context)]
  if (sent.length > 0) return sent
  return [...ruleProblems(written, context), ...referenceProblems(written, context), ...laterProblems(written, context)]
}

/** A deletion may be repeated, so one that is done already has no problem. */
function deletionProblems({ type, id }: Rehearsed, context: WriteContext): readonly FhirIssue[] {
  const stored = storedAt(type, id, context)
  if (!stored || !may(context.caller, 'd', stored)) return [unknown(type, 'delete')]
  if (stored.deleted) return []
  try {
    assertDeletable(stored, context)
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
