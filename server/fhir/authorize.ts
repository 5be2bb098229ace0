// The visibility of a type for a caller: the intersection of the token's scopes and the client's current permissions.
// It is decided before any look-up, so that a refusal reveals nothing about what exists (conformance RBT-11).
import { sha256 } from '#lib/crypto/hash.ts'
import { isChange, type Operation, permitsChange, permitsOperation } from '#lib/oauth/permission-scope.ts'
import type { SystemScope } from '#lib/oauth/smart-scope.ts'
import type { Caller } from './caller.ts'
import { FhirError, typeNotServed } from './outcome.ts'
import type { Grantable, StoredVersion, Visibility } from './store.ts'

/**
 * The part of a type on which the caller may do the first of `operations`; the others are for interactions that need
 * more. Throws FhirError: 404 for a type not served, 403.
 */
export function authorize(
  caller: Caller,
  operations: string,
  type: string,
  resourceTypes: readonly string[],
): Visibility {
  if (!resourceTypes.includes(type)) throw typeNotServed()
  const reaches = [...operations].map((operation) => reachOf(caller, operation as Operation, type))
  const [first] = reaches
  if (!first || reaches.includes(undefined)) throw forbidden(type, operations)
  return first
}

/** The part of a type on which the caller may do one operation; undefined when there is none. */
export function reachOf({ scopes, permissions }: Caller, operation: Operation, type: string): Visibility | undefined {
  const granted = reach(
    scopes.filter(({ type: of }) => (isChange(operation) ? permitsChange(of, type) : of === '*' || of === type)),
    operation,
  )
  const permitted = reach(
    permissions.filter(({ type: of }) => permitsOperation(of, operation, type)),
    operation,
  )
  return granted && permitted && both(granted, permitted)
}

/** The union of what the grants allow on a type; undefined when none applies. */
function reach(grants: readonly (SystemScope | Grantable)[], operation: Operation) {
  const fitting = grants.filter(({ operations }) => operations.includes(operation))
  if (fitting.length === 0) return undefined
  if (fitting.some(({ origins }) => origins === undefined)) return 'all' as const
  return { origins: [...new Set(fitting.flatMap(({ origins }) => origins ?? []))] }
}

/** The intersection of two visibilities; undefined when it is empty. */
export function both(one: Visibility, other: Visibility): Visibility | undefined {
  if (one === 'all') return other
  if (other === 'all') return one
  const origins = one.origins.filter((origin) => other.origins.includes(origin))
  return origins.length > 0 ? { origins } : undefined
}

/** True when a version's origin is visible to the caller. */
export const sees = (visibility: Visibility, { origin }: Pick<StoredVersion, 'origin'>): boolean =>
  visibility === 'all' || (origin !== undefined && visibility.origins.includes(origin))

/** True when the caller may perform the operation on the resource of a version. */
export function may(caller: Caller, operation: Operation, version: Pick<StoredVersion, 'type' | 'origin'>): boolean {
  const reach = reachOf(caller, operation, version.type)
  return reach !== undefined && sees(reach, version)
}

/**
 * Visibilities with equal fingerprints see the same resources. The fingerprint binds the pages of a search to the
 * permission of its first page.
 */
export const fingerprint = (visibility: Visibility): string =>
  sha256(visibility === 'all' ? 'all' : JSON.stringify([...visibility.origins].sort()))

/**
 * 403 with the scope that would be sufficient. For reads it names r and s together, as tokens request them. `origin` is
 * the client that made the resource, if the caller may read it.
 */
export function forbidden(type: string, operations: string, origin?: string): FhirError {
  const scope = `system/${type}.${/^[rs]$/.test(operations) ? 'rs' : operations}`
  const reach = origin === undefined ? scope : `${scope} for what ${origin} made`
  const byName = [...operations].some((operation) => !permitsOperation('*', operation as Operation, type))
  const hint = byName ? ` A permission for all types, *, does not include it: the role has to name ${type}.` : ''
  return new FhirError(
    403,
    'forbidden',
    `The client may not perform this interaction on this type: it needs ${reach}, both in its role and in its token.${hint}`,
    { challenge: { error: 'insufficient_scope', scope } },
  )
}
