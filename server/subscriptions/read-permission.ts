// The current read permission of a Subscription's owner: an app is not notified about resources that it may not read.
import { permits } from '#lib/oauth/permission-scope.ts'
import type { Authority, Grantable } from '../fhir/store.ts'
import type { SubscriptionEvent } from './store.ts'

/** True when permissions let an app read a type from an origin. */
export const mayRead = (
  permissions: readonly Grantable[],
  { type, origin }: Pick<SubscriptionEvent, 'type' | 'origin'>,
): boolean =>
  permissions.some(
    (one) =>
      permits(one.type, type) &&
      one.operations.includes('r') &&
      (one.origins === undefined || (origin !== undefined && one.origins.includes(origin))),
  )

/** The permissions of an app; none of an unknown or unapproved one. */
export const permissionsOf = async (authority: Authority, clientId: string): Promise<readonly Grantable[]> =>
  (await authority.find(clientId))?.permissions ?? []
