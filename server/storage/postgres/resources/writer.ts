// Transactions of writes, and writes that no FHIR request made.
import { stepsInSlices } from '#lib/async/in-slices.ts'
import { type Answers, replayed } from '#lib/async/replay.ts'
import { minify } from '#lib/fhir/json-text.ts'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import type {
  PreparedResource,
  ResourceWriter,
  WriteOutcome,
  WriteTransaction,
  WriteTransactions,
} from '#server/fhir/store.ts'
import { eventsOf } from '../audit/events.ts'
import type { Links } from '../audit/links.ts'
import type { Postgres } from '../connection/connection.ts'
import type { Run } from '../connection/line.ts'
import { append, deletion, type Head, type NewVersion, nextVersion } from './append.ts'
import type { Reindexing } from './reindexing.ts'
import { type Unit, unitOf } from './unit.ts'

type Transacting = Pick<Postgres, 'transaction'>

/** Nothing that a transaction has looked at may change before its commit, a search that found nothing included. */
export const SERIALIZED = { isolation: 'SERIALIZABLE', isTakenKeyConflict: true } as const

const serialized = <T>({ transaction }: Transacting, work: (run: Run) => Promise<T>): Promise<T> =>
  transaction(work, SERIALIZED)

interface WriteParts extends Pick<Reindexing, 'isPartial'> {
  /** The links of the audit log, for what transactions record. */
  readonly links: () => Links
}

/** Transactions of writes. `isPartial` says which of their searches may miss something. */
export function writeTransactions(
  postgres: Pick<Postgres, 'transaction' | 'era'>,
  { links, isPartial }: WriteParts,
): WriteTransactions {
  const transacted = async <T>(work: (transaction: WriteTransaction) => Promise<T>): Promise<T> => {
    const { value, isRecorded } = await serialized(postgres, async (run) => {
      const answers: Answers = new Map()
      const done = await replayed(async () => {
        const unit = unitOf(run, answers, { isPartial, era: postgres.era })
        return { unit, value: await work(unit.transaction) }
      }, answers)
      return { value: done.value, isRecorded: await written(run, done.unit, links) }
    })
    if (isRecorded) await links().sealed()
    return value
  }
  return {
    transact: (work) => transacted(async (transaction) => work(transaction)),
    transactInSteps: (work) => transacted((transaction) => stepsInSlices(work(transaction))),
  }
}

/** Writes what an attempt has left; true if events were among it. */
async function written(run: Run, { versions, sent, recorded }: Unit, links: () => Links): Promise<boolean> {
  const seqs = await append(run, [...versions, ...recorded])
  const events = eventsOf([...sent, ...recorded], seqs)
  if (events.length > 0) await links().add(run, events)
  return events.length > 0
}

/** The newest versions of resources, each as many as asked for, the newest first. */
export const HEADS = `SELECT asked.n, v.seq, v."versionId", v."lastUpdated", v.deleted, v.origin, v."contentHash"
  FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS asked(type, id, most, n)
  CROSS JOIN LATERAL (SELECT * FROM resource_version v WHERE v.type = asked.type AND v.id = asked.id ORDER BY v."versionId" DESC LIMIT asked.most) v
  ORDER BY asked.n, v."versionId" DESC`

export function resourceWriter(postgres: Transacting): ResourceWriter {
  const writePrepared: ResourceWriter['writePrepared'] = (resources, now) =>
    serialized(postgres, async (run) => {
      const runs = [...runsOf(resources)]
      const stored = await run<Head & { readonly n: number }>(HEADS, [
        runs.map(([, { type }]) => type),
        runs.map(([, { id }]) => id),
        runs.map(([, { hashes }]) => hashes.length),
      ])
      const heads = new Map<string, Head>()
      const known = new Set<string>()
      for (const [at, [reference, { hashes }]] of runs.entries()) {
        const newest = stored.filter(({ n }) => n === at + 1)
        if (newest[0]) heads.set(reference, newest[0])
        if (
          hashes.length > 1 &&
          newest.length === hashes.length &&
          newest.toReversed().every(({ contentHash }, nth) => contentHash === hashes[nth])
        )
          known.add(reference)
      }
      const written: NewVersion[] = []
      const outcomes = resources.map((resource): WriteOutcome => {
        const reference = referenceOf(resource)
        const last = heads.get(reference)
        const outcome = known.has(reference) ? 'unchanged' : outcomeOf(last, resource.contentHash)
        if (outcome === 'unchanged') return outcome
        const version = nextVersion(resource, last, now)
        written.push(version)
        heads.set(reference, version)
        return outcome
      })
      await append(run, written)
      return outcomes
    })
  return {
    writePrepared,
    write: (resources, now) =>
      writePrepared(
        resources.map((resource) => prepareResource({ ...resource, text: minify(resource.text) })),
        now,
      ),
    delete: (type, id, now) =>
      serialized(postgres, async (run) => {
        const [last] = await run<Head>(HEADS, [[type], [id], [1]])
        if (!last || last.deleted) return false
        await append(run, [deletion(type, id, last, now)])
        return true
      }),
  }
}

/** Writes the next version of a resource, if the current one is the one to replace. */
export const replaceVersion = (
  postgres: Transacting,
  resource: PreparedResource,
  versionId: number,
  now: number,
): Promise<boolean> =>
  serialized(postgres, async (run) => {
    const [last] = await run<Head>(HEADS, [[resource.type], [resource.id], [1]])
    if (last?.versionId !== versionId || last.deleted) return false
    await append(run, [nextVersion(resource, last, now)])
    return true
  })

const referenceOf = ({ type, id }: PreparedResource): string => `${type}/${id}`

const outcomeOf = (last: Head | undefined, contentHash: string): WriteOutcome => {
  if (!last || last.deleted) return 'created'
  return last.contentHash === contentHash ? 'unchanged' : 'updated'
}

interface ResourceRun extends Pick<PreparedResource, 'type' | 'id'> {
  /** The contents, one after the other. */
  readonly hashes: string[]
}

/** The resources, each with the sequence of its contents. */
function runsOf(resources: readonly PreparedResource[]): ReadonlyMap<string, ResourceRun> {
  const runs = new Map<string, ResourceRun>()
  for (const resource of resources) {
    const { type, id, contentHash } = resource
    const run = runs.get(referenceOf(resource))
    if (!run) runs.set(referenceOf(resource), { type, id, hashes: [contentHash] })
    else if (run.hashes.at(-1) !== contentHash) run.hashes.push(contentHash)
  }
  return runs
}
