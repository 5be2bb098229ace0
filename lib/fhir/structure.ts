// Validates the structure of a resource (FHIR R4 4.0.1 validation.html: structure, cardinality, value domains and required
// bindings). Profiles, invariants and the target types of references are not validated.
import { PRIMITIVES } from './primitives.ts'
import { R4_CODES, R4_STRUCTURE } from './r4-structure.ts'

/** A structural problem of a resource, and the path of its element below the resource. */
export interface StructureProblem {
  readonly path: string
  readonly reason: string
}

type JsonObject = Readonly<Record<string, unknown>>
type Visit = (value: unknown, depth: number) => StructureProblem | undefined

interface ElementRule {
  readonly visit: Visit
  readonly repeats: boolean
  readonly primitive: boolean
  /** The choice or mandatory element that this name stands for; undefined where it is neither. */
  readonly slot: number | undefined
}

interface TypeRule {
  readonly elements: ReadonlyMap<string, ElementRule>
  /** The elements that a slot counts: the name, and whether it has to be there. */
  readonly slots: readonly { readonly name: string; readonly mandatory: boolean }[]
}

/** Deeper than any resource needs: extensions and contained questions nest, hostile ones without end. */
const DEEPEST = 60

const problem = (reason: string): StructureProblem => ({ path: '', reason })

const below = (name: string, { path, reason }: StructureProblem): StructureProblem => ({
  path: path === '' || path.startsWith('[') ? `${name}${path}` : `${name}.${path}`,
  reason,
})

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const LINES: ReadonlyMap<string, string> = new Map(
  R4_STRUCTURE.trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf('<')), line]),
)

const VALUE_SETS: ReadonlyMap<string, string> = new Map(
  R4_CODES.trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
)

/** The datatypes that an element of any type (value[x] of an Extension) may have. */
export const ANY_TYPES: readonly string[] = [
  ...[...PRIMITIVES.keys()].filter((name) => name !== 'xhtml'),
  ...`Address Age Annotation Attachment CodeableConcept Coding ContactDetail ContactPoint Contributor Count DataRequirement
  Distance Dosage Duration Expression HumanName Identifier Meta Money ParameterDefinition Period Quantity Range Ratio
  Reference RelatedArtifact SampledData Signature Timing TriggerDefinition UsageContext`.split(/\s+/),
]

/** The first thing that is wrong with a resource of R4; undefined when nothing is. */
export const structureProblem = (resource: JsonObject): StructureProblem | undefined => visitResource(resource, 0)

const types = new Map<string, TypeRule>()

/** The rules of a type, made when it is first seen. */
function ruleOf(type: string): TypeRule {
  const known = types.get(type)
  if (known) return known
  const elements = new Map<string, ElementRule>()
  const slots: { name: string; mandatory: boolean }[] = []
  for (const word of wordsOf(type)) addElement(elements, slots, word)
  const rule = { elements, slots }
  types.set(type, rule)
  return rule
}

/** The elements of a type, those that it inherits first. */
export function wordsOf(type: string): readonly string[] {
  const [head = '', ...own] = (LINES.get(type) ?? '').split(' ')
  const base = head.slice(head.indexOf('<') + 1)
  return base === '' ? own : [...wordsOf(base), ...own]
}

export const WORD = /^(?<mark>!?)(?<name>\w+)(?<choice>(?:\[x\])?)(?<star>\*?):(?<of>[^=]+)(?:=(?<codes>.+))?$/

function addElement(elements: Map<string, ElementRule>, slots: { name: string; mandatory: boolean }[], word: string) {
  const { mark, name = '', choice = '', star, of = '', codes } = WORD.exec(word)?.groups ?? {}
  const mandatory = mark !== ''
  const slot = mandatory || choice !== '' ? slots.push({ name: `${name}${choice}`, mandatory }) - 1 : undefined
  const repeats = star !== ''
  for (const type of of === 'Any' ? ANY_TYPES : of.split('|')) {
    const member = choice === '' ? name : `${name}${type.charAt(0).toUpperCase()}${type.slice(1)}`
    const primitive = PRIMITIVES.has(type)
    elements.set(member, { visit: visitor(type, codes), repeats, primitive, slot })
    if (primitive) elements.set(`_${member}`, { visit: visitExtensions, repeats, primitive: true, slot })
  }
}

function visitor(type: string, valueSet: string | undefined): Visit {
  if (valueSet !== undefined) return coded(valueSet)
  const check = PRIMITIVES.get(type)
  if (check) {
    const reason = `is not a valid ${type}`
    return (value) => (check(value) ? undefined : problem(reason))
  }
  if (type === 'Reference') return visitReference
  if (!LINES.has(type) || inherits(type, 'Resource')) return visitResource
  return (value, depth) => visitObject(value, type, depth)
}

