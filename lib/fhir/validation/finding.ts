// A finding during a walk through a resource, and its two forms: as a problem of the resource, or as a path with a
// reason.
import type { Problem } from './problem.ts'

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
 * The finding as a problem of a resource of that type: 400 when it breaks FHIR R4, 422 when it breaks a profile or a
 * rule.
 */
export function problemOf(status: Problem['status'], type: string, { place, code, reason, more }: Finding): Problem {
  const expression = expressionOf(type, place)
  return { status, code, expression, diagnostics: `${expression} ${reason}.${more ? ` ${more}` : ''}` }
}

/** The place as FHIRPath, `Patient.birthDate.extension[0]`: a companion is part of its element, and a choice has no [x]. */
export const expressionOf = (type: string, place: Place): string =>
  place.reduce<string>(
    (path, one) => path + (typeof one === 'number' ? `[${one}]` : `.${one.replace(/^_|\[x\]$/g, '')}`),
    type,
  )

/** The place below the resource in the words of its JSON: `_birthDate.extension[0]`. */
export const pathOf = (place: Place): string =>
  place.reduce<string>((path, one) => path + (typeof one === 'number' ? `[${one}]` : path === '' ? one : `.${one}`), '')
