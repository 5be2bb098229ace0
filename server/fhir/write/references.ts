// References in written resources (FHIR R4 references.html). The target of an added reference must exist, have the
// right type and be visible to the writer, unless it is in the same resource: contained, or in another entry of a Bundle. A resource that others refer to cannot be deleted.
import type { Steps } from '#lib/async/steps.ts'
import { parseVersionId, referredType } from '#lib/fhir/reference.ts'
import { expressionOf } from '#lib/fhir/validation/finding.ts'
import { MOST_PROBLEMS, type Problem } from '#lib/fhir/validation/problem.ts'
import { type FoundReference, referencesOf } from '#lib/fhir/validation/references.ts'
import { may } from '../authorize.ts'
import { FhirError } from '../outcome.ts'
import type { StoredVersion, WriteTransaction } from '../store.ts'
import type { ResourceObject } from './change.ts'
import type { WriteContext } from './write-context.ts'

interface Written {
  readonly type: string
  readonly parsed: ResourceObject
  /**
   * The content that it replaces. Its references are not checked again, because old references must not make a resource
   * unwritable.
   */
  readonly before: ResourceObject | undefined
}

/** What following a reference needs. */
export interface Following extends Pick<WriteContext, 'caller' | 'rules' | 'resourceTypes' | 'bases' | 'followed'> {
  readonly tx: Pick<WriteTransaction, 'current' | 'version'>
}

/**
 * The added references that cannot be followed, and those to a type that their element does not take. The latter stand
 * in the resource itself, so they are found without integrity, too, and in an AuditEvent.
 */
export function* findingReferences({ type, parsed, before }: Written, context: Following): Steps<readonly Problem[]> {
  const earlier = before ? referencesOf(before) : []
  yield
  const followed = new Set(earlier.map(({ address }) => address))
  const fitting = new Set(earlier.map(placed))
  const isFollowed = ({ address }: FoundReference) =>
    context.rules.integrity && type !== 'AuditEvent' && !followed.has(address)
  const problems: Problem[] = []
  for (const found of referencesOf(parsed)) {
    yield
    const misfit = fitting.has(placed(found)) ? undefined : typeProblem(found, context)
    const problem = misfit ?? (isFollowed(found) ? referenceProblem(found, context) : undefined)
    if (problem) problems.push({ status: 422, expression: expressionOf(parsed, found.place), ...problem })
    if (problems.length === MOST_PROBLEMS) break
  }
  return problems
}

type Finding = Pick<Problem, 'code' | 'diagnostics'>

/** A reference with its allowed types: a reference that is valid in one element may be invalid in another. */
const placed = ({ address, type = '', targets }: FoundReference): string => `${address} ${type} ${targets?.join('|')}`

/** Checks that a reference is to a type that its element allows: within the resource, here or elsewhere. */
function typeProblem(
  { address, within, type: said, targets }: FoundReference,
  { bases }: Pick<Following, 'bases'>,
): Finding | undefined {
  const type = within ? within['resourceType'] : (said ?? typeAt(localOf(address, bases)))
  if (!targets || typeof type !== 'string' || targets.includes(type)) return undefined
  return { code: 'value', diagnostics: `The reference must be to a ${targets.join(' or ')}; it is to a ${type}.` }
}

/** The type in a RESTful address, also of another server; other URLs and names do not say one. */
const typeAt = (address: string): string | undefined =>
  LOCAL.exec(address)?.[1] ?? (/^https?:/i.test(address) ? referredType(address) : undefined)

const LOCAL = /^([A-Z][A-Za-z]{1,63})\/([A-Za-z0-9\-.]{1,64})(?:\/_history\/([A-Za-z0-9\-.]{1,64}))?$/

function referenceProblem({ reference, address, within }: FoundReference, context: Following): Finding | undefined {
  if (within || reference.startsWith('#')) return undefined
  if (/^urn:(uuid|oid):/i.test(reference))
    return { code: 'not-found', diagnostics: `${reference} matches no entry of this request.` }
  const [, type, id = '', version] = LOCAL.exec(localOf(address, context.bases)) ?? []
  if (type === undefined)
    return /^[A-Z][A-Za-z]+\?/.test(reference)
      ? { code: 'not-supported', diagnostics: 'A conditional reference is only for the entries of a transaction.' }
      : undefined
  if (type === 'Device' && id === context.caller.clientId) return undefined
  const isThere = context.followed.get(address) ?? isThereNow(type, id, version, context)
  context.followed.set(address, isThere)
  return isThere
    ? undefined
    : { code: 'not-found', diagnostics: `There is no ${reference}, or none that this client may read.` }
}

/**
 * A URL below one of the own bases, as a relative reference. One base lies below the other, so the longest match
 * counts.
 */
export function localOf(reference: string, bases: readonly string[]): string {
  const [base] = bases.filter((one) => reference.startsWith(`${one}/`)).sort((one, other) => other.length - one.length)
  return base === undefined ? reference : reference.slice(base.length + 1)
}

function isThereNow(
  type: string,
  id: string,
  version: string | undefined,
  { tx, caller, resourceTypes }: Following,
): boolean {
  if (!resourceTypes.includes(type)) return false
  const current = tx.current(type, id)
  if (!current || current.deleted || !may(caller, 'r', current)) return false
  if (version === undefined) return true
  const versionId = parseVersionId(version)
  return versionId !== undefined && tx.version(type, id, versionId)?.body !== undefined
}

/** The most referrers to look at, to find one that the caller may be told about. */
const MOST_REFERRERS = 20

/** Throws FhirError 409 if a current resource refers to the deleted one. */
export function assertUnreferenced({ type, id }: StoredVersion, { tx, caller, rules, bases }: WriteContext): void {
  if (!rules.integrity) return
  const referrers = tx.referrers({ type, id }, bases, MOST_REFERRERS)
  if (referrers.length === 0) return
  const seen = referrers.find((referrer) => may(caller, 'r', referrer))
  throw new FhirError(
    409,
    'conflict',
    seen
      ? `${seen.type}/${seen.id} refers to it: change or delete that first.`
      : 'Another resource refers to it, so it cannot be deleted.',
  )
}
