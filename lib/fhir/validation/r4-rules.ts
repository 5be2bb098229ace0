// The elements of each FHIR R4 type as validation rules: an element's content, whether it repeats, its allowed codes,
// and the resource types that it may refer to. Parsed from the table of HL7's definitions (../r4-structure.ts).
import { PRIMITIVES } from '../primitives.ts'
import { R4_STRUCTURE } from '../r4-structure.ts'
import { CODE_LISTS, type CodeList } from './code-lists.ts'

/** The allowed content of an object's member in JSON. */
export interface ElementRule {
  /** The type of its value: `HumanName`, `code`, `Patient.contact`, `Resource`; `Element` for a companion such as `_birthDate`. */
  readonly type: string
  /** Tests the value of a primitive type; undefined for objects. */
  readonly primitive: ((value: unknown) => boolean) | undefined
  /** The codes of a required binding, of a code or a CodeableConcept; undefined when there is none. */
  readonly codes: CodeList | undefined
  /** The resource types that a reference may refer to; undefined for any type. */
  readonly targets: readonly string[] | undefined
  readonly repeats: boolean
  /** True for primitives and their companions: a null keeps the place of a value in the other array. */
  readonly nullable: boolean
  /** True for the member that holds the id and extensions of a primitive: `_birthDate`. */
  readonly isCompanion: boolean
  /** True where any resource is allowed: contained, or an entry of a Bundle. */
  readonly isResource: boolean
  /** The choice or mandatory element that this name belongs to; undefined when it is neither. */
  readonly slot: number | undefined
}

export interface TypeRule {
  readonly elements: ReadonlyMap<string, ElementRule>
  /** The elements counted by slot: the name, such as `value[x]`, and whether it is mandatory. */
  readonly slots: readonly { readonly name: string; readonly mandatory: boolean }[]
  readonly isResource: boolean
}

const LINES: ReadonlyMap<string, string> = new Map(
  R4_STRUCTURE.trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf('<')), line]),
)

/** The datatypes that an element of any type (value[x] of an Extension) may have. */
export const ANY_TYPES: readonly string[] = [
  ...[...PRIMITIVES.keys()].filter((name) => name !== 'xhtml'),
  ...`Address Age Annotation Attachment CodeableConcept Coding ContactDetail ContactPoint Contributor Count DataRequirement
  Distance Dosage Duration Expression HumanName Identifier Meta Money ParameterDefinition Period Quantity Range Ratio
  Reference RelatedArtifact SampledData Signature Timing TriggerDefinition UsageContext`.split(/\s+/),
]

const made = new Map<string, TypeRule>()

/** The rules of a type of R4, made when it is first asked for. */
export function ruleOf(type: string): TypeRule {
  const known = made.get(type)
  if (known) return known
  const elements = new Map<string, ElementRule>()
  const slots: { name: string; mandatory: boolean }[] = []
  for (const word of wordsOf(type)) addElement(elements, slots, word)
  if (type === 'Extension') elements.delete('_url')
  const rule = { elements, slots, isResource: inherits(type, 'Resource') }
  made.set(type, rule)
  return rule
}

/** The name of the element that a member of the JSON form belongs to: `deceased[x]` for `deceasedBoolean` and `_deceasedBoolean`. */
export function elementName(type: string, member: string): string {
  const { elements, slots } = ruleOf(type)
  const slot = elements.get(member)?.slot
  return slot === undefined ? member.replace(/^_/, '') : (slots[slot]?.name ?? member)
}

/** True for a resource type of R4 that resources can have: not for the abstract ones. */
export const isResourceType = (type: unknown): type is string =>
  typeof type === 'string' &&
  type !== 'Resource' &&
  type !== 'DomainResource' &&
  LINES.has(type) &&
  ruleOf(type).isResource

/** True for a type of R4 that has a definition: a resource type or a datatype, also an abstract one. */
export const isType = (name: string): boolean => PRIMITIVES.has(name) || (LINES.has(name) && !name.includes('.'))

/** The elements of a type, those that it inherits first. */
export function wordsOf(type: string): readonly string[] {
  const [head = '', ...own] = (LINES.get(type) ?? '').split(' ')
  const base = head.slice(head.indexOf('<') + 1)
  return base === '' ? own : [...wordsOf(base), ...own]
}

export function inherits(type: string, ancestor: string): boolean {
  if (type === ancestor) return true
  const head = LINES.get(type)?.split(' ', 1)[0] ?? ''
  const base = head.slice(head.indexOf('<') + 1)
  return base !== '' && inherits(base, ancestor)
}

export const WORD =
  /^(?<mark>!?)(?<summary>\+?)(?<name>\w+)(?<choice>(?:\[x\])?)(?<star>\*?):(?<of>[^=]+)(?:=(?<codes>.+))?$/

/** The types that the table names for an element: `Reference(Patient,Group)` refers to these resource types alone. */
export const typesIn = (
  of: string,
): readonly { readonly type: string; readonly targets: readonly string[] | undefined }[] =>
  of === 'Any'
    ? ANY_TYPES.map((type) => ({ type, targets: undefined }))
    : of.split('|').map((text) => {
        const [type = '', targets] = text.split(/[()]/)
        return { type, targets: targets?.split(',') }
      })

function addElement(elements: Map<string, ElementRule>, slots: { name: string; mandatory: boolean }[], word: string) {
  const { mark, name = '', choice = '', star, of = '', codes = '' } = WORD.exec(word)?.groups ?? {}
  const mandatory = mark !== ''
  const slot = mandatory || choice !== '' ? slots.push({ name: `${name}${choice}`, mandatory }) - 1 : undefined
  const repeats = star !== ''
  for (const { type, targets } of typesIn(of)) {
    const member = choice === '' ? name : `${name}${type.charAt(0).toUpperCase()}${type.slice(1)}`
    const primitive = PRIMITIVES.get(type)
    const nullable = primitive !== undefined
    const isResource = !nullable && inherits(type, 'Resource')
    const rule = {
      type,
      primitive,
      codes: CODE_LISTS.get(codes),
      targets,
      repeats,
      nullable,
      isCompanion: false,
      isResource,
      slot,
    }
    elements.set(member, rule)
    if (nullable && isElement(name, type)) elements.set(`_${member}`, { ...COMPANION, repeats, slot })
  }
}

/**
 * True for a primitive that is an Element. Ids and the text of a narrative, and the url of an extension, are plain
 * strings of XML, and so without extensions (FHIR R4 element.html, narrative.html, extensibility.html).
 */
const isElement = (name: string, type: string): boolean => name !== 'id' && type !== 'xhtml'

const COMPANION = {
  type: 'Element',
  primitive: undefined,
  codes: undefined,
  targets: undefined,
  nullable: true,
  isCompanion: true,
  isResource: false,
}