export function inherits(type: string, ancestor: string): boolean {
  if (type === ancestor) return true
  const head = LINES.get(type)?.split(' ', 1)[0] ?? ''
  const base = head.slice(head.indexOf('<') + 1)
  return base !== '' && inherits(base, ancestor)
}

/** Codes that are listed in a message; of longer lists only the name of the value set is. */
const CODES_SHOWN = 8

function coded(name: string): Visit {
  const codes = (VALUE_SETS.get(name) ?? '').split(' ')
  const known = new Set<unknown>(codes)
  const reason = codes.length > CODES_SHOWN ? `is no code of ${name}` : `is not one of ${codes.join(', ')}`
  return (value) => (known.has(value) ? undefined : problem(reason))
}

/** Comments of a source in XML, as HL7's own converters write them. They are no element and mean nothing. */
const COMMENTS = 'fhir_comments'

const visitExtensions: Visit = (value, depth) => visitObject(value, 'Element', depth)

const visitResource: Visit = (value, depth) => {
  if (!isObject(value)) return problem('is not an object')
  const type = value['resourceType']
  return typeof type === 'string' && LINES.has(type) && inherits(type, 'Resource')
    ? visitObject(value, type, depth)
    : below('resourceType', problem('is not a resource type of FHIR R4'))
}

// A fragment of this resource, a URL of any scheme, Type/id with or without a version, or Type?query as in a transaction.
const REFERENCE =
  /^(?:#[A-Za-z0-9\-.]{0,64}|[A-Za-z][A-Za-z0-9+.-]*:\S+|[A-Z][A-Za-z]+(?:\/[A-Za-z0-9\-.]{1,64}(?:\/_history\/[A-Za-z0-9\-.]{1,64})?|\?\S+))$/

const visitReference: Visit = (value, depth) => {
  const found = visitObject(value, 'Reference', depth)
  if (found || !isObject(value)) return found
  const { reference } = value
  return typeof reference !== 'string' || REFERENCE.test(reference)
    ? undefined
    : below('reference', problem('is neither Type/id, a URL nor a #fragment'))
}

function visitObject(value: unknown, type: string, depth: number): StructureProblem | undefined {
  if (!isObject(value)) return problem('is not an object')
  if (depth > DEEPEST) return problem('is nested too deeply')
  const { elements, slots } = ruleOf(type)
  const filled: (string | undefined)[] = []
  let empty = true
  for (const name in value) {
    empty = false
    if (name === 'resourceType' && inheritsResource(type)) continue
    if (name === COMMENTS) continue
    const rule = elements.get(name)
    if (!rule) return below(name, problem(`is not an element of ${type}`))
    const found = visitMember(value[name], rule, value[`_${name}`], depth)
    if (found) return below(name, found)
    if (rule.slot === undefined) continue
    const bare = name.startsWith('_') ? name.slice(1) : name
    if (filled[rule.slot] !== undefined && filled[rule.slot] !== bare)
      return below(name, problem(`is one choice too many of ${slots[rule.slot]?.name}`))
    filled[rule.slot] = bare
  }
  if (empty) return problem('is empty')
  for (const [slot, { name, mandatory }] of slots.entries())
    if (mandatory && filled[slot] === undefined) return below(name, problem('is missing'))
  return undefined
}

const resourceTypes = new Map<string, boolean>()

function inheritsResource(type: string): boolean {
  const known = resourceTypes.get(type)
  if (known !== undefined) return known
  const is = inherits(type, 'Resource')
  resourceTypes.set(type, is)
  return is
}

function visitMember(
  value: unknown,
  { visit, repeats, primitive }: ElementRule,
  companion: unknown,
  depth: number,
): StructureProblem | undefined {
  if (!Array.isArray(value)) return repeats ? problem('has to be an array') : visit(value, depth + 1)
  if (!repeats) return problem('must not be an array')
  if (value.length === 0) return problem('is empty')
  for (let index = 0; index < value.length; index += 1) {
    const item: unknown = value[index]
    // A null keeps the place of a value that has extensions only, or of extensions that have a value only (json.html).
    if (item === null && primitive) continue
    const found = visit(item, depth + 1)
    if (found) return below(`[${index}]`, found)
  }
  return companion !== undefined && Array.isArray(companion) && companion.length > 0 ? undefined : allNull(value)
}

/** An array of nothing but nulls says nothing, unless its companion does. */
const allNull = (value: readonly unknown[]): StructureProblem | undefined =>
  value.every((item) => item === null) ? problem('has nulls only') : undefined
