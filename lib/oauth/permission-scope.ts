// Permissions of a role as SMART scopes; the only place that interprets `all`, `own` and `granted`.
import type { Problem } from '../i18n/problems.ts'
import { isOrderedSubset, type SystemScope } from './smart-scope.ts'

/** The resources that a permission is for: every one, those of the client itself, or those of the origins that it names. */
export const PERMISSION_SCOPES = ['all', 'own', 'granted'] as const

/** The permissions of a role for one type (or `*`). `grantedBy` holds client_ids and counts only for `granted`. */
export interface RolePermission {
  readonly resourceType: string
  readonly scope: (typeof PERMISSION_SCOPES)[number]
  /** An ordered subset of `cruds`. */
  readonly operations: string
  readonly grantedBy: readonly string[]
}

/**
 * The letters of `cruds`: create, read (and vread, the history of a resource), update, delete and search (and the history of a type), in the
 * order in which they are written (SMART App Launch 2.2, "Scopes for requesting FHIR resources").
 */
export const OPERATIONS = ['c', 'r', 'u', 'd', 's'] as const
/** A letter of a SMART 2 scope. */
export type Operation = (typeof OPERATIONS)[number]

/** Types that `*` does not include: the audit log is about everyone, so a role names it explicitly or does not have it. */
export const BY_NAME_ONLY: ReadonlySet<string> = new Set(['AuditEvent'])
/** Types that `*` lets nobody change: they hold evidence, the identity of apps, and addresses that the domain calls. */
export const CHANGED_BY_NAME_ONLY: ReadonlySet<string> = new Set(['AuditEvent', 'Device', 'Subscription'])

/** True when a permission for `permitted`, a type or `*`, covers `type`. */
export const permits = (permitted: string, type: string): boolean =>
  permitted === type || (permitted === '*' && !BY_NAME_ONLY.has(type))

/** True when a grant for `granted`, a type or `*`, includes that type in changes of it: c, u and d. */
export const permitsChange = (granted: string, type: string): boolean =>
  granted === type || (granted === '*' && !CHANGED_BY_NAME_ONLY.has(type))

/** True for the letters that change a resource. */
export const isChange = (operation: string): boolean => operation === 'c' || operation === 'u' || operation === 'd'

/** True when a permission for `permitted`, a type or `*`, includes an operation on a type. */
export const permitsOperation = (permitted: string, operation: Operation, type: string): boolean =>
  isChange(operation) ? permitsChange(permitted, type) : permits(permitted, type)

/** The scopes of the FHIR API that metadata lists (`scopes_supported`): reading and everything, of all types and of each one. */
export const listedScopes = (resourceTypes: readonly string[]): readonly string[] =>
  ['*', ...resourceTypes].flatMap((type) => [`system/${type}.rs`, `system/${type}.cruds`])

/** The permissions of a client as scopes; the id of a client's Device is its client_id. An empty `grantedBy` gives no scope. */
export const permissionScopes = (clientId: string, permissions: readonly RolePermission[]): readonly SystemScope[] =>
  permissions.flatMap(({ resourceType: type, scope, operations, grantedBy }): readonly SystemScope[] => {
    if (scope === 'all') return [{ type, operations }]
    const origins = scope === 'own' ? [clientId] : grantedBy
    return origins.length > 0 ? [{ type, operations, origins }] : []
  })

/** The problem of a permission; undefined when a role may have it. `types` are the domain's. */
export function permissionProblem(permission: RolePermission, types: readonly string[]): Problem | undefined {
  const { resourceType, operations, scope, grantedBy } = permission
  if (resourceType !== '*' && !types.includes(resourceType)) return { name: 'permission_type', about: resourceType }
  if (!isOrderedSubset(operations)) return { name: 'permission_operations', about: resourceType }
  if ((scope === 'granted') !== grantedBy.length > 0) return { name: 'permission_granted', about: resourceType }
  return undefined
}
