// The search parameters that FHIR R4 defines for a type, read from the table.
import type { SearchKind } from './parameter.ts'
import { R4_SEARCH } from './r4-search.ts'

export interface R4Parameter {
  readonly name: string
  /** The id of its SearchParameter. */
  readonly definition: string
  readonly type: SearchKind
  readonly paths: readonly Path[]
  /** Types that a reference may point to; none if it may be any. */
  readonly targets: readonly string[]
}

/** The way from a resource to values of one type. */
export interface Path {
  /** As in the table, without the type. */
  readonly text: string
  readonly steps: readonly Step[]
  /** The data type of the values, such as CodeableConcept. */
  readonly type: string
  readonly system: string | undefined
}

export interface Step {
  readonly element: string
  /** Only values with this text in one of their elements. */
  readonly where?: { readonly element: string; readonly value: string }
}

let table: ReadonlyMap<string, readonly R4Parameter[]> | undefined

/** In the order of their names. Empty for a type that is not one of R4. */
export function r4Parameters(type: string): readonly R4Parameter[] {
  table ??= parsed()
  return table.get(type) ?? []
}

function parsed(): ReadonlyMap<string, readonly R4Parameter[]> {
  const types = new Map<string, R4Parameter[]>()
  for (const line of R4_SEARCH.trim().split('\n')) {
    const [parameter = '', having = ''] = line.split(' @')
    for (const type of having.split(',')) types.set(type, [...(types.get(type) ?? []), parameterOf(type, parameter)])
  }
  return types
}

function parameterOf(resource: string, line: string): R4Parameter {
  const [names = '', type, ...rest] = line.split(' ')
  const [name = '', definition = `${resource}-${name}`] = names.split('=')
  return {
    name,
    definition,
    type: type as SearchKind,
    paths: rest.filter((word) => !word.startsWith('>')).map(pathOf),
    targets: rest.filter((word) => word.startsWith('>')).flatMap((word) => word.slice(1).split(',')),
  }
}

function pathOf(word: string): Path {
  const [text = '', typed = ''] = word.split('~')
  const [type = '', system] = typed.split('|')
  return { text, steps: text.split('.').map(stepOf), type, system }
}

function stepOf(text: string): Step {
  const [, element = text, name, value] = /^(\w+)\[(\w+)=(.*)\]$/.exec(text) ?? []
  return name === undefined || value === undefined ? { element } : { element, where: { element: name, value } }
}
