// Restores the demo's records: each that differs from the seed gets the seed's text as a new version, and deleted ones
// are recreated.
import type { DemoDifference, DemoPutBack } from '#lib/api/data.ts'
import type { AuditedWrite, WriteAudit } from '#lib/audit/audit.ts'
import type { Clock } from '#lib/clock.ts'
import { minify } from '#lib/fhir/json-text.ts'
import { prepareResource, sameContent } from '#lib/fhir/prepared-resource.ts'
import { formatReference, type Reference } from '#lib/fhir/reference.ts'
import type { Config } from '../config/config.ts'
import { toWrite } from '../fhir/resource-write.ts'
import type { ResourceStore, ResourceWrite, StoredVersion, WriteTransactions, WrittenBy } from '../fhir/store.ts'
import { demoLists } from './lists.ts'
import { beginningAt, begunAs, demoResources, demoSubscription } from './resources.ts'

interface PutBackDeps {
  readonly config: Pick<Config, 'publicUrl' | 'idpIdentifierSystem'>
  readonly resources: WriteTransactions & Pick<ResourceStore, 'readCurrent'>
  readonly audit: Pick<WriteAudit, 'written'>
  readonly clock: Clock
}

/** The person who restores them. */
export type PuttingBack = WrittenBy & Pick<AuditedWrite, 'address'>

export interface DemoRecords {
  /** How many differ at this moment. Throws StorageUnavailable. */
  readonly difference: () => Promise<DemoDifference>
  /** Writes those that differ, all or none of them; the audit log has each version. Rejects with StorageUnavailable. */
  readonly putBack: (by: PuttingBack) => Promise<DemoPutBack>
}

/** Compares the demo's records with the seed, and puts them back. */
export function demoRecords({ config, resources, audit, clock }: PutBackDeps): DemoRecords {
  let made: { readonly day: string; readonly records: readonly ResourceWrite[] } | undefined
  const seeded = () => {
    const day = beginningAt(clock())
    if (made?.day !== day) made = { day, records: seededRecords(config, day) }
    return made.records
  }
  return {
    difference: async () => {
      const records = seeded()
      const now = await Promise.all(records.map(({ type, id }) => resources.readCurrent(type, id)))
      return { records: records.length, ...counted(differing(records, (at) => now[at])) }
    },
    putBack: (by) =>
      resources.transact((tx) => {
        const records = differing(seeded(), (_, { type, id }) => tx.current(type, id))
        const now = clock()
        const versions = records.map(({ record }) => tx.write(prepareResource(record), now, by))
        audit.written(
          tx,
          versions.map((version, at) => auditedVersion(version, records[at]?.isDeleted === true, by)),
        )
        return counted(records)
      }),
  }
}

/** True for a version of a record that says what the demo began with. */
export function isDemoBeginning({ config, clock }: Pick<PutBackDeps, 'config' | 'clock'>) {
  let records: ReadonlyMap<string, ResourceWrite> | undefined
  return ({ type, id }: Reference, version: string): boolean => {
    records ??= new Map(seededRecords(config, beginningAt(clock())).map((one) => [formatReference(one), one]))
    const seeded = records.get(formatReference({ type, id }))
    return seeded !== undefined && sameContent(textFor(seeded, version), version)
  }
}

/** The records that a demo begins with, as texts; without the Device of the domain, which every domain has. */
function seededRecords(
  { publicUrl, idpIdentifierSystem }: PutBackDeps['config'],
  day: string,
): readonly ResourceWrite[] {
  const own = demoResources({ publicUrl, identifierSystem: idpIdentifierSystem }, day)
  const all = [...demoLists(), ...[...own, demoSubscription(publicUrl)].map(toWrite)]
  return all.map((record) => ({ ...record, text: minify(record.text) }))
}

interface Differing {
  readonly record: ResourceWrite
  readonly isDeleted: boolean
}

function differing(
  records: readonly ResourceWrite[],
  current: (at: number, record: ResourceWrite) => StoredVersion | undefined,
): readonly Differing[] {
  return records.flatMap((record, at) => {
    const body = current(at, record)?.body
    if (body !== undefined && sameContent(textFor(record, body), asSeeded(record, body))) return []
    return [{ record, isDeleted: body === undefined }]
  })
}

/** A task that began on another day is no other task: put back, it begins anew. */
const textFor = ({ type, text }: ResourceWrite, body: string): string =>
  type === 'Task' ? minify(begunAs(text, body)) : text

/** The domain itself makes a requested Subscription active: that is no difference (FHIR R4 Subscription.status). */
const asSeeded = ({ type }: ResourceWrite, body: string): string =>
  type === 'Subscription' ? body.replace('"status":"active"', '"status":"requested"') : body

function counted(records: readonly Differing[]): DemoPutBack {
  const deleted = records.filter(({ isDeleted }) => isDeleted).length
  return { changed: records.length - deleted, deleted }
}

const auditedVersion = (
  { type, id, versionId }: StoredVersion,
  isNew: boolean,
  { clientId, address, requestId, traceId, correlationId }: PuttingBack,
): AuditedWrite => ({
  interaction: 'update',
  status: isNew ? 201 : 200,
  client: clientId,
  address,
  requestId,
  traceId,
  correlationId: correlationId ?? null,
  what: `${type}/${id}/_history/${versionId}`,
})
