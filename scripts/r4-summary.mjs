// Writes lib/fhir/r4-summary.ts from the definitions of FHIR R4 4.0.1, as scripts/r4-structure.mjs does for
// r4-structure.ts: `node scripts/r4-summary.mjs FOLDER`. It omits everything that r4-structure.ts does not have.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = process.argv[2]
if (!folder) {
  process.stderr.write('Give the folder with profiles-types.json and profiles-resources.json.\n')
  process.exit(2)
}

/** Elements that every element, and every resource, of any type has. */
const OF_ELEMENTS = ['id', 'extension', 'modifierExtension']
const OF_RESOURCES = [...OF_ELEMENTS, 'meta', 'implicitRules', 'language', 'text', 'contained']

const library = fileURLToPath(new URL('../lib/fhir/', import.meta.url))
const [, structure = ''] = /R4_STRUCTURE = `([^`]*)`/.exec(readFileSync(`${library}r4-structure.ts`, 'utf8')) ?? []
const known = new Map(
  structure
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([head, ...words]) => [head.split('<')[0], new Set(words.map((word) => /\w+/.exec(word)[0]))]),
)

const definitions = ['profiles-types.json', 'profiles-resources.json']
  .flatMap((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')).entry.map(({ resource }) => resource))
  .filter(({ resourceType, derivation }) => resourceType === 'StructureDefinition' && derivation !== 'constraint')
  .filter(({ type, abstract, kind }) => known.has(type) && !abstract && /resource|complex-type/.test(kind))

const nameOf = ({ path: at }) => at.slice(at.lastIndexOf('.') + 1)
const parentOf = ({ path: at }) => at.slice(0, at.lastIndexOf('.'))

/** The elements of each type and backbone element, without the common ones. */
const elements = new Map()
for (const { snapshot, kind } of definitions)
  for (const element of snapshot.element.slice(1)) {
    const parent = parentOf(element)
    const name = nameOf(element).replace('[x]', '')
    if ((parent.includes('.') || kind !== 'resource' ? OF_ELEMENTS : OF_RESOURCES).includes(name)) continue
    if (!known.get(parent)?.has(name)) continue
    elements.set(parent, [...(elements.get(parent) ?? []), element])
  }

const isPart = ({ isSummary, min }) => isSummary || min > 0

/** The line for the part of an element that a summary shows; undefined if that is all of it. */
function lineOf(element) {
  const { path: at, contentReference, type = [] } = element
  if (contentReference) return contentReference.slice(1)
  return elements.has(at) ? at : type.length === 1 ? type[0].code : undefined
}

/** Types of which a summary omits a part, directly or further down. */
const partial = new Set(['Attachment', 'SampledData', 'Signature'])
for (let before = -1; before !== partial.size; ) {
  before = partial.size
  for (const [at, list] of elements)
    if (list.some((element) => !isPart(element) || partial.has(lineOf(element)))) partial.add(at)
}
const isResource = (type) => definitions.some((one) => one.type === type && one.kind === 'resource')

function word(element) {
  const line = lineOf(element)
  const mark = `${element.min > 0 ? '!' : ''}${element.isSummary ? '' : '-'}`
  const below = partial.has(line) && line !== element.path && !isResource(line) ? `:${line}` : ''
  return `${mark}${nameOf(element).replace('[x]', '*')}${below}`
}

/** Lines that a resource reaches by way of shown elements. */
const reached = new Set()
function reach(at) {
  if (reached.has(at) || !partial.has(at)) return
  reached.add(at)
  for (const element of elements.get(at) ?? [])
    if (isPart(element)) for (const below of linesBelow(element)) reach(below)
}
const linesBelow = (element) => [lineOf(element), ...(element.type ?? []).map(({ code }) => code)].filter(Boolean)
for (const { type, kind } of definitions) if (kind === 'resource') reach(type)

const lines = [...elements]
  .filter(([at]) => reached.has(at) || (isResource(at) && elements.has(at)))
  .map(([at, list]) => [at, ...list.filter(isPart).map(word)].join(' '))
  .filter((line) => line.includes(' '))
  .sort((a, b) => (a.split(' ')[0] < b.split(' ')[0] ? -1 : 1))

writeFileSync(
  `${library}r4-summary.ts`,
  `// Made by scripts/r4-summary.mjs from the definitions of FHIR R4 4.0.1 (http://hl7.org/fhir/R4), which HL7 has put in
// the public domain (CC0 1.0): ElementDefinition.isSummary and .min. Do not edit.

/**
 * A resource type, a backbone element or a data type a line, and those of its elements that are mandatory or part of its
 * summary: "!" where one is mandatory, "-" where it is so without being part of the summary, a final "*" for a choice of
 * types (value[x]), behind ":" the line for what lies in it where that is not the one of its path. What has no line is
 * part of a summary as a whole.
 */
export const R4_SUMMARY = \`
${lines.join('\n')}
\`
`,
)
process.stderr.write(`${lines.length} lines\n`)
