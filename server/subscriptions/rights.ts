// What the owner of a Subscription may read at this moment: an app is not notified of what it may not read.
import { permits } from '#lib/oauth/permission-scope.ts'
import type { Authority, Grantable } from '../fhir/store.ts'
import type { SubscriptionEvent } from './store.ts'

/** True for a type and an origin that permissions let an app read. */
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

/** The permissions of each of some apps; none of one that is unknown or not approved. */
export async function permissionsOf(
  authority: Authority,
  owners: Iterable<string>,
): Promise<ReadonlyMap<string, readonly Grantable[]>> {
  const found = new Map<string, readonly Grantable[]>()
  for (const owner of new Set(owners)) found.set(owner, (await authority.find(owner))?.permissions ?? [])
  return found
}
