// Refuses what a patch may not change, judged by the resource before and after, whatever the operations were: its identity, its
// origin, and a narrative that would no longer match the data.
import type { JsonNode, JsonObject } from '../json-tree.ts'
import { sameText } from '../json-tree.ts'
import { RESOURCE_ORIGIN } from '../koppeltaal.ts'
import { originPath } from '../resource-origin.ts'
import { PatchProblem } from './patch-problem.ts'
import { sameValue } from './same-value.ts'
import { memberOf, stringOf, withoutMember } from './tree-edit.ts'

/** The members that the server sets. */
const PROTECTED = [['resourceType'], ['id'], ['meta', 'versionId'], ['meta', 'lastUpdated']] as const

/** Throws PatchProblem 400 invalid when a member that the server sets has changed (conformance PAT-14). */
export function assertProtected(before: JsonObject, after: JsonObject): void {
  for (const path of PROTECTED) {
    if (same(nodeAt(before, path), nodeAt(after, path))) continue
    throw new PatchProblem({
      status: 400,
      code: 'invalid',
      message: `A patch cannot change ${path.join('.')}: the server sets it.`,
      expression: [typeOf(before), ...path].join('.'),
    })
  }
}

const nodeAt = (root: JsonObject, path: readonly string[]): JsonNode | undefined =>
  path.reduce<JsonNode | undefined>((node, name) => (node?.kind === 'object' ? memberOf(node, name) : undefined), root)

const same = (one: JsonNode | undefined, other: JsonNode | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && sameValue(one, other))

const typeOf = (resource: JsonObject): string => stringOf(resource, 'resourceType') ?? 'Resource'

/**
 * Throws PatchProblem when the resource-origin changed or moved among the extensions: 403 forbidden, or 400 extension
 * when there is a second one (conformance PAT-15).
 */
export function assertOrigin(before: JsonObject, after: JsonObject): void {
  const [was, is] = [extensionsOf(before), extensionsOf(after)]
  if (was === is) return
  const [origins, now] = [was.filter(isOrigin), is.filter(isOrigin)]
  const stays = origins.length === now.length && origins.every((one, index) => same(one, now[index]))
  if (stays && !isMoved(was, is)) return
  const expression = [typeOf(before), ...originPath(typeOf(before))].join('.')
  throw now.length > 1 && now.length > origins.length
    ? new PatchProblem({
        status: 400,
        code: 'extension',
        message: `A resource has at most one extension ${RESOURCE_ORIGIN}, and the server sets it.`,
        expression,
      })
    : new PatchProblem({
        status: 403,
        code: 'forbidden',
        message: `A patch cannot add, change, move or remove the extension ${RESOURCE_ORIGIN}: the server sets it.`,
        expression,
      })
}

const NONE: readonly JsonNode[] = []

function extensionsOf(resource: JsonObject): readonly JsonNode[] {
  const extensions = nodeAt(resource, originPath(typeOf(resource)))
  return extensions?.kind === 'array' ? extensions.items : NONE
}

const isOrigin = (item: JsonNode): boolean => item.kind === 'object' && stringOf(item, 'url') === RESOURCE_ORIGIN

/** True when an extension changed sides relative to the origin. Others may be added and removed on both sides. */
function isMoved(was: readonly JsonNode[], is: readonly JsonNode[]): boolean {
  const behind = new Set(was.slice(was.findIndex(isOrigin) + 1))
  const ahead = new Set(was.slice(0, Math.max(0, was.findIndex(isOrigin))))
  const at = is.findIndex(isOrigin)
  return is.some((item, index) => (index < at ? behind.has(item) : ahead.has(item)))
}

/**
 * The resource as it may be stored: FHIR asks servers to keep no narrative that may contradict the data (FHIR R4
 * http.html#patch). When the data changed and no operation touched the narrative, a generated narrative is removed, and
 * one written by people (`additional`) causes PatchProblem 422 business-rule (conformance PAT-16, PAT-17).
 */
export function withSafeNarrative(before: JsonObject, after: JsonObject, patchesNarrative: boolean): JsonObject {
  const text = memberOf(after, 'text')
  if (patchesNarrative || text === undefined) return after
  const data = withoutMember(after, 'text')
  if (sameText(data, withoutMember(before, 'text'))) return after
  if (text.kind !== 'object' || stringOf(text, 'status') !== 'additional') return data
  const type = typeOf(before)
  throw new PatchProblem({
    status: 422,
    code: 'business-rule',
    message: `${type}.text has status "additional": people wrote it. Update it in the same patch with an operation on ${type}.text, or remove it.`,
    expression: `${type}.text`,
  })
}
