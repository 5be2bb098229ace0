// Edits made in a record's form, and the resulting text: applied by a JSON Patch, so that untouched parts stay as they
// were written (RFC 6902).
import { minify } from '#lib/fhir/json-text.ts'
import { applyPatch, parsePatch } from '#lib/fhir/patch/patch.ts'
import { narrativeAnew } from '#lib/fhir/person-narrative.ts'
import { parseReference } from '#lib/fhir/reference.ts'

/**
 * Edits by JSON Pointer (RFC 6901) in the text that the form was opened with. An empty text removes an element, null an
 * item of a list. Added items have the indexes after the last.
 */
export type Edits = ReadonlyMap<string, string | null>

type Json = string | number | boolean | null | JsonList | JsonMap
type JsonList = Json[]
interface JsonMap {
  [name: string]: Json
}

interface Operation {
  readonly op: 'add' | 'replace' | 'remove' | 'copy'
  readonly path: string
  readonly from?: string
  readonly value?: Json
}

/** The value of a form control for an element; empty when there is none. */
export function shownAt(root: unknown, pointer: string): string {
  const value = tokensOf(pointer).reduce<unknown>(childOf, root)
  if (pointer === OWNER) return textOf(childOf(value, 'reference'))
  return textOf(value)
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'boolean' ? `${value}` : '')

const childOf = (value: unknown, token: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[token] : undefined

/**
 * The text with the edits. When the data changed, a narrative that this product generated is made anew, and one that another did is
 * removed; one written by people stays. Throws PatchProblem for an impossible change.
 */
export function withEdits(text: string, edits: Edits): string {
  const operations = operationsOf(JSON.parse(text) as Json, edits)
  const patch = parsePatch('application/json-patch+json', JSON.stringify(operations))
  return applyPatch({ text: minify(text), patch }).text
}

const OWNER = '/owner'

function operationsOf(root: Json, edits: Edits): readonly Operation[] {
  const draft = new DraftPatch(root)
  for (const [pointer, typed] of edits)
    if (typed !== null && typed !== '') draft.set(tokensOf(pointer), valueFor(pointer, typed))
  const gone = [...edits].flatMap(([pointer, typed]) => (typed === null || typed === '' ? [pointer] : []))
  // From the end, so that the indexes of earlier items do not change.
  for (const pointer of gone.sort(byPlace).reverse()) draft.remove(tokensOf(pointer))
  return draft.finished(root)
}

/** Numbers of items are compared as numbers. */
const byPlace = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true })

function valueFor(pointer: string, typed: string): Json {
  if (pointer === '/active') return typed === 'true'
  if (pointer !== OWNER) return typed
  const type = parseReference(typed)?.type
  return { reference: typed, ...(type === undefined ? {} : { type }) }
}

const tokensOf = (pointer: string): readonly string[] => pointer.split('/').slice(1)

/** The operations so far, and the document as they leave it. */
class DraftPatch {
  readonly #root: Json
  readonly #operations: Operation[] = []
  /** The actual places of added items, by their pointer in the form. */
  readonly #added = new Map<string, string>()

  constructor(root: Json) {
    this.#root = structuredClone(root)
  }

  set(tokens: readonly string[], value: Json): void {
    const place: string[] = []
    let container = this.#root
    tokens.forEach((token, depth) => {
      const isLast = depth === tokens.length - 1
      const name = this.#nameIn(container, token, tokens.slice(0, depth + 1))
      const before = childOf(container, name) as Json | undefined
      place.push(name)
      if (!isLast && before !== undefined && before !== null) {
        container = before
        return
      }
      const now: Json = isLast ? value : /^\d+$/.test(tokens[depth + 1] ?? '') ? [] : {}
      if (JSON.stringify(before) === JSON.stringify(now)) return
      this.#operations.push({
        op: before === undefined ? 'add' : 'replace',
        path: `/${place.join('/')}`,
        value: structuredClone(now),
      })
      if (Array.isArray(container) || (typeof container === 'object' && container !== null))
        (container as JsonMap)[name] = now
      container = now
    })
  }

  /** Added items are numbered on from the last one, whatever the form has added and removed before. */
  #nameIn(container: Json, token: string, tokens: readonly string[]): string {
    if (!Array.isArray(container)) return token
    const known = this.#added.get(tokens.join('/'))
    if (known !== undefined || Number(token) < container.length) return known ?? token
    this.#added.set(tokens.join('/'), `${container.length}`)
    return `${container.length}`
  }

  remove(tokens: readonly string[]): void {
    const name = tokens.at(-1) ?? ''
    const container = tokens.slice(0, -1).reduce<unknown>(childOf, this.#root) as Json | undefined
    if (childOf(container, name) === undefined) return
    const path = `/${tokens.join('/')}`
    this.#operations.push({ op: 'remove', path })
    if (Array.isArray(container)) {
      container.splice(Number(name), 1)
      this.#removeCompanion(tokens.slice(0, -1), name)
    } else if (typeof container === 'object' && container !== null) delete container[name]
  }

  /** The companion of an item of `given` is at the same index of `_given`. */
  #removeCompanion(list: readonly string[], index: string): void {
    const companion = [...list.slice(0, -1), `_${list.at(-1)}`]
    if (companion.reduce<unknown>(childOf, this.#root) !== undefined) this.remove([...companion, index])
  }

  /** A narrative written by people stays: the patch states this by writing it unchanged. One that is made anew is written as well. */
  finished(before: Json): readonly Operation[] {
    if (this.#operations.length === 0) return []
    const isWritten = childOf(childOf(before, 'text'), 'status') === 'additional'
    if (isWritten) return [...this.#operations, { op: 'copy', from: '/text', path: '/text' }]
    const div = narrativeAnew(before as JsonMap, this.#root as JsonMap)
    if (div === undefined) return this.#operations
    return [...this.#operations, { op: 'replace', path: '/text/div', value: div }]
  }
}
