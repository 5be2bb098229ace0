// The effect of a role's permission at the FHIR API, and the places where it allows less than it seems to.
import {
  BY_NAME_ONLY,
  CHANGED_BY_NAME_ONLY,
  OPERATIONS,
  type Operation,
  type RolePermission,
} from '#lib/oauth/permission-scope.ts'

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

/** A sentence: what may be done with records of these types. */
type Said = Omit<Effect, 'type'> & { readonly types: readonly string[] }

/**
 * What effects open together, each of it once: operations on the same records are one, as are types with the same operations; what
 * an effect on all records opens as well is left out. That on every type has exceptions and stays by itself.
 */
export function together(effects: readonly Effect[]): readonly Said[] {
  const single = effects.flatMap((effect) => effect.operations.map((operation) => ({ ...effect, operation })))
  const opened = new Map<string, Effect>()
  for (const one of single.filter((one) => !single.some((other) => isWider(other, one)))) {
    const { operation, of, type, except } = one
    const key = JSON.stringify([of, type, except])
    const has = [...(opened.get(key)?.operations ?? []), operation]
    opened.set(key, { of, type, except, operations: OPERATIONS.filter((letter) => has.includes(letter)) })
  }
  const groups = new Map<string, Said>()
  for (const { type, ...effect } of opened.values()) {
    const key = JSON.stringify([effect, type === '*'])
    groups.set(key, { ...effect, types: [...(groups.get(key)?.types ?? []), type] })
  }
  return [...groups.values()]
}

interface Single extends Effect {
  readonly operation: Operation
}

/** True for an effect on all records that opens what the other one opens, and more. */
const isWider = (wide: Single, { operation, of, type, except }: Single): boolean =>
  wide.operation === operation &&
  wide.of === 'all' &&
  (of !== 'all' || wide.type !== type) &&
  (wide.type === type
    ? wide.except.every((name) => except.includes(name))
    : wide.type === '*' && !wide.except.includes(type))

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
