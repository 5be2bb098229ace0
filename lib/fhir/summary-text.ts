// The JSON text of a part of a resource: the elements of its summary, the requested elements, or everything except its
// narrative (FHIR R4 search.html §3.1.1.5.8 and §3.1.1.5.9). Included values keep their text. Mandatory elements are
// always included, also in nested elements, so that a part is as valid as the whole.
import { isMemberOf, notableElements, typeWithin } from './elements.ts'
import { items, type Member, members } from './json-text.ts'
import { subset } from './resource-text.ts'

/** Shown for every resource: its identity, its metadata, and elements that change its meaning. */
const OF_RESOURCES: readonly string[] = ['resourceType', 'id', 'meta', 'implicitRules', 'modifierExtension']
/** Always included for a resource that is shown in part: they qualify its other elements. */
const OF_ELEMENTS: readonly string[] = ['id', 'extension', 'modifierExtension']

const shownAsItIs = (text: string, { start, end }: Member): string => text.slice(start, end)

/** A resource without its narrative (`_summary=data`). */
export const withoutNarrative = (text: string): string =>
  subset(text, (member) => (member.name === 'text' ? undefined : shownAsItIs(text, member)))

/** The narrative of a resource and its mandatory elements (`_summary=text`). */
export const narrativeOnly = (text: string, type: string): string => withElements(text, type, ['text'])

/** The named elements of a resource and its mandatory ones (`_elements`). */
export function withElements(text: string, type: string, names: readonly string[]): string {
  const wanted = [
    ...names.map((name) => ({ name, choice: true })),
    ...notableElements(type).filter(({ mandatory }) => mandatory),
  ]
  const isShown = (name: string) => OF_RESOURCES.includes(name) || wanted.some((element) => isMemberOf(name, element))
  return subset(text, (member) => (isShown(member.name) ? shownAsItIs(text, member) : undefined))
}

/** The elements of a resource that are part of its summary, and in them those that are (`_summary=true`). */
export const summaryText = (text: string, type: string): string =>
  subset(text, (member) =>
    OF_RESOURCES.includes(member.name) ? shownAsItIs(text, member) : memberInSummary(text, member, type),
  )

/** A member as it appears in a summary; undefined when it does not. */
function memberInSummary(text: string, member: Member, path: string): string | undefined {
  const element = notableElements(path).find((one) => isMemberOf(member.name, one))
  if (!element) return undefined
  const value = valueInSummary(text, member, typeWithin(member.name, element))
  // Nothing of it is part of a summary: then it is left out, unless the whole would not be valid without it.
  if (value === undefined) return element.mandatory ? shownAsItIs(text, member) : undefined
  return text.slice(member.start, member.valueStart) + value
}

function valueInSummary(text: string, { valueStart, end }: Pick<Member, 'valueStart' | 'end'>, type: string) {
  if (notableElements(type).length === 0) return text.slice(valueStart, end)
  if (text[valueStart] !== '[') return objectInSummary(text, valueStart, type)
  const shown: string[] = []
  for (const { start } of items(text, valueStart)) {
    const object = objectInSummary(text, start, type)
    if (object !== undefined) shown.push(object)
  }
  return shown.length > 0 ? `[${shown.join(',')}]` : undefined
}

function objectInSummary(text: string, open: number, type: string): string | undefined {
  const shown: string[] = []
  let saysSomething = false
  for (const member of members(text, open)) {
    const isOwn = OF_ELEMENTS.includes(member.name)
    const part = isOwn ? shownAsItIs(text, member) : memberInSummary(text, member, type)
    if (part === undefined) continue
    shown.push(part)
    saysSomething ||= !isOwn
  }
  return saysSomething ? `{${shown.join(',')}}` : undefined
}
