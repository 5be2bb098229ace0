// Finds the element for a FHIRPath in a JSON text, so that an editor can show a problem at its line.
import { items, type Member, members, skipSpace } from './json-text.ts'

/** A name, or the index of an item. */
type Step = string | number

interface Found {
  /** How many steps of the path led somewhere. */
  readonly depth: number
  /** The index in the text where the element starts: at its name, if it has one. */
  readonly at: number
}

/**
 * The index in a text where the element of a path such as `Patient.name[0].given[1]` starts; if it does not exist, the
 * index of the nearest enclosing element. A companion (`_birthDate`) belongs to its element, and `value` matches
 * `valueString`. The text must be well-formed JSON.
 */
export function indexOfElement(text: string, expression: string): number {
  const start = skipSpace(text, 0)
  return deepest(text, start, stepsOf(expression), { depth: 0, at: start }).at
}

/** The line number, from 1, of an index in a text. */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

const STEP = /(?:^|\.)([^.[\]]+)|\[(\d+)\]/g

/** The steps below the resource; a path starts with the resource's type. */
function stepsOf(expression: string): readonly Step[] {
  const steps = [...expression.matchAll(STEP)].map(([, name, index]) => name ?? Number(index))
  return /^[A-Z]/.test(String(steps[0])) ? steps.slice(1) : steps
}

function deepest(text: string, valueStart: number, steps: readonly Step[], found: Found): Found {
  const [step, ...further] = steps
  if (step === undefined) return found
  return childrenAt(text, valueStart, step)
    .map(({ at, value }) => deepest(text, value, further, { depth: found.depth + 1, at }))
    .reduce((best, one) => (one.depth > best.depth ? one : best), found)
}

/** The children of a value that a step may mean, the most likely first. */
function childrenAt(
  text: string,
  start: number,
  step: Step,
): readonly { readonly at: number; readonly value: number }[] {
  const open = text.charAt(start)
  if (typeof step === 'number') {
    const item = open === '[' ? [...items(text, start)][step] : undefined
    return item ? [{ at: item.start, value: item.start }] : []
  }
  if (open !== '{') return []
  const all = [...members(text, start)]
  const means = (fits: (name: string) => boolean) => all.filter(({ name }) => fits(name)).map(childOf)
  const isChoice = (name: string) => name.startsWith(step) && /^[A-Z]/.test(name.slice(step.length))
  return [...means((name) => name === step), ...means((name) => name === `_${step}`), ...means(isChoice)]
}

const childOf = ({ start, valueStart }: Member) => ({ at: start, value: valueStart })
