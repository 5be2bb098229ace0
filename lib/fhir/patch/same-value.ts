// The equality of two JSON values in the operation `test` (RFC 6902 §4.6).
import type { JsonNode, JsonObject } from '../json-tree.ts'
import { tooCostly } from './patch-problem.ts'
import { nodesByName } from './tree-edit.ts'

/** Most numbers in another notation that one patch may have compared: each is taken apart. */
const MOST_REWRITTEN = 20_000

/** How many numbers in another notation were compared so far. */
export interface Compared {
  rewritten: number
}

/** Equal whatever the order of members, the escapes of strings, and the notation of numbers: 1.0, 1 and 10e-1 are the same. */
export function sameValue(one: JsonNode, other: JsonNode, compared: Compared = { rewritten: 0 }): boolean {
  if (one === other) return true
  if (one.kind === 'object') return other.kind === 'object' && sameMembers(one, other, compared)
  if (one.kind === 'array')
    return (
      other.kind === 'array' &&
      one.items.length === other.items.length &&
      one.items.every((item, index) => {
        const counterpart = other.items[index]
        return counterpart !== undefined && sameValue(item, counterpart, compared)
      })
    )
  if (other.kind !== one.kind) return false
  return one.text === other.text || (one.kind === 'number' && sameNumber(one.text, other.text, compared))
}

function sameNumber(one: string, other: string, compared: Compared): boolean {
  compared.rewritten += 1
  if (compared.rewritten > MOST_REWRITTEN)
    throw tooCostly(`a patch may compare ${MOST_REWRITTEN} numbers that are written in another way; this one has more.`)
  return plainNumber(one) === plainNumber(other)
}

function sameMembers(one: JsonObject, other: JsonObject, compared: Compared): boolean {
  const [ours, theirs] = [nodesByName(one), nodesByName(other)]
  if (ours.size !== theirs.size) return false
  for (const [name, node] of ours) {
    const counterpart = theirs.get(name)
    if (counterpart === undefined || !sameValue(node, counterpart, compared)) return false
  }
  return true
}

const NUMBER = /^(?<sign>-?)(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:[eE](?<exponent>[+-]?\d+))?$/

/** A number in its shortest exact form: a decimal has more digits than a double can hold. */
function plainNumber(lexeme: string): string {
  const { sign = '', whole = '', fraction = '', exponent = '0' } = NUMBER.exec(lexeme)?.groups ?? {}
  const digits = whole + fraction
  let [from, to] = [0, digits.length]
  while (digits[from] === '0') from += 1
  while (to > from && digits[to - 1] === '0') to -= 1
  if (from === to) return '0'
  return `${sign}${digits.slice(from, to)}e${BigInt(exponent) + BigInt(whole.length - to)}`
}
