// Events of the audit log as versions of resources, and as the chain has them.
import type { NewEvent } from '#lib/audit/audit.ts'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import type { StoredEvent } from '#server/audit/store.ts'
import { type NewVersion, nextVersion } from '../resources/append.ts'

/** An event as the first version of its resource, with its index values. */
export function versionOf({ id, recorded, resource }: NewEvent): NewVersion {
  const event = { type: 'AuditEvent', id, text: JSON.stringify(resource), parsed: resource }
  return nextVersion(prepareResource(event), undefined, recorded)
}

/** Versions that are events, as they were stored with some numbers. */
export const eventsOf = (
  versions: readonly NewVersion[],
  seqs: ReadonlyMap<NewVersion, number>,
): readonly StoredEvent[] =>
  versions.map((version) => {
    const { id, lastUpdated, origin, body } = version
    const seq = seqs.get(version)
    if (seq === undefined) throw new Error(`${id} was not stored.`)
    return { id, seq, lastUpdated, origin, body }
  })
