// Names the parts of a resource that were not checked: unknown profiles, and codes of terminologies that are not available here.
// $validate reports it, a write does not (FHIR R4 resource-operation-validate.html; conformance VAL-09, VAL-15).

import { isObject } from '../../json.ts'
import { expressionOf, type Place } from './finding.ts'
import { claimedTypes, type ProfileValidation } from './koppeltaal.ts'
import { isOwnSystem } from './koppeltaal-codes.ts'
import { profileOf } from './koppeltaal-profiles.ts'
import { itemsOf, type ParsedResource, shown } from './problem.ts'

/** Something to know that is no problem: an issue of severity `information` and code `informational`. */
export interface Note {
  /** The element as FHIRPath. */
  readonly expression: string
  /** For people. */
  readonly diagnostics: string
}

/** What was not checked about a resource: each unknown profile, and each code system at its first use. */
export const information = (parsed: ParsedResource, profiles: ProfileValidation): readonly Note[] => [
  ...uncheckedProfiles(parsed, profiles),
  ...uncheckedSystems(parsed),
]

function uncheckedProfiles(parsed: ParsedResource, profiles: ProfileValidation): readonly Note[] {
  const { meta, resourceType } = parsed
  const checked: ReadonlySet<unknown> = new Set(profiles === 'off' ? [] : claimedTypes(parsed).map(profileOf))
  return itemsOf(isObject(meta) ? meta['profile'] : undefined).flatMap((profile, index) =>
    checked.has(typeof profile === 'string' ? profile.split('|', 1)[0] : profile)
      ? []
      : [
          {
            expression: `${resourceType}.meta.profile[${index}]`,
            diagnostics: `The profile ${shown(profile)} was not checked: ${profiles === 'off' ? 'this domain checks none' : 'it is not known here'}.`,
          },
        ],
  )
}

function uncheckedSystems(parsed: ParsedResource): readonly Note[] {
  const places = new Map<string, Place>()
  collectSystems(parsed, [], places)
  return [...places].map(([system, place]) => ({
    expression: expressionOf(parsed.resourceType, place),
    diagnostics: `Codes of ${shown(system)} were not checked: that code system is not held here.`,
  }))
}

/** The first place of each code system that is not known as a whole. Codings and quantities have both a system and a code. */
function collectSystems(value: object, place: (string | number)[], places: Map<string, Place>): void {
  if (isObject(value)) {
    const { system, code } = value
    if (typeof system === 'string' && typeof code === 'string' && !isOwnSystem(system) && !places.has(system))
      places.set(system, [...place])
  }
  for (const [name, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (typeof inner !== 'object' || inner === null) continue
    place.push(name)
    collectSystems(inner, place, places)
    place.pop()
  }
}
