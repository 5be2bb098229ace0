// Validates a resource against the profile of Koppeltaal 2.0 for its type (http://koppeltaal.nl/fhir/StructureDefinition/KT2…): when
// it claims it in meta.profile, or when the domain demands that it does.

import { isObject, type JsonObject } from '../../json.ts'
import { referredType } from '../reference.ts'
import type { Finding, Place } from './finding.ts'
import { problemOf } from './finding.ts'
import { PROFILED_TYPES, type ProfileRow, profileOf, profileRows } from './koppeltaal-profiles.ts'
import { PROFILE_RULES } from './koppeltaal-rules.ts'
import { itemsOf, type ParsedResource, type Problem, shown } from './problem.ts'
import { elementName } from './r4-rules.ts'
import { type Lookup, subTaskFindings } from './sub-task.ts'

/**
 * Which resources must satisfy a profile of Koppeltaal: those that claim it, all (a resource without the claim is
 * refused), or none.
 */
export const PROFILE_VALIDATIONS = ['declared', 'koppeltaal', 'off'] as const
export type ProfileValidation = (typeof PROFILE_VALIDATIONS)[number]

/** The setting, and the other facts that the rules need. */
export interface ProfileContext {
  readonly profiles: ProfileValidation
  /**
   * Finds resources that this one refers to, if its writer may see them. Without it, rules about them are not checked.
   */
  readonly lookup?: Lookup | undefined
}

/** The problems of a valid R4 resource with the Koppeltaal profile for its type. Each is a 422. */
export function profileProblems(
  resource: ParsedResource,
  { profiles, lookup = nothing }: ProfileContext,
): readonly Problem[] {
  const type = resource.resourceType
  if (profiles === 'off') return []
  const claimed = claimedTypes(resource)
  const rows = profileRows(type)
  const findings: readonly Finding[] = [
    ...claimed.filter((one) => one !== type).map((one) => ofAnotherType(type, one)),
    ...(rows && claimed.includes(type)
      ? profileFindings(resource, rows, lookup)
      : rows && profiles === 'koppeltaal'
        ? [unclaimed(type)]
        : []),
  ]
  return findings.map((finding) => problemOf(422, resource, finding))
}

const nothing: Lookup = () => undefined

/** The types whose profile the resource claims. A version after "|" is accepted, whatever it is. */
export function claimedTypes({ meta }: JsonObject): readonly string[] {
  const profiles = isObject(meta) ? itemsOf(meta['profile']) : []
  if (profiles.length === 0) return []
  const canonicals = new Set(
    profiles.map((profile) => (typeof profile === 'string' ? profile.split('|', 1)[0] : profile)),
  )
  return PROFILED_TYPES.filter((type) => canonicals.has(profileOf(type)))
}

const ofAnotherType = (type: string, claimed: string): Finding => ({
  place: ['meta', 'profile'],
  code: 'value',
  reason: `claims the profile KT2${claimed}, but is a ${type}`,
})

const unclaimed = (type: string): Finding => ({
  place: ['meta', 'profile'],
  code: 'required',
  reason: `must claim the profile ${profileOf(type)}`,
  more: 'This domain accepts no other resources.',
})

function profileFindings(resource: ParsedResource, rows: readonly ProfileRow[], lookup: Lookup): readonly Finding[] {
  const type = resource.resourceType
  const found = [
    ...rows.flatMap((row) => ownersOf(resource, row).flatMap(([owner, place]) => rowFindings(owner, place, row))),
    ...(PROFILE_RULES.get(type) ?? []).flatMap((rule) => rule(resource)),
    ...(type === 'Task' ? subTaskFindings(resource, lookup) : []),
  ]
  return found.map((finding) => ({
    ...finding,
    more: `${finding.more ?? ''} The profile KT2${type} requires it.`.trim(),
  }))
}

/** The objects that a row is about, each with its place. */
function ownersOf(resource: JsonObject, { member }: ProfileRow): readonly (readonly [JsonObject, Place])[] {
  if (member === undefined) return [[resource, []]]
  const value = resource[member]
  if (Array.isArray(value))
    return value.flatMap((item, index) => (isObject(item) ? [[item, [member, index]] as const] : []))
  return isObject(value) ? [[value, [member]]] : []
}

function rowFindings(owner: JsonObject, place: Place, row: ProfileRow): readonly Finding[] {
  return [
    ...row.required
      .filter((name) => !(name in owner) && !(`_${name}` in owner))
      .map((name): Finding => ({ place: [...place, name], code: 'required', reason: 'is missing' })),
    ...Object.keys(owner).flatMap((member) => memberFindings(owner[member], member, [...place, member], row)),
  ]
}

function memberFindings(value: unknown, member: string, place: Place, row: ProfileRow): readonly Finding[] {
  if (row.banned.has(elementName(row.type, member)))
    return [{ place, code: 'structure', reason: 'is not used', more: 'Leave it out.' }]
  const fixed = row.fixed.get(member)
  if (fixed !== undefined && value !== fixed)
    return [{ place, code: 'value', reason: `must be ${fixed}`, more: `It is ${shown(value)}.` }]
  const targets = row.targets.get(member)
  if (!targets) return []
  return Array.isArray(value)
    ? value.flatMap((item, index) => targetFindings(item, [...place, index], targets))
    : targetFindings(value, place, targets)
}

function targetFindings(value: unknown, place: Place, targets: readonly string[]): readonly Finding[] {
  if (!isObject(value)) return []
  const { reference, type } = value
  const literal = typeof reference === 'string' ? referredType(reference) : undefined
  const found = literal ?? type
  if (typeof found !== 'string' || targets.includes(found)) return []
  const reason = `must refer to a ${targets.join(' or ')}; it refers to a ${found}`
  return [{ place: [...place, literal === undefined ? 'type' : 'reference'], code: 'value', reason }]
}
