// The effect of a role's permission at the FHIR API, and the places where it allows less than it seems to.
import { BY_NAME_ONLY, CHANGED_BY_NAME_ONLY, type Operation, type RolePermission } from '#lib/oauth/permission-scope.ts'

/** Operations that cover the same records. */
export interface Effect {
  readonly operations: readonly Operation[]
  /** `own` for the app's own records; a list of client_ids for those of other apps. */
  readonly of: 'all' | 'own' | readonly string[]
  /** A type, or `*` for all types except those in `except`. */
  readonly type: string
  readonly except: readonly string[]
}

/** A create that is granted by others; changes of every type; changes of other apps' Subscriptions; changes of the audit log. */
export type Caution = 'granted_create' | 'star' | 'subscriptions' | 'audit'

/** The effects of a permission; none when it opens nothing. */
export function effectsOf(permission: RolePermission): readonly Effect[] {
  const { resourceType: type, scope, grantedBy } = permission
  const has = operationsOf(permission)
  const of = scope === 'granted' ? grantedBy : scope
  const reading = { operations: has('r', 's'), of, type, except: type === '*' ? [...BY_NAME_ONLY] : [] }
  const changing = { of, type, except: type === '*' ? [...CHANGED_BY_NAME_ONLY] : [] }
  const effects: readonly Effect[] = [
    // An app owns what it creates, so create permission on other apps' records gives nothing to an app that is not
    // among them.
    { ...changing, operations: scope === 'granted' ? [] : has('c'), of: 'own' },
    reading,
    { ...changing, operations: type === 'AuditEvent' ? [] : has('u', 'd') },
  ]
  return effects.filter((effect) => effect.operations.length > 0 && effect.of.length > 0)
}

/** Effects that say the same of several types, as one; that on every type has exceptions and stays by itself. */
export function together(effects: readonly Effect[]): readonly (Effect & { readonly types: readonly string[] })[] {
  const groups = new Map<string, Effect & { readonly types: readonly string[] }>()
  for (const effect of effects) {
    const { operations, of, type } = effect
    const key = JSON.stringify([operations, of, type === '*'])
    const { types } = groups.get(key) ?? { types: [] }
    groups.set(key, { ...effect, types: [...new Set([...types, type])] })
  }
  return [...groups.values()]
}

/** Reasons to grant a permission with care, in display order. */
export function cautionsOf(permission: RolePermission): readonly Caution[] {
  const { resourceType: type, scope } = permission
  const has = operationsOf(permission)
  const changes = has('u', 'd').length > 0
  return [
    ...(has('c').length > 0 && scope === 'granted' ? (['granted_create'] as const) : []),
    ...(type === '*' && has('c', 'u', 'd').length > 0 ? (['star'] as const) : []),
    ...(type === 'Subscription' && changes && scope !== 'own' ? (['subscriptions'] as const) : []),
    ...(type === 'AuditEvent' && changes ? (['audit'] as const) : []),
  ]
}

const operationsOf =
  ({ operations }: RolePermission) =>
  (...asked: readonly Operation[]) =>
    asked.filter((letter) => operations.includes(letter))
