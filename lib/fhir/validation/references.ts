// The references within a resource (FHIR R4 references.html), wherever they are: in datatypes, extensions and contained resources.

import { isObject, type JsonObject } from '../../json.ts'
import { expressionOf } from './finding.ts'
import type { ParsedResource } from './problem.ts'
import { isResourceType, ruleOf } from './r4-rules.ts'

/** A Reference with a literal reference in it. */
export interface FoundReference {
  /** Its element `reference` as FHIRPath, such as `Task.for.reference`. */
  readonly path: string
  /** As sent: `Patient/7`, `Patient/7/_history/2`, an absolute URL, `urn:uuid:…`, `Patient?identifier=…` or `#id`. */
  readonly reference: string
  /** The resource types that FHIR R4 allows there; undefined for any type. */
  readonly targets: readonly string[] | undefined
}

/** All literal references of a resource that structureProblems has nothing against, in the order of its text. */
export function referencesOf(resource: ParsedResource): readonly FoundReference[] {
  const found: FoundReference[] = []
  visit(resource, resource.resourceType, [])
  return found

  function visit(value: JsonObject, type: string, place: (string | number)[]): void {
    const { elements } = ruleOf(type)
    for (const name in value) {
      const rule = elements.get(name)
      const member = value[name]
      if (rule === undefined || typeof member !== 'object') continue
      const inner = (item: unknown) => {
        if (!isObject(item)) return
        if (rule.type === 'Reference') report(item, rule.targets, place)
        if (!rule.isResource) visit(item, rule.type, place)
        else if (isResourceType(item['resourceType'])) visit(item, item['resourceType'], place)
      }
      place.push(name)
      if (!Array.isArray(member)) inner(member)
      else
        for (const [index, item] of member.entries()) {
          place.push(index)
          inner(item)
          place.pop()
        }
      place.pop()
    }
  }

  function report(
    { reference }: JsonObject,
    targets: FoundReference['targets'],
    place: readonly (string | number)[],
  ): void {
    if (typeof reference !== 'string') return
    found.push({ path: expressionOf(resource.resourceType, [...place, 'reference']), reference, targets })
  }
}
