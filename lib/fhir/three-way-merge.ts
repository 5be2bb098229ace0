// Merges two changes of the same version of a resource, element by element. A part changed by one side only is taken
// from that side; a part that both changed differently must be chosen. Array elements are compared by index while
// neither side changed the array's length; otherwise a list of values and their extensions (`given` and `_given`) is
// one element.
import { type JsonMember, type JsonNode, type JsonObject, sameText } from './json-tree.ts'

/** The version that a part is taken from. */
export type Side = 'yours' | 'theirs' | 'base'

/** The versions of an element; undefined when a version does not have it. */
export type Three = Readonly<Record<Side, JsonNode | undefined>>

/** An element that is not the same in your version and in theirs. */
export interface Divergence extends Three {
  /** Its path, such as `name[0].family`. */
  readonly path: string
  /** The side that changed it; undefined when both did, so that somebody must choose. */
  readonly changedBy: 'yours' | 'theirs' | undefined
  /** True for a narrative that one side removed because it was generated from older data. */
  readonly isOutdated: boolean
}

/** The elements that are not the same in your version and in theirs, in the order of yours. */
export function divergences(versions: Three): readonly Divergence[] {
  const found: Divergence[] = []
  resolve('', versions, (divergence) => {
    found.push(divergence)
    return divergence.yours
  })
  return found
}

/**
 * The resource with the chosen side of each element or, without a choice, the side that changed it. Throws when a
 * required choice is missing.
 */
export function merged(versions: Three, chosen: ReadonlyMap<string, Side>): JsonNode {
  const tree = resolve('', versions, (divergence) => {
    const side = chosen.get(divergence.path) ?? divergence.changedBy
    if (side === undefined) throw new Error(`Nothing was chosen for ${divergence.path}`)
    return divergence[side]
  })
  if (!tree) throw new Error('Nothing is left of the resource')
  return tree
}

type Choose = (divergence: Divergence) => JsonNode | undefined

/** Set by the server, so either version's value will do. */
const SET_BY_SERVER: readonly string[] = ['meta.versionId', 'meta.lastUpdated']
/** A narrative is not merged: its parts do not fit those of another one. */
const WHOLE: readonly string[] = ['text']

function resolve(path: string, versions: Three, choose: Choose): JsonNode | undefined {
  const { yours, theirs, base } = versions
  if (same(yours, theirs)) return yours
  if (SET_BY_SERVER.includes(path)) return theirs
  if (yours?.kind === 'object' && theirs?.kind === 'object' && !WHOLE.includes(path))
    return resolveObject(path, { yours, theirs, base: base?.kind === 'object' ? base : NOTHING }, choose)
  if (yours?.kind === 'array' && theirs?.kind === 'array' && base?.kind === 'array') {
    const length = base.items.length
    if (yours.items.length === length && theirs.items.length === length)
      return {
        kind: 'array',
        items: yours.items.flatMap((item, index) => {
          const items = { yours: item, theirs: theirs.items[index], base: base.items[index] }
          return resolve(`${path}[${index}]`, items, choose) ?? []
        }),
      }
  }
  const outdated = path === 'text' ? leftOutBy(versions) : undefined
  return choose({ path, ...versions, changedBy: outdated ?? changedBy(versions), isOutdated: outdated !== undefined })
}

/** The side without a narrative, when the other versions have a generated one, which would not match the merged data. */
function leftOutBy({ yours, theirs, base }: Three): Divergence['changedBy'] {
  if (!isGenerated(base) || (yours && !isGenerated(yours)) || (theirs && !isGenerated(theirs))) return undefined
  if (!yours) return 'yours'
  return theirs ? undefined : 'theirs'
}

function isGenerated(narrative: JsonNode | undefined): boolean {
  const status = narrative?.kind === 'object' ? memberOf(narrative, 'status')?.node : undefined
  return status?.kind === 'string' && status.text === 'generated'
}

const NOTHING: JsonObject = { kind: 'object', members: [] }

function resolveObject(path: string, versions: Readonly<Record<Side, JsonObject>>, choose: Choose): JsonObject {
  const { yours, theirs, base } = versions
  const names = [...new Set([...yours.members, ...theirs.members].map(({ name }) => name))]
  const whole = new Set<string>()
  const members = names.flatMap((name): readonly JsonMember[] => {
    const bare = name.replace(/^_/, '')
    if (whole.has(bare)) return []
    if (isReshaped(bare, versions)) {
      whole.add(bare)
      return resolvePair(path === '' ? bare : `${path}.${bare}`, bare, versions, choose)
    }
    const [mine, other, old] = [yours, theirs, base].map((one) => memberOf(one, name))
    const at = path === '' ? name : `${path}.${name}`
    const node = resolve(at, { yours: mine?.node, theirs: other?.node, base: old?.node }, choose)
    return node ? [{ ...(mine ?? other), name, node }] : []
  })
  return { kind: 'object', members }
}

/** True for values with extensions of which the versions have not equally many: neither half is right without its other one. */
function isReshaped(name: string, versions: Readonly<Record<Side, JsonObject>>): boolean {
  const all = Object.values(versions)
  if (!all.some((one) => memberOf(one, `_${name}`)?.node.kind === 'array')) return false
  const lengths = all.map((one) => {
    const values = memberOf(one, name)?.node
    return values?.kind === 'array' ? values.items.length : 0
  })
  return new Set(lengths).size > 1
}

function resolvePair(
  path: string,
  name: string,
  { yours, theirs, base }: Readonly<Record<Side, JsonObject>>,
  choose: Choose,
): readonly JsonMember[] {
  const pair = ({ members }: JsonObject): JsonObject | undefined => {
    const both = members.filter((member) => member.name === name || member.name === `_${name}`)
    return both.length > 0 ? { kind: 'object', members: both } : undefined
  }
  const versions = { yours: pair(yours), theirs: pair(theirs), base: pair(base) }
  if (same(versions.yours, versions.theirs)) return versions.yours?.members ?? []
  const chosen = choose({ path, ...versions, changedBy: changedBy(versions), isOutdated: false })
  return chosen?.kind === 'object' ? chosen.members : []
}

const memberOf = ({ members }: JsonObject, name: string): JsonMember | undefined =>
  members.findLast((member) => member.name === name)

function changedBy({ yours, theirs, base }: Three): Divergence['changedBy'] {
  if (same(base, theirs)) return 'yours'
  return same(base, yours) ? 'theirs' : undefined
}

/** The same as they are written: 1.0 and 1.00 say different things in FHIR. */
const same = (one: JsonNode | undefined, other: JsonNode | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && sameText(one, other))
