// How deep the waterfall of a page is: how many answers had to be waited for, one after the other, before the last request
// could begin that it took until the page could be used. The document is 0, what it names itself is 1, what that asks for is 2.

/** A request as the browser tells of it. Times in seconds of one clock. */
export interface Asked {
  readonly url: string
  readonly kind: 'document' | 'data' | 'other'
  readonly at: number
  /** When the answer was there; undefined when it never was. */
  readonly done?: number | undefined
  /** For data, where the page could tell: when its script asked. Counted with `told`, for all requests of a page. */
  readonly called?: number | undefined
  /** When the script was told that an answer is there; undefined when it never was. */
  readonly told?: number | undefined
  /** Addresses of the documents and scripts that made the browser ask: all of the stack, whatever ran it. */
  readonly because: readonly string[]
}

export interface Step extends Asked {
  readonly depth: number
  /** What it waited for; undefined for the document. */
  readonly after: Step | undefined
}

/**
 * The depth of each request, in the order in which they began. A document after the first is a redirect's target: one deeper.
 * A request of a script is one deeper than the script. What asked for data may have waited for data that came before, which no
 * browser tells: it counts as if it had, so that a waterfall is never made shallower than it is. Data has come when the script was
 * told so: what one turn of a script asks for goes out one after the other, and an answer can be there before the last of it.
 */
export function steps(all: readonly Asked[]): readonly Step[] {
  const known: Step[] = []
  for (const asked of [...all].sort((one, other) => one.at - other.at)) {
    const after = deepest(known.filter((step) => isCause(step, asked)))
    known.push({ ...asked, after, depth: after ? after.depth + 1 : 0 })
  }
  return known
}

function isCause(earlier: Step, later: Asked): boolean {
  if (earlier.kind === 'document') return true // Nothing is asked before there is a document.
  if (later.kind === 'document') return false
  if (later.because.includes(earlier.url)) return true
  return earlier.kind === 'data' && later.kind === 'data' && hasCome(earlier, later)
}

/** Whether data had come when other data was asked for. */
const hasCome = (earlier: Step, later: Asked): boolean =>
  earlier.called === undefined || later.called === undefined
    ? earlier.done !== undefined && earlier.done <= later.at
    : earlier.told !== undefined && earlier.told < later.called

/** The first of those that are deepest. */
export const deepest = (all: readonly Step[]): Step | undefined =>
  all.reduce<Step | undefined>((deep, step) => (deep && deep.depth >= step.depth ? deep : step), undefined)

/** The paths from the document to a request, for people. */
export const chainTo = (step: Step | undefined): string =>
  step === undefined ? '' : [chainTo(step.after), new URL(step.url).pathname].filter((part) => part !== '').join(' → ')

/** Those that had begun when the page could be used, milliseconds after its navigation. */
export function until(all: readonly Asked[], interactive: number): readonly Asked[] {
  const start = Math.min(...all.map(({ at }) => at))
  return all.filter(({ at }) => at <= start + interactive / 1000)
}
