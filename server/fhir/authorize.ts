// The visibility of a type for a caller: the intersection of the token's scopes and the client's current permissions. Decided
// before any look-up, so that a refusal reveals nothing about what exists (conformance RBT-11).
import { sha256 } from '#lib/crypto/hash.ts'
import { permits } from '#lib/oauth/permission-scope.ts'
import type { SystemScope } from '#lib/oauth/smart-scope.ts'
import type { Caller } from './caller.ts'
import { FhirError, typeNotServed } from './outcome.ts'
import type { Grantable, StoredVersion, Visibility } from './store.ts'

/** `r` allows read and vread, `s` allows search (SMART App Launch 2.2, "Scopes for requesting FHIR resources"). */
export type Operation = 'r' | 's'

/** The part of a type that the caller may read or search. Throws FhirError: 404 for a type not served, 403. */
export function authorize(
  { scopes, permissions }: Caller,
  operation: Operation,
  type: string,
  resourceTypes: readonly string[],
): Visibility {
  if (!resourceTypes.includes(type)) throw typeNotServed()
  const granted = reach(
    scopes.filter((scope) => scope.type === '*' || scope.type === type),
    operation,
  )
  const permitted = reach(
    permissions.filter((permission) => permits(permission.type, type)),
    operation,
  )
  const visibility = granted && permitted && both(granted, permitted)
  if (!visibility) throw forbidden(type)
  return visibility
}

/** Everything that any of the grants for a type opens; undefined when none does. */
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

/** Two equal fingerprints see the same resources: what binds the pages of a search to the permission it began with. */
export const fingerprint = (visibility: Visibility): string =>
  sha256(visibility === 'all' ? 'all' : JSON.stringify([...visibility.origins].sort()))

const forbidden = (type: string): FhirError =>
  new FhirError(403, 'forbidden', 'The client has no permission for this interaction with this type.', {
    challenge: { error: 'insufficient_scope', scope: `system/${type}.rs` },
  })
