// Limits the result of a patch. Copies share their nodes, so thirty small operations can amount to a gigabyte of text:
// the tree is measured after each operation, before anything is written.

import { type Steps, VALUES_AT_ONCE } from '../../async/steps.ts'
import type { JsonArray, JsonNode, JsonObject } from '../json-tree.ts'
import { DEEPEST } from '../validation/json-scan.ts'
import { tooCostly } from './patch-problem.ts'

/** Longest text of a resource, in bytes (conformance LIM-16). */
const LONGEST_RESOURCE = 1024 * 1024

/** Most nodes that one patch has measured: 100 operations on a list of ten thousand items. */
const MOST_MEASURED = 1_000_000

interface Size {
  /** Characters of the minified text. A text has at least as many bytes. */
  readonly length: number
  /** Levels of objects and arrays; 0 for a leaf. */
  readonly depth: number
}

/** What the results of one patch are measured against. */
interface Bound {
  readonly measured: Measured
  /** Of the original tree, which may have been stored under other limits. */
  readonly start: Size
  /** Is told each length, in characters. */
  readonly growsTo: ((length: number) => void) | undefined
}

interface Measured {
  /** Nodes never change, so each is measured once: an operation makes few new ones. */
  readonly sizes: Map<JsonNode, Size>
  /** How many nodes were summed up so far. */
  nodes: number
}

/** The bound for what a patch makes of a tree, in steps. */
export function* boundAround(before: JsonNode, growsTo: Bound['growsTo']): Steps<Bound> {
  const measured: Measured = { sizes: new Map(), nodes: 0 }
  return { measured, start: yield* measuring(before, measured), growsTo }
}

/**
 * Throws PatchProblem 422 too-costly when a tree exceeds 1 MiB or 60 levels of nesting and also exceeds the original tree, and
 * when there is too much to measure, because many operations change a list of a hundred thousand items. In steps.
 */
export function* assertingSize(tree: JsonNode, { measured, start, growsTo }: Bound): Steps<void> {
  const { length, depth } = yield* measuring(tree, measured)
  growsTo?.(length)
  if (length > Math.max(LONGEST_RESOURCE, start.length)) throw tooLong()
  if (depth > Math.max(DEEPEST, start.depth))
    throw tooCostly(`the resource may be nested at most ${DEEPEST} levels deep; it would be ${depth}.`)
  if (measured.nodes > MOST_MEASURED)
    throw tooCostly('the patch makes too many changes to long lists. Replace such a list as a whole.')
}

/** Throws PatchProblem 422 too-costly when a text has more bytes than a resource may have and is longer than before. */
export function assertBytes(text: string, before: string): void {
  if (text.length * 3 <= LONGEST_RESOURCE || text.length <= before.length) return
  if (new TextEncoder().encode(text).length > LONGEST_RESOURCE) throw tooLong()
}

const tooLong = () => tooCostly(`the resource would be longer than ${LONGEST_RESOURCE} bytes.`)

function* measuring(node: JsonNode, measured: Measured): Steps<Size> {
  if (node.kind === 'string') return { length: quotedLength(node.text, node.written), depth: 0 }
  if ('text' in node) return { length: node.text.length, depth: 0 }
  const known = measured.sizes.get(node)
  if (known) return known
  const size = yield* summingUp(node, measured)
  measured.sizes.set(node, size)
  return size
}

function* summingUp(node: JsonObject | JsonArray, measured: Measured): Steps<Size> {
  const children = node.kind === 'array' ? node.items : node.members.map((member) => member.node)
  const names = node.kind === 'array' ? 0 : namesLength(node.members)
  let length = names + 2 + Math.max(0, children.length - 1) // Brackets and commas.
  let depth = 0
  for (const child of children) {
    measured.nodes += 1
    if (measured.nodes % VALUES_AT_ONCE === 0) yield
    const size = yield* measuring(child, measured)
    length += size.length
    depth = Math.max(depth, size.depth)
  }
  return { length, depth: depth + 1 }
}

const namesLength = (members: readonly { readonly name: string; readonly written?: string }[]): number =>
  members.reduce((length, { name, written }) => length + quotedLength(name, written) + 1, 0) // A colon each.

/** The length of a string with its quotes. Without escapes it is the text and two quotes. */
const quotedLength = (text: string, written: string | undefined): number => written?.length ?? text.length + 2
