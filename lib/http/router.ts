// A small router: the first row with a matching path answers. A segment with a colon matches any segment, a final `**`
// any rest.

/** A row that fits, and the segments with a colon by name. */
export interface Routed<Row> {
  readonly route: Row
  readonly path: Readonly<Record<string, string>>
}

/** Returns a function that finds the row of a path, given by its segments; undefined when no row matches. */
export function router<Row extends { readonly path: string }>(
  rows: readonly Row[],
): (segments: readonly string[]) => Routed<Row> | undefined {
  const patterns = rows.map((route) => ({ route, pattern: patternOf(route.path) }))
  return (segments) => {
    for (const { route, pattern } of patterns) {
      const path = variables(pattern, segments)
      if (path) return { route, path }
    }
    return undefined
  }
}

interface Pattern {
  readonly fixed: readonly string[]
  /** Whether anything may follow. */
  readonly open: boolean
}

function patternOf(path: string): Pattern {
  const parts = segmentsOf(path)
  const open = parts.at(-1) === '**'
  return { fixed: open ? parts.slice(0, -1) : parts, open }
}

/** The segments of a path without a slash at its begin; none of the empty one. */
export const segmentsOf = (path: string): readonly string[] => (path === '' ? [] : path.split('/'))

const isVariable = (part: string | undefined): boolean => part?.charCodeAt(0) === 58 // A colon.

function variables(
  { fixed, open }: Pattern,
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (open ? segments.length < fixed.length : segments.length !== fixed.length) return undefined
  for (let index = 0; index < fixed.length; index += 1) {
    const segment = segments[index] ?? ''
    const part = fixed[index]
    if (segment === '' || !(isVariable(part) || part === segment)) return undefined
  }
  const path: Record<string, string> = {}
  fixed.forEach((part, index) => {
    if (isVariable(part)) path[part.slice(1)] = segments[index] ?? ''
  })
  return path
}
