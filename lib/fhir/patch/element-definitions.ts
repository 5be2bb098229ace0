// The elements of a type of FHIR R4: whether each repeats, and its types.
import { ANY_TYPES, typesIn, WORD, wordsOf } from '../validation/r4-rules.ts'

export interface ElementDefinition {
  readonly name: string
  /** True for a choice of types, such as value[x], whose JSON name ends with the type. */
  readonly choice: boolean
  readonly repeats: boolean
  /** The names of its types, such as `CodeableConcept`; of an element with elements of its own its path, such as `Patient.contact`. */
  readonly types: readonly string[]
}

const byType = new Map<string, ReadonlyMap<string, ElementDefinition>>()

/** The elements of a type by name, including inherited ones; empty for a primitive or unknown type. */
export function elementsOf(type: string): ReadonlyMap<string, ElementDefinition> {
  const known = byType.get(type)
  if (known) return known
  const elements = new Map(
    wordsOf(type)
      .map((word) => definition(word))
      .map((one) => [one.name, one]),
  )
  // Unknown types come from requests, without limit, so they are not cached.
  if (elements.size > 0) byType.set(type, elements)
  return elements
}

function definition(word: string): ElementDefinition {
  const { name = '', choice, star, of = '' } = WORD.exec(word)?.groups ?? {}
  return { name, choice: choice !== '', repeats: star !== '', types: typesIn(of).map(({ type }) => type) }
}

const capital = (type: string): string => `${type.charAt(0).toUpperCase()}${type.slice(1)}`

/** The name in JSON of an element when it has that type, such as `valueQuantity`. */
export const jsonName = ({ name, choice }: ElementDefinition, type: string): string =>
  choice ? `${name}${capital(type)}` : name

const SUFFIXES: ReadonlyMap<string, string> = new Map(ANY_TYPES.map((type) => [capital(type), type]))

/** The type in a JSON name such as `valueQuantity`, after the name of the choice; undefined when it is no datatype. */
export const typeBehind = (member: string, name: string): string | undefined =>
  member.startsWith(name) ? SUFFIXES.get(member.slice(name.length)) : undefined
