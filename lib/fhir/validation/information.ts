// Names the parts of a resource that were not checked: unknown profiles, and codes of terminologies that are not available here;
// and texts that R4 advises against.
// $validate reports it, a write does not (FHIR R4 resource-operation-validate.html; conformance VAL-09, VAL-15).

import { isObject } from '../../json.ts'
import { definedType } from './base-profiles.ts'
import { expressionOf, type Place } from './finding.ts'
import { claimedTypes, type ProfileValidation } from './koppeltaal.ts'
import { isOwnSystem } from './koppeltaal-codes.ts'
import { profileOf } from './koppeltaal-profiles.ts'
import { itemsOf, MOST_PROBLEMS, type ParsedResource, shown } from './problem.ts'

/** Something to know that is no reason to refuse: what was not checked, or what R4 advises against. */
export interface Note {
  readonly severity: 'information' | 'warning'
  readonly code: 'informational' | 'value'
  /** The element as FHIRPath. */
  readonly expression: string
  /** For people. */
  readonly diagnostics: string
}

/** What was not checked about a resource, each unknown profile and each code system at its first use, and its odd texts. */
export const information = (parsed: ParsedResource, profiles: ProfileValidation): readonly Note[] => [
  ...oddTexts(parsed),
  ...[...uncheckedProfiles(parsed, profiles), ...uncheckedSystems(parsed)].map(
    (note): Note => ({ severity: 'information', code: 'informational', ...note }),
  ),
]

/** R4 advises against these texts, and takes them (datatypes.html#string). */
function oddTexts(parsed: ParsedResource): readonly Note[] {
  const notes: Note[] = []
  eachWithin(parsed, [], (value, place) => {
    const odd = typeof value === 'string' && notes.length < MOST_PROBLEMS ? oddity(value) : undefined
    if (odd === undefined) return
    const expression = expressionOf(parsed, place)
    notes.push({ severity: 'warning', code: 'value', expression, diagnostics: `${expression} ${odd}.` })
  })
  return notes
}

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/

function oddity(text: string): string | undefined {
  if (CONTROL.test(text)) return 'has control characters, which R4 advises against'
  return text.trim() === '' ? 'is white space alone, which R4 advises against' : undefined
}

type Unchecked = Pick<Note, 'expression' | 'diagnostics'>

function uncheckedProfiles(parsed: ParsedResource, profiles: ProfileValidation): readonly Unchecked[] {
  const { meta, resourceType } = parsed
  const checked: ReadonlySet<unknown> = new Set(profiles === 'off' ? [] : claimedTypes(parsed).map(profileOf))
  return itemsOf(isObject(meta) ? meta['profile'] : undefined).flatMap((profile, index) =>
    definedType(profile) !== undefined || checked.has(typeof profile === 'string' ? profile.split('|', 1)[0] : profile)
      ? []
      : [
          {
            expression: `${resourceType}.meta.profile[${index}]`,
            diagnostics: `The profile ${shown(profile)} was not checked: ${profiles === 'off' ? 'this domain checks none' : 'it is not known here'}.`,
          },
        ],
  )
}

/** The first place of each code system that is not known as a whole. Codings and quantities have both a system and a code. */
function uncheckedSystems(parsed: ParsedResource): readonly Unchecked[] {
  const places = new Map<string, Place>()
  eachWithin(parsed, [], (value, place) => {
    const { system, code } = isObject(value) ? value : {}
    if (typeof system === 'string' && typeof code === 'string' && !isOwnSystem(system) && !places.has(system))
      places.set(system, [...place])
  })
  return [...places].map(([system, place]) => ({
    expression: expressionOf(parsed, place),
    diagnostics: `Codes of ${shown(system)} were not checked: that code system is not held here.`,
  }))
}

/** Visits a value and all that is within it; the place is only good for the moment. */
function eachWithin(value: unknown, place: (string | number)[], visit: (value: unknown, place: Place) => void): void {
  visit(value, place)
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    place.push(name)
    eachWithin(inner, place, visit)
    place.pop()
  }
}
