// A resource prepared for storage: its text, the hash of its content, and its index values.
import { sha256 } from '#lib/crypto/hash.ts'
import type { PreparedResource } from './prepared.ts'
import { withoutVersion } from './resource-text.ts'
import { indexedValues, originsOf } from './search-parameters.ts'

interface Unprepared {
  readonly type: string
  readonly id: string
  readonly text: string
  readonly parsed: Readonly<Record<string, unknown>>
}

/** Everything about a resource that does not depend on what is stored already. The text has to be minified. */
export const prepareResource = (resource: Unprepared): PreparedResource => ({
  ...prepareUnindexed(resource),
  values: indexedValues(resource.type, resource.parsed).flatMap(({ param, system, value }) => [param, system, value]),
})

/** The same without index values, for what is put into the index later. */
export const prepareUnindexed = ({ type, id, text, parsed }: Unprepared): PreparedResource => ({
  type,
  id,
  text,
  contentHash: sha256(contentOf(text)),
  origin: originsOf(parsed)[0] ?? null,
  values: [],
})

/** True where two minified texts differ at most in what a server sets: version and time. */
export const sameContent = (one: string, other: string): boolean => contentOf(one) === contentOf(other)

/** The text without what a server sets. Most sources have none of it, and then it is the text as it is. */
const contentOf = (text: string): string => (VERSIONED.test(text) ? withoutVersion(text) : text)

/** Parts of a text that withoutVersion could change; an escape may stand for any of them. */
const VERSIONED = /"versionId"|"lastUpdated"|"meta":\{\}|\\u/
