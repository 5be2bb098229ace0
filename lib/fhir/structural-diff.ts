// Differences between two versions of a resource, element by element; elements of arrays are compared by their place.
import type { JsonNode } from './json-tree.ts'

/** A difference at a path such as `name[0].given[1]`: the old and the new value. */
export type Change =
  | { readonly kind: 'added'; readonly path: string; readonly now: JsonNode }
  | { readonly kind: 'removed'; readonly path: string; readonly was: JsonNode }
  | { readonly kind: 'changed'; readonly path: string; readonly was: JsonNode; readonly now: JsonNode }

/**
 * The differences in the order of the newer text, with an object's removed members at its end. Empty when there are
 * none.
 */
export function structuralDiff(was: JsonNode, now: JsonNode, path = ''): readonly Change[] {
  if (was.kind === 'object' && now.kind === 'object') {
    const below = (name: string) => (path === '' ? name : `${path}.${name}`)
    return childDiff(childrenOf(was.members), childrenOf(now.members), below)
  }
  if (was.kind === 'array' && now.kind === 'array')
    return childDiff(new Map(was.items.entries()), new Map(now.items.entries()), (index) => `${path}[${index}]`)
  return sameLeaf(was, now) ? [] : [{ kind: 'changed', path, was, now }]
}

const childrenOf = (members: readonly { readonly name: string; readonly node: JsonNode }[]) =>
  new Map(members.map(({ name, node }) => [name, node]))

function childDiff<Key>(
  was: ReadonlyMap<Key, JsonNode>,
  now: ReadonlyMap<Key, JsonNode>,
  pathOf: (key: Key) => string,
): readonly Change[] {
  const present = [...now].flatMap(([key, node]): readonly Change[] => {
    const before = was.get(key)
    return before ? structuralDiff(before, node, pathOf(key)) : [{ kind: 'added', path: pathOf(key), now: node }]
  })
  const gone = [...was].flatMap(([key, node]): readonly Change[] =>
    now.has(key) ? [] : [{ kind: 'removed', path: pathOf(key), was: node }],
  )
  return [...present, ...gone]
}

/** Numbers are the same when they are written the same: 1.0 and 1.00 say different things in FHIR. */
const sameLeaf = (was: JsonNode, now: JsonNode): boolean =>
  'text' in was && 'text' in now && was.kind === now.kind && was.text === now.text
