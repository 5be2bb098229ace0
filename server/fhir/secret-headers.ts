// Headers of a Subscription's channel may be secrets of its receiver: only its owner sees their values.
import { maskedFor } from '#lib/fhir/subscription-text.ts'
import type { Caller } from './caller.ts'
import type { StoredVersion } from './store.ts'

/** Versions of one type, as the caller may see them. */
export const allSeenBy = <Version extends StoredVersion>(
  versions: readonly Version[],
  caller: Caller,
): readonly Version[] =>
  versions[0]?.type === 'Subscription' ? versions.map((version) => seenBy(version, caller)) : versions

/** A version, as the caller may see it. */
export const seenBy = <Version extends StoredVersion>(version: Version, { clientId }: Caller): Version =>
  version.type !== 'Subscription' || version.body === undefined || version.origin === clientId
    ? version
    : { ...version, body: maskedFor(version.body, false) }
