// A resource prepared for storage: its text, the hash of its content, and its index values.

import { sha256 } from '#lib/crypto/hash.ts'
import { allSteps, type Steps, VALUES_AT_ONCE } from '../async/steps.ts'
import type { PreparedResource } from './prepared.ts'
import { originIdOf } from './resource-origin.ts'
import { withoutVersion } from './resource-text.ts'
import { indexing } from './search/parameters.ts'

interface Unprepared {
  readonly type: string
  readonly id: string
  readonly text: string
  readonly parsed: Readonly<Record<string, unknown>>
}

/** Everything about a resource that does not depend on the stored data. The text must be minified. */
export const prepareResource = (resource: Unprepared): PreparedResource => allSteps(preparing(resource))

/** The same in steps. */
export function* preparing(resource: Unprepared): Steps<PreparedResource> {
  const unindexed = prepareUnindexed(resource)
  yield
  return { ...unindexed, values: yield* preparingValues(resource.type, resource.parsed) }
}

/** The index values of a resource, in the form of PreparedResource. */
export const preparedValues = (type: string, parsed: Unprepared['parsed']): PreparedResource['values'] =>
  allSteps(preparingValues(type, parsed))

function* preparingValues(type: string, parsed: Unprepared['parsed']): Steps<PreparedResource['values']> {
  const values: string[] = []
  for (const { param, system, value } of yield* indexing(type, parsed)) {
    values.push(param, system, value)
    if (values.length % VALUES_AT_ONCE === 0) yield
  }
  return values
}

/** The same without index values, for a resource that is indexed later. */
export const prepareUnindexed = ({ type, id, text, parsed }: Unprepared): PreparedResource => ({
  type,
  id,
  text,
  contentHash: sha256(contentOf(text)),
  origin: originIdOf(parsed) ?? null,
  values: [],
})

/** True when two minified texts differ at most in the version and time that a server sets. */
export const sameContent = (one: string, other: string): boolean => contentOf(one) === contentOf(other)

/** The text without the values that a server sets. Most sources have none, and then the text is unchanged. */
const contentOf = (text: string): string => (VERSIONED.test(text) ? withoutVersion(text) : text)

/** Parts of a text that withoutVersion could change; an escape may represent any of them. */
const VERSIONED = /"versionId"|"lastUpdated"|"meta":\{\}|\\u/
