// What FHIR R4 defines to be searched in a type, where that takes no more than a path.
import { isObject, type JsonObject } from '../../json.ts'
import type { Definition, FoundValue } from './parameter.ts'
import { type Path, type R4Parameter, r4Parameters } from './r4-parameters.ts'
import { valuesOf } from './values.ts'

/** The definitions of a type of R4, but for those names. */
export function definitionsOfR4(type: string, without: readonly string[] = []): readonly Definition[] {
  const parameters = r4Parameters(type).filter(({ name }) => !without.includes(name))
  return parameters.map((parameter) => definitionOf(parameter, parameters))
}

function definitionOf(parameter: R4Parameter, all: readonly R4Parameter[]): Definition {
  const { name, type, paths, targets } = parameter
  const system = commonSystem(paths)
  const parts = all.filter((other) => isPart(other, parameter)).map((other) => indexOf(other, all))
  return {
    name,
    type,
    index: indexOf(parameter, all),
    ...(parts.length > 0 ? { alsoIn: parts } : {}),
    targets,
    ...(system === undefined ? {} : { system }),
    ...(type === 'date' ? { dates: 'spans' as const } : {}),
    documentation: documentationOf(parameter),
    // A resource is asked for all parameters of its type, and has values for few.
    values: (resource) =>
      paths.some((path) => firstOf(resource, path) !== undefined) ? valuesAlong(paths, resource, type) : [],
  }
}

/** Parameters of one kind that look at the same elements share the name of the first of them in the index. */
const indexOf = ({ type, paths }: R4Parameter, all: readonly R4Parameter[]): string => {
  const where = (parameter: Pick<R4Parameter, 'paths'>) => parameter.paths.map(({ text }) => text).join(' ')
  const same = all.filter((other) => other.type === type && where(other) === where({ paths }))
  return same[0]?.name ?? ''
}

/** Data types whose parts are texts that the whole is found by (search.html §3.1.1.4.8), so that they are indexed once. */
const OF_TEXTS: readonly string[] = ['Address', 'HumanName']

/** True for a parameter that finds a part of what another one of the same kind finds: `phone` of `telecom`, `address-city` of `address`. */
function isPart(one: R4Parameter, whole: R4Parameter): boolean {
  const [{ text, type } = { text: '', type: '' }, ...others] = whole.paths
  if (one.type !== whole.type || others.length > 0) return false
  return one.paths.every(
    (path) =>
      (path.type === type && path.text.startsWith(`${text}[`)) ||
      (OF_TEXTS.includes(type) && path.text.startsWith(`${text}.`)),
  )
}

/** The system of codes that a parameter finds without being told, where all have the same. */
function commonSystem(paths: readonly Path[]): string | undefined {
  const [first, ...others] = new Set(paths.map(({ system }) => system))
  return others.length === 0 ? first : undefined
}

const firstOf = (resource: JsonObject, { steps: [first] }: Path): unknown => first && resource[first.element]

/** One element of the resource after the other: it may have ten thousand. */
function* valuesAlong(paths: readonly Path[], resource: JsonObject, kind: Definition['type']): Generator<FoundValue> {
  for (const path of paths) for (const value of [firstOf(resource, path)].flat()) yield* valuesAt(value, path, kind)
}

/** The values of a path in the value of its step before `at`, added to those found before. */
function valuesAt(
  value: unknown,
  path: Path,
  kind: Definition['type'],
  at = 1,
  found: FoundValue[] = [],
): FoundValue[] {
  const { steps, type, system } = path
  const where = steps[at - 1]?.where
  const step = steps[at]
  if (value === undefined) return found
  if (Array.isArray(value)) for (const item of value) valuesAt(item, path, kind, at, found)
  else if (where && !(isObject(value) && value[where.element] === where.value)) return found
  else if (!step) for (const one of valuesOf(kind, type, value, system)) found.push(one)
  else if (isObject(value)) valuesAt(value[step.element], path, kind, at + 1, found)
  return found
}

const HOW: Readonly<Record<Definition['type'], string>> = {
  token: 'as system|code or code',
  string: 'its beginning, without regard to case and accents',
  date: 'with the prefixes eq, ne, gt, lt, ge, le, sa, eb and ap',
  uri: 'exactly',
  reference: 'as Type/id, id or URL',
}

function documentationOf({ type, paths, targets }: R4Parameter): string {
  const where = [...new Set(paths.map(({ text }) => text))].join(' or ')
  const what = type === 'reference' && targets.length > 0 ? `, a reference to ${targets.join(', ')}` : `, ${HOW[type]}`
  return `${where}${what}.`
}
