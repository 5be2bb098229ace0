// A finding during a walk through a resource, and its two forms: as a problem of the resource, or as a path with a
// reason.
import { isObject } from '../../json.ts'
import type { ParsedResource, Problem } from './problem.ts'
import { elementName, isResourceType, ruleOf } from './r4-rules.ts'

/** The members and indices on the way to an element, with their names as they are in JSON. */
export type Place = readonly (string | number)[]

/** Something that is wrong with the element at a place. */
export interface Finding {
  readonly place: Place
  readonly code: Problem['code']
  /** Follows the name of the element in a sentence: `is missing`. */
  readonly reason: string
  /** Further sentences: the received value, and the expected one. */
  readonly more?: string
}

/**
 * The finding as a problem of a resource: 400 when it breaks FHIR R4, 422 when it breaks a profile or a rule. People
 * read the names of its JSON, such as `deceasedBoolean`.
 */
export function problemOf(
  status: Problem['status'],
  resource: ParsedResource,
  { place, code, reason, more }: Finding,
): Problem {
  const names = [resource.resourceType, ...place.map((one) => (typeof one === 'number' ? one : memberName(one)))]
  const diagnostics = `${pathOf(names)} ${reason}.${more ? ` ${more}` : ''}`
  return { status, code, expression: expressionOf(resource, place), diagnostics }
}

/** A companion is part of its element, and a choice that is missing has no type. */
const memberName = (name: string): string => name.replace(/^_(?=[a-z])|\[x\]$/g, '')

/**
 * The place as FHIRPath, `Patient.birthDate.extension[0]`. FHIRPath knows a choice by the name that all its types share:
 * `deceased` for `deceasedBoolean` and `_deceasedBoolean` (FHIR R4 fhirpath.html#types).
 */
export const expressionOf = (resource: ParsedResource, place: Place): string =>
  pathOf([resource.resourceType, ...followed(resource, place).names])

/** The type of the element at a place, `string` for each of its values; undefined where R4 has no such element. */
export const typeAt = (resource: ParsedResource, place: Place): string | undefined => followed(resource, place).type

function followed(
  resource: ParsedResource,
  place: Place,
): { readonly names: Place; readonly type: string | undefined } {
  let type: string | undefined = resource.resourceType
  let value: unknown = resource
  const names = place.map((step) => {
    if (typeof step === 'number') {
      value = Array.isArray(value) ? value[step] : undefined
      return step
    }
    const within: unknown = isObject(value) ? value['resourceType'] : undefined
    const owner = isResourceType(within) ? within : type
    const rule = owner === undefined ? undefined : ruleOf(owner).elements.get(step)
    type = rule?.type
    value = isObject(value) ? value[step] : undefined
    return memberName(rule && owner !== undefined ? elementName(owner, step) : step)
  })
  return { names, type }
}

/** The place below the resource in the words of its JSON: `_birthDate.extension[0]`. */
export const pathOf = (place: Place): string =>
  place.reduce<string>((path, one) => path + (typeof one === 'number' ? `[${one}]` : path === '' ? one : `.${one}`), '')
