// The summary and mandatory elements of each type (ElementDefinition.isSummary and .min of FHIR R4 4.0.1), for the elements of a
// resource and for those within them.
import { R4_SUMMARY } from './r4-summary.ts'

export interface Element {
  readonly name: string
  /** True for a choice element, such as deceased[x] for deceasedBoolean. */
  readonly choice: boolean
  readonly mandatory: boolean
  readonly summary: boolean
  /** The type of its content as a key for notableElements, if it is not its own path. */
  readonly type: string | undefined
}

const WORD = /^(?<mandatory>!?)(?<left>-?)(?<name>\w+)(?<choice>\*?)(?::(?<type>.+))?$/

const BY_TYPE: ReadonlyMap<string, readonly Element[]> = new Map(
  R4_SUMMARY.trim()
    .split('\n')
    .map((line) => {
      const [type = '', ...elements] = line.split(' ')
      return [type, elements.map(element)] as const
    }),
)

function element(word: string): Element {
  const { mandatory, left, name = '', choice, type } = WORD.exec(word)?.groups ?? {}
  return { name, choice: choice !== '', mandatory: mandatory !== '', summary: left === '', type }
}

/**
 * The elements of a type that are mandatory or part of its summary. A backbone element is named by its path, such as
 * `AuditEvent.agent`. Empty for a type that is shown completely or not at all.
 */
export const notableElements = (type: string): readonly Element[] => BY_TYPE.get(type) ?? []

/** True when a member of the JSON form, such as `_birthDate` or `deceasedBoolean`, belongs to the element. */
export function isMemberOf(member: string, { name, choice }: Pick<Element, 'name' | 'choice'>): boolean {
  const bare = member.startsWith('_') ? member.slice(1) : member
  return bare === name || (choice && bare.startsWith(name) && /^[A-Z]/.test(bare.slice(name.length)))
}

/** The type of a member's content, as a key for notableElements, for an element of `path`. */
export function typeWithin(path: string, member: string, { name, choice, type }: Element): string {
  return choice ? member.slice(name.length) : (type ?? `${path}.${name}`)
}
