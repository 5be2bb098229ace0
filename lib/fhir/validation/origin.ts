// The extension resource-origin is written only by the server, once and at the root of a resource (Koppeltaal
// TOP-KT-005; conformance ORI-02, ORI-03). This checks whether a client may send it, not whether it is the right
// Device.
import { RESOURCE_ORIGIN } from '../koppeltaal.ts'
import { expressionOf, type Place } from './finding.ts'
import type { ParsedResource, Problem } from './problem.ts'

/**
 * The places of a forbidden resource-origin: anywhere on create; on update anywhere except the first one at the root.
 * Each is a 400 with code `extension`.
 */
export function originProblems(resource: ParsedResource, mode: 'create' | 'update'): readonly Problem[] {
  const found = originsIn(resource)
  const allowed = mode === 'update' ? found.findIndex(isAtRoot) : -1
  return found
    .filter((_, index) => index !== allowed)
    .map((place) => {
      const expression = expressionOf(resource, place)
      return { status: 400, code: 'extension', expression, diagnostics: `${expression} ${why(place, mode)}` }
    })
}

const isAtRoot = (place: Place): boolean => place.length === 2 && place[0] === 'extension'

function why(place: Place, mode: 'create' | 'update'): string {
  if (mode === 'create') return 'is a resource-origin, which the server sets when a resource is created: leave it out.'
  return isAtRoot(place)
    ? 'is a second resource-origin: send the stored one, or none.'
    : 'is a resource-origin below the root of the resource, where it has no meaning: leave it out.'
}

/** The places of all objects with the url of the extension: a resource-origin says nothing wherever it is but at the root. */
function originsIn(resource: ParsedResource): readonly Place[] {
  const found: Place[] = []
  collect(resource, [], found)
  return found
}

function collect(value: object, place: (string | number)[], found: Place[]): void {
  if ('url' in value && value.url === RESOURCE_ORIGIN) found.push([...place])
  for (const [name, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (typeof inner !== 'object' || inner === null) continue
    place.push(name)
    collect(inner, place, found)
    place.pop()
  }
}
