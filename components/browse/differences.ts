// Differences between two versions of a record.
import type { JsonNode } from '#lib/fhir/json-tree.ts'
import { type Change, structuralDiff } from '#lib/fhir/structural-diff.ts'

/** The differences in content, in the order of the newer version; none for two that say the same. */
export const differences = (was: JsonNode, now: JsonNode): readonly Change[] =>
  structuralDiff(was, now).filter(isContent)

/** Every version has its own number and time, so these are no changes. */
const isContent = ({ path }: Change): boolean => path !== 'meta.versionId' && path !== 'meta.lastUpdated'
