// Headers of a Subscription's channel may be secrets of its receiver: their values are shown to its owner alone.
import { maskedFor } from '#lib/fhir/subscription-text.ts'
import type { Caller } from './caller.ts'
import type { StoredVersion } from './store.ts'

/** Versions of one type as the caller is shown them. */
export const allSeenBy = <Version extends StoredVersion>(
  versions: readonly Version[],
  caller: Caller,
): readonly Version[] =>
  versions[0]?.type === 'Subscription' ? versions.map((version) => seenBy(version, caller)) : versions

/** A version as the caller is shown it. */
export const seenBy = <Version extends StoredVersion>(version: Version, { clientId }: Caller): Version =>
  version.type !== 'Subscription' || version.body === undefined || version.origin === clientId
    ? version
    : { ...version, body: maskedFor(version.body, false) }
