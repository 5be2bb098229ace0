// The summary and mandatory elements of each type (ElementDefinition.isSummary and .min of FHIR R4 4.0.1), for the elements of a
// resource and for those within them.
import { PRIMITIVES } from './primitives.ts'
import { typesIn, WORD, wordsOf } from './validation/r4-rules.ts'

export interface Element {
  readonly name: string
  /** True for a choice element, such as deceased[x] for deceasedBoolean. */
  readonly choice: boolean
  readonly mandatory: boolean
  readonly summary: boolean
  /** The type of its content as a key for notableElements, unless it is a choice. */
  readonly type: string
}

const NONE: readonly Element[] = []
const made = new Map<string, readonly Element[]>()

/**
 * The elements of a type that are mandatory or part of its summary. A backbone element is named by its path, such as
 * `AuditEvent.agent`. Empty for a type that is shown completely or not at all.
 */
export function notableElements(type: string): readonly Element[] {
  const known = PRIMITIVES.has(type) ? NONE : made.get(type)
  if (known) return known
  const all = wordsOf(type).map(element)
  const notable = all.some(({ summary }) => summary) ? all.filter(({ mandatory, summary }) => mandatory || summary) : []
  if (all.length > 0) made.set(type, notable)
  return notable
}

function element(word: string): Element {
  const { mark, summary, name = '', choice, of = '' } = WORD.exec(word)?.groups ?? {}
  const type = typesIn(of)[0]?.type ?? ''
  return { name, choice: choice !== '', mandatory: mark !== '', summary: summary !== '', type }
}

/** True when a member of the JSON form, such as `_birthDate` or `deceasedBoolean`, belongs to the element. */
export function isMemberOf(member: string, { name, choice }: Pick<Element, 'name' | 'choice'>): boolean {
  const bare = member.startsWith('_') ? member.slice(1) : member
  return bare === name || (choice && bare.startsWith(name) && /^[A-Z]/.test(bare.slice(name.length)))
}

/** The type of a member's content, as a key for notableElements. */
export const typeWithin = (member: string, { name, choice, type }: Element): string =>
  choice ? member.slice(name.length) : type
