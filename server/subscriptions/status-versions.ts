// The Subscription versions that the domain itself writes: active, error and off.
import { withStatus } from '#lib/fhir/subscription-text.ts'
import type { SubscriptionDeps } from './deps.ts'
import type { DueStatus } from './state-machine.ts'
import type { SubscriptionState } from './store.ts'

/**
 * Writes the status as a new version. False, with nothing written, when the Subscription has a newer version than the
 * given one, which must be read first. Rejects with StorageUnavailable.
 */
export async function writeStatus(
  { resources, store, clock }: Pick<SubscriptionDeps, 'resources' | 'store' | 'clock'>,
  { id, versionId }: Pick<SubscriptionState, 'id' | 'versionId'>,
  { status, error }: DueStatus,
): Promise<boolean> {
  const current = await resources.readCurrent('Subscription', id)
  if (current?.body === undefined || current.versionId !== versionId) return false
  const text = withStatus(current.body, status, error)
  const parsed = JSON.parse(text) as Readonly<Record<string, unknown>>
  return store.writeVersion({ id, versionId, text, parsed }, clock())
}
