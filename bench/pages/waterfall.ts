// How deep the waterfall of a page is: how many answers had to be waited for, one after the other, before its last request
// could begin. The document is 0, what it names itself is 1, what that asks for is 2.

/** A request as the browser tells of it. Times in seconds of one clock. */
export interface Asked {
  readonly url: string
  readonly kind: 'document' | 'data' | 'other'
  readonly at: number
  /** When the answer was there; undefined when it never was. */
  readonly done?: number | undefined
  /** Addresses of the documents and scripts that made the browser ask: all of the stack, whatever ran it. */
  readonly because: readonly string[]
}

export interface Step extends Asked {
  readonly depth: number
}

/**
 * The depth of each request, in the order in which they began. A document after the first is a redirect's target: one deeper.
 * A request of a script is one deeper than the script. What asked for data may have waited for data that came before, which no
 * browser tells: it counts as if it had, so that a waterfall is never made shallower than it is.
 */
export function steps(all: readonly Asked[]): readonly Step[] {
  const known: Step[] = []
  for (const asked of [...all].sort((one, other) => one.at - other.at)) {
    const before = known.filter((step) => isCause(step, asked))
    known.push({ ...asked, depth: before.length === 0 ? 0 : 1 + Math.max(...before.map(({ depth }) => depth)) })
  }
  return known
}

function isCause(earlier: Step, later: Asked): boolean {
  if (earlier.kind === 'document') return true // Nothing is asked before there is a document.
  if (later.kind === 'document') return false
  if (later.because.includes(earlier.url)) return true
  return earlier.kind === 'data' && later.kind === 'data' && earlier.done !== undefined && earlier.done <= later.at
}

/** The deepest chain, for people: its last request, and what led to it. */
export function deepest(all: readonly Step[]): { readonly depth: number; readonly last: Step | undefined } {
  const last = all.reduce<Step | undefined>((deep, step) => (deep && deep.depth >= step.depth ? deep : step), undefined)
  return { depth: last?.depth ?? 0, last }
}
