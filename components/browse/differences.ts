// Differences between two versions, computed from their texts.
import { parseJsonTree } from '#lib/fhir/json-tree.ts'
import { type Change, structuralDiff } from '#lib/fhir/structural-diff.ts'

export const differences = (was: string, now: string): readonly Change[] =>
  structuralDiff(parseJsonTree(was), parseJsonTree(now))
