// The extension resource-origin is written only by the server, once and where a resource of its type has extensions
// (Koppeltaal TOP-KT-005; conformance ORI-02, ORI-03, ORI-15). This checks whether a client may send it, not whether it
// is the right Device.
import { isObject } from '../../json.ts'
import { RESOURCE_ORIGIN } from '../koppeltaal.ts'
import { originPath } from '../resource-origin.ts'
import { expressionOf, type Place } from './finding.ts'
import type { ParsedResource, Problem } from './problem.ts'

/**
 * The places of a forbidden resource-origin: anywhere on create; on update anywhere except the first one at its place.
 * Each is a 400 with code `extension`.
 */
export function originProblems(resource: ParsedResource, mode: 'create' | 'update'): readonly Problem[] {
  const found = originsIn(resource)
  const allowed = mode === 'update' ? found.findIndex((place) => isInPlace(resource, place)) : -1
  return found
    .filter((_, index) => index !== allowed)
    .map((place) => {
      const expression = expressionOf(resource, place)
      return { status: 400, code: 'extension', expression, diagnostics: `${expression} ${why(resource, place, mode)}` }
    })
}

function isInPlace({ resourceType }: ParsedResource, place: Place): boolean {
  const path = originPath(resourceType)
  return place.length === path.length + 1 && path.every((name, at) => place[at] === name)
}

function why(resource: ParsedResource, place: Place, mode: 'create' | 'update'): string {
  if (mode === 'create') return 'is a resource-origin, which the server sets when a resource is created: leave it out.'
  return isInPlace(resource, place)
    ? 'is a second resource-origin: send the stored one, or none.'
    : `is a resource-origin outside of ${[resource.resourceType, ...originPath(resource.resourceType)].join('.')}, where it has no meaning: leave it out.`
}

/** The places of all objects with the url of the extension: a resource-origin says nothing wherever it is but at its place. */
function originsIn(resource: ParsedResource): readonly Place[] {
  const found: Place[] = []
  collect(resource, [], found)
  return found
}

function collect(value: object, place: (string | number)[], found: Place[]): void {
  if ('url' in value && value.url === RESOURCE_ORIGIN) found.push([...place])
  const into = (name: string | number, inner: unknown): void => {
    if (typeof inner !== 'object' || inner === null) return
    place.push(name)
    collect(inner, place, found)
    place.pop()
  }
  if (Array.isArray(value)) for (let index = 0; index < value.length; index += 1) into(index, value[index])
  else if (isObject(value)) for (const name in value) into(name, value[name])
}
