// What a walk through a resource finds wrong, and how it is told: as a problem of the resource, or as a path with a reason.
import type { Problem } from './problem.ts'

/** The members and indices on the way to an element, with their names as they are in JSON. */
export type Place = readonly (string | number)[]

/** Something that is wrong with the element at a place. */
export interface Finding {
  readonly place: Place
  readonly code: Problem['code']
  /** Goes on from the name of the element: `is missing`. */
  readonly reason: string
  /** What came, and what should have: further sentences. */
  readonly more?: string
}

/** The finding about a resource of that type as a problem: 400 where it breaks FHIR R4, 422 where it breaks a profile or a rule. */
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
