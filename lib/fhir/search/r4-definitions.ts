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
    values: (resource) => valuesAlong(paths, resource, type),
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

const begins = (resource: JsonObject, { steps: [first] }: Path): boolean =>
  first !== undefined && resource[first.element] !== undefined

function* valuesAlong(paths: readonly Path[], resource: JsonObject, kind: Definition['type']): Generator<FoundValue> {
  for (const path of paths) if (begins(resource, path)) yield* valuesAt(resource, path, kind)
}

/** One after the other: an element may have a hundred thousand. */
function* valuesAt(value: unknown, path: Path, kind: Definition['type'], at = 0): Generator<FoundValue> {
  if (value === undefined) return
  if (Array.isArray(value)) {
    for (const item of value) yield* valuesAt(item, path, kind, at)
    return
  }
  const { steps, type, system } = path
  const where = steps[at - 1]?.where
  if (where && !(isObject(value) && value[where.element] === where.value)) return
  const step = steps[at]
  if (!step) yield* valuesOf(kind, type, value, system)
  else if (isObject(value)) yield* valuesAt(value[step.element], path, kind, at + 1)
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
