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

/** The permissions of each app; none for an unknown or unapproved one. */
export async function permissionsOf(
  authority: Authority,
  owners: Iterable<string>,
): Promise<ReadonlyMap<string, readonly Grantable[]>> {
  const found = new Map<string, readonly Grantable[]>()
  for (const owner of new Set(owners)) found.set(owner, (await authority.find(owner))?.permissions ?? [])
  return found
}
