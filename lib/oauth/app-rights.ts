// What a developer may ask for an app beside reading everything but the audit log, and the permissions of a role for it.
import type { RolePermission } from './permission-scope.ts'

/** To change the status of tasks that a portal made, and to have Subscriptions. */
export const APP_RIGHTS = ['complete_tasks', 'be_notified'] as const
export type AppRight = (typeof APP_RIGHTS)[number]

/** Everything but the audit log. */
export const READ_ALL: RolePermission = { resourceType: '*', operations: 'rs', scope: 'all', grantedBy: [] }

/** The type of which each right permits changes. */
const TYPE_OF = { complete_tasks: 'Task', be_notified: 'Subscription' } as const satisfies Record<AppRight, string>

/** The permissions of an app with these rights. `portals` are the client_ids of those whose tasks it completes. */
export const permissionsWith = (rights: readonly AppRight[], portals: readonly string[]): readonly RolePermission[] => {
  const of: Readonly<Record<AppRight, Omit<RolePermission, 'resourceType'>>> = {
    complete_tasks: { operations: 'ru', scope: 'granted', grantedBy: portals },
    be_notified: { operations: 'cruds', scope: 'own', grantedBy: [] },
  }
  return [
    READ_ALL,
    ...APP_RIGHTS.filter((right) => rights.includes(right)).map((right) => ({
      resourceType: TYPE_OF[right],
      ...of[right],
    })),
  ]
}

/** The right for changes of a type of resource; undefined where there is none. */
export const rightToChange = (type: string): AppRight | undefined => APP_RIGHTS.find((right) => TYPE_OF[right] === type)
