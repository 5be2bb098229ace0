// Two versions of a resource as lines side by side, for people. Array elements are compared by index.
import { type JsonNode, writeJsonTree } from './json-tree.ts'
import { structuralDiff } from './structural-diff.ts'

/** A line of both versions, or of one of them; an element that only one of them has is one line with all that is in it. */
export interface SideBySide {
  /** Its path, such as `name[0].given`; unique except for the line that closes an element. */
  readonly path: string
  readonly depth: number
  readonly kind: 'same' | 'added' | 'removed' | 'changed'
  /** As JSON; undefined when the version does not have it. */
  readonly was: string | undefined
  readonly now: string | undefined
}

/** The lines in the order of the newer version; removed lines are where they were. */
export const sideBySide = (was: JsonNode, now: JsonNode): readonly SideBySide[] => linesOf('', '', 0, was, now)

function linesOf(
  path: string,
  label: string,
  depth: number,
  was: JsonNode | undefined,
  now: JsonNode | undefined,
): readonly SideBySide[] {
  if (was && now && hasChildren(was) && was.kind === now.kind) {
    const [open, close] = now.kind === 'array' ? ['[', ']'] : ['{', '}']
    const line = (text: string): SideBySide => ({ path, depth, kind: 'same', was: text, now: text })
    const [before, after] = [childrenOf(was), childrenOf(now)]
    const below = namesInOrder([...before.keys()], [...after.keys()]).flatMap((name) => {
      const isItem = now.kind === 'array'
      const at = isItem ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
      return linesOf(at, isItem ? '' : `${JSON.stringify(name)}: `, depth + 1, before.get(name), after.get(name))
    })
    return [line(label + open), ...below, line(close)]
  }
  const text = (node: JsonNode | undefined) => node && label + writeJsonTree(node)
  return [{ path, depth, kind: kindOf(was, now), was: text(was), now: text(now) }]
}

function kindOf(was: JsonNode | undefined, now: JsonNode | undefined): SideBySide['kind'] {
  if (!was) return 'added'
  if (!now) return 'removed'
  return structuralDiff(was, now).length > 0 ? 'changed' : 'same'
}

const hasChildren = (node: JsonNode): boolean => node.kind === 'object' || node.kind === 'array'

function childrenOf(node: JsonNode): ReadonlyMap<string, JsonNode> {
  if (node.kind === 'object') return new Map(node.members.map(({ name, node: child }) => [name, child]))
  return new Map(node.kind === 'array' ? node.items.map((item, index) => [String(index), item]) : [])
}

/** All names in the order of the newer version; a removed name follows its former predecessor. */
function namesInOrder(was: readonly string[], now: readonly string[]): readonly string[] {
  const names = [...now]
  was.forEach((name, index) => {
    if (names.includes(name)) return
    const before = was[index - 1]
    names.splice(before === undefined ? 0 : names.indexOf(before) + 1, 0, name)
  })
  return names
}
