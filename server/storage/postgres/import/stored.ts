// What is stored of the resources of a group.
import type { Reference } from '../../sqlite/import/version-matching.ts'
import type { Run } from '../connection/line.ts'
import type { Head } from '../resources/append.ts'
import { HEADS } from '../resources/writer.ts'

export interface Stored {
  readonly head: (reference: Reference) => (Head & { readonly body?: string | undefined }) | undefined
  /** The versionIds with a content. */
  readonly versionsOf: (reference: Reference, contentHash: string) => readonly number[]
  readonly hashOf: (reference: Reference, versionId: number) => string | null | undefined
}

const HASHES = `SELECT v.type, v.id, v."versionId", v."contentHash" FROM unnest($1::text[], $2::text[]) AS asked(type, id)
  JOIN resource_version v ON v.type = asked.type AND v.id = asked.id ORDER BY v."versionId"`
const BODIES = 'SELECT seq, body FROM resource_body WHERE seq = ANY($1::bigint[])'

type StoredHead = Head & { readonly seq: number }
type HashRow = Reference & { readonly versionId: number; readonly contentHash: string | null }

/** Reads it; the texts of those alone that are `watched`. */
export async function storedOf(
  run: Run,
  resources: readonly Reference[],
  watched: (reference: Reference) => boolean,
): Promise<Stored> {
  const references = [...new Map(resources.map(({ type, id }) => [keyOf({ type, id }), { type, id }])).values()]
  const heads = new Map<string, StoredHead>()
  const found = await run<StoredHead & { readonly n: number }>(HEADS, [
    ...columnsOf(references),
    references.map(() => 1),
  ])
  for (const { n, ...head } of found) {
    const reference = references[n - 1]
    if (reference) heads.set(keyOf(reference), head)
  }
  const several = references.filter((reference) => (heads.get(keyOf(reference))?.versionId ?? 0) > 1)
  const versions = new Map<string, Map<number, string | null>>()
  if (several.length > 0)
    for (const { type, id, versionId, contentHash } of await run<HashRow>(HASHES, columnsOf(several))) {
      const known = versions.get(keyOf({ type, id })) ?? new Map()
      versions.set(keyOf({ type, id }), known.set(versionId, contentHash))
    }
  const seqs = references.filter(watched).flatMap((reference) => heads.get(keyOf(reference))?.seq ?? [])
  const rows = seqs.length === 0 ? [] : await run<{ readonly seq: number; readonly body: string }>(BODIES, [seqs])
  const bodies = new Map(rows.map(({ seq, body }) => [seq, body]))

  return {
    head: (reference) => {
      const head = heads.get(keyOf(reference))
      return head && { ...head, body: bodies.get(head.seq) }
    },
    versionsOf: (reference, contentHash) =>
      [...(versions.get(keyOf(reference)) ?? [])].flatMap(([versionId, hash]) =>
        hash === contentHash ? versionId : [],
      ),
    hashOf: (reference, versionId) => versions.get(keyOf(reference))?.get(versionId),
  }
}

const columnsOf = (references: readonly Reference[]): readonly [readonly string[], readonly string[]] => [
  references.map(({ type }) => type),
  references.map(({ id }) => id),
]

const keyOf = ({ type, id }: Reference): string => `${type}/${id}`
