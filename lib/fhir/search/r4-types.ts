// What is searched in the types that are switched on beside those of the domain: all that FHIR R4 defines for them and that
// takes no more than a path.
import { isObject, type JsonObject } from '../../json.ts'
import type { Definition, FoundValue } from './parameter.ts'
import { type Path, type R4Parameter, r4Parameters } from './r4-parameters.ts'
import { valuesOf } from './values.ts'

/** The definitions of a type of R4, without identifier. */
export function definitionsOfR4(type: string): readonly Definition[] {
  const parameters = r4Parameters(type).filter(({ name }) => name !== 'identifier')
  return parameters.map((parameter) => definitionOf(parameter, parameters))
}

function definitionOf(parameter: R4Parameter, all: readonly R4Parameter[]): Definition {
  const { name, type, paths, targets } = parameter
  const system = commonSystem(paths)
  return {
    name,
    type,
    index: indexOf(parameter, all),
    targets,
    ...(system === undefined ? {} : { system }),
    ...(type === 'date' ? { dates: 'spans' as const } : {}),
    documentation: documentationOf(parameter),
    values: (resource) => paths.flatMap((path) => valuesAt(resource, path, type)),
  }
}

/** Parameters of one kind that look at the same elements share the name of the first of them in the index. */
const indexOf = ({ type, paths }: R4Parameter, all: readonly R4Parameter[]): string => {
  const where = (parameter: Pick<R4Parameter, 'paths'>) => parameter.paths.map(({ text }) => text).join(' ')
  const same = all.filter((other) => other.type === type && where(other) === where({ paths }))
  return same[0]?.name ?? ''
}

/** The system of codes that a parameter finds without being told, where all have the same. */
function commonSystem(paths: readonly Path[]): string | undefined {
  const [first, ...others] = new Set(paths.map(({ system }) => system))
  return others.length === 0 ? first : undefined
}

function valuesAt(
  resource: JsonObject,
  { steps, type, system }: Path,
  kind: Definition['type'],
): readonly FoundValue[] {
  let found: readonly unknown[] = [resource]
  for (const { element, where } of steps) {
    found = found.filter(isObject).flatMap((one) => [one[element]].flat())
    if (where) found = found.filter((one) => isObject(one) && one[where.element] === where.value)
  }
  return found.flatMap((element) => valuesOf(kind, type, element, system))
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
