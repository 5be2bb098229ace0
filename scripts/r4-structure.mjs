// Writes lib/fhir/r4-structure.ts from the definitions of FHIR R4 4.0.1, which HL7 publishes as one resource per file.
// They are not a dependency: run `npm pack hl7.fhir.r4.examples@4.0.1`, unpack it, and pass its folder: `node
// scripts/r4-structure.mjs FOLDER`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = process.argv[2]
if (!folder) {
  process.stderr.write('Give the folder with StructureDefinition-Patient.json and the like.\n')
  process.exit(2)
}

/** A choice with more types than this allows any type (such as Extension.value[x]). */
const ANY = 40
/** Longer lists of codes contain whole terminologies, which are not checked. */
const MOST_CODES = 500
/** Value sets that HL7 does not list, since others do (IANA, ISO, LOINC, UCUM): lib/fhir/validation/code-lists.ts says what is checked of them. */
const LISTED_BY_OTHERS = new Set(['mimetypes', 'currencies', 'ucum-units', 'LL379-9'])

const resourcesOf = (type) =>
  readdirSync(folder)
    .filter((name) => name.startsWith(`${type}-`) && name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
    .filter(({ resourceType }) => resourceType === type)

const terminology = new Map(
  [...resourcesOf('ValueSet'), ...resourcesOf('CodeSystem')].map((resource) => [
    `${resource.resourceType} ${resource.url}`,
    resource,
  ]),
)
const valueSets = new Map()
const concepts = new Map()

/** The codes of a value set; undefined if they cannot all be listed. */
function codesOf(url) {
  const valueSet = terminology.get(`ValueSet ${url}`)
  const { include = [], exclude } = valueSet?.compose ?? {}
  if (exclude || include.length === 0) return undefined
  const codes = include.map(codesIncluded)
  const all = codes.includes(undefined) ? undefined : [...new Set(codes.flat())]
  return all && all.length > 0 && all.length <= MOST_CODES ? all : undefined
}

function codesIncluded({ system, concept, filter, valueSet }) {
  if (filter) return undefined
  if (concept) return concept.map(({ code }) => code)
  if (!system) return valueSet?.length === 1 ? codesOf(valueSet[0].split('|')[0]) : undefined
  const known = terminology.get(`CodeSystem ${system}`)
  return valueSet || known?.content !== 'complete' ? undefined : conceptCodes(known.concept ?? [])
}

/** Codes that only group the codes below them (notSelectable) must not be sent. */
const conceptCodes = (concepts) =>
  concepts.flatMap(({ code, property = [], concept = [] }) => [
    ...(property.some((one) => one.code === 'notSelectable' && one.valueBoolean) ? [] : [code]),
    ...conceptCodes(concept),
  ])

/** The name of the value set that an element's required binding names; empty if there is nothing to check. */
function boundTo({ binding, type = [] }) {
  if (binding?.strength !== 'required') return ''
  const [url = ''] = (binding.valueSet ?? '').split('|')
  const name = url.slice(url.lastIndexOf('/') + 1)
  if (type.every(({ code }) => code === 'CodeableConcept')) return conceptsOf(name, url)
  if (!type.every(({ code }) => code === 'code')) return ''
  if (LISTED_BY_OTHERS.has(name)) return `=${name}`
  const codes = codesOf(url)
  if (!codes || codes.some((code) => /\s/.test(code))) return ''
  valueSets.set(name, codes)
  return `=${name}`
}

/** A concept is of a code system: all that are bound as required have one each. */
function conceptsOf(name, url) {
  if (LISTED_BY_OTHERS.has(name)) return `=${name}`
  const [{ system }] = terminology.get(`ValueSet ${url}`).compose.include
  concepts.set(name, [system, ...codesOf(url)])
  return `=${name}`
}

const FHIR_TYPE = 'http://hl7.org/fhir/StructureDefinition/structuredefinition-fhir-type'

/** The type of an element; of a reference to certain resource types with these: `Reference(Patient,Group)`. */
function typeName({ code, extension = [], targetProfile }, { path: at }) {
  const targets = targetProfile?.map((profile) => profile.slice(profile.lastIndexOf('/') + 1))
  if (code === 'Reference' && targets && !targets.includes('Resource')) return `Reference(${targets.join(',')})`
  if (!code.startsWith('http://hl7.org/fhirpath/')) return code === 'BackboneElement' || code === 'Element' ? at : code
  return at.endsWith('Resource.id') ? 'id' : extension.find(({ url }) => url === FHIR_TYPE).valueUrl
}

function typesOf(element) {
  const { type = [], contentReference } = element
  if (contentReference) return contentReference.slice(1)
  if (type.length > ANY) return 'Any'
  return type.map((one) => typeName(one, element)).join('|')
}

const word = (element, name) =>
  `${element.min > 0 ? '!' : ''}${name}${element.max === '1' ? '' : '*'}:${typesOf(element)}${boundTo(element)}`

/** One line for the type, and one for each element that has child elements. */
function linesOf({ type, baseDefinition = '', snapshot }) {
  const lines = new Map([[type, [`${type}<${baseDefinition.slice(baseDefinition.lastIndexOf('/') + 1)}`]]])
  for (const element of snapshot.element.slice(1)) {
    const at = element.path.lastIndexOf('.')
    const parent = element.path.slice(0, at)
    if ((element.base?.path ?? element.path) !== element.path || element.max === '0') continue
    lines.get(parent)?.push(word(element, element.path.slice(at + 1)))
    const backbone = element.type?.find(({ code }) => code === 'BackboneElement' || code === 'Element')
    if (backbone) lines.set(element.path, [`${element.path}<${backbone.code}`])
  }
  return [...lines.values()].map((words) => words.join(' '))
}

/** Types first, then resources, each ordered by name. All ancestors must be present, in any order. */
const complex = resourcesOf('StructureDefinition')
  .filter(({ kind }) => kind === 'complex-type' || kind === 'resource')
  .filter(({ derivation }) => derivation !== 'constraint')
  .sort((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0))
const structure = complex.flatMap(linesOf).join('\n')
const linesOfLists = (lists) =>
  [...lists].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, list]) => `${name} ${list.join(' ')}`)
const codes = linesOfLists(valueSets)

const target = fileURLToPath(new URL('../lib/fhir/r4-structure.ts', import.meta.url))
writeFileSync(
  target,
  `// Made by scripts/r4-structure.mjs from the definitions of FHIR R4 4.0.1 (http://hl7.org/fhir/R4), which HL7 has put in
// the public domain (CC0 1.0). Do not edit.

/**
 * One type per line; "<" precedes the type that it inherits from. Then its own elements: "!" marks a mandatory one, "*"
 * an array, "[x]" a name that ends with the type; ":" precedes the types, "=" the value set. A reference to certain
 * resource types has them in parentheses; any other may refer to any type.
 */
export const R4_STRUCTURE = \`
${structure}
\`

/** The codes of the value sets that are bound as required: a name and its codes a line. */
export const R4_CODES = \`
${codes.join('\n')}
\`

/** The same for elements that are a CodeableConcept: a name, its code system, and the codes of that. */
export const R4_CONCEPTS = \`
${linesOfLists(concepts).join('\n')}
\`
`,
)
process.stderr.write(`${complex.length} types, ${codes.length} value sets\n`)
