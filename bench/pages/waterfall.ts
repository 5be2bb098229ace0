// The depth of a page's waterfall: the number of answers that had to be waited for, one after the other, before the last request
// that the page needs until it is usable. The document is 0, its own references are 1, theirs are 2.

/** A request as the browser reports it. Times in seconds of one clock. */
export interface Asked {
  readonly url: string
  readonly kind: 'document' | 'data' | 'other'
  readonly at: number
  /** The time of the answer; undefined when there was none. */
  readonly done?: number | undefined
  /** For data, where the page could report it: the time of the script's call. Counted with `told`, for all requests of a page. */
  readonly called?: number | undefined
  /** The time at which the script received the answer; undefined when it never did. */
  readonly told?: number | undefined
  /** Addresses of the documents and scripts that caused the request: the whole stack. */
  readonly because: readonly string[]
}

export interface Step extends Asked {
  readonly depth: number
  /** The step it waited for; undefined for the document. */
  readonly after: Step | undefined
}

/**
 * The depth of each request, in the order in which they began. A document after the first is a redirect's target: one deeper. A
 * request of a script is one deeper than the script. A data request may have waited for earlier data, which no browser reports: it
 * counts as if it had, so that a waterfall never appears shallower than it is. Data counts as received when its script got it: the
 * requests of one turn of a script are sent one after the other, and an answer can arrive before the last of them.
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

/** True when earlier data had been received when later data was requested. */
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
