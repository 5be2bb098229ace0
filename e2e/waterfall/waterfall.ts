// The depth of a page's waterfall: how many answers, one after the other, the last request that a usable page needs had
// to wait for. The document has depth 0, its own references 1, and theirs 2.

/** A request as the browser reports it. All times are in seconds, on the same clock. */
export interface Asked {
  readonly url: string
  readonly kind: 'document' | 'data' | 'other'
  readonly at: number
  /** The time of the answer; undefined if there was none. */
  readonly done?: number | undefined
  /**
   * For data, if the page could report it: the time of the script's call. The same counter as `told` numbers it, for
   * all requests of a page.
   */
  readonly called?: number | undefined
  /** The time at which the script received the answer; undefined when it never did. */
  readonly told?: number | undefined
  /** Addresses of the documents and scripts that caused the request: the whole stack. */
  readonly because: readonly string[]
}

export interface Step extends Asked {
  readonly depth: number
  /** The request that it waited for; undefined for the document. */
  readonly after: Step | undefined
}

/**
 * The depth of each request, in order of their start. A document after the first is the target of a redirect, so it is
 * one deeper. A request by a script is one deeper than the script. A data request may have waited for earlier data,
 * which no browser reports. It counts as if it had, so that a waterfall never appears shallower than it is. Data counts
 * as received when its script has it: a script sends the requests of one turn one after the other, and an answer can
 * arrive before the last of them.
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
  if (earlier.kind === 'document') return true // Nothing is requested before there is a document.
  if (later.kind === 'document') return false
  if (later.because.includes(earlier.url)) return true
  return earlier.kind === 'data' && later.kind === 'data' && hasCome(earlier, later)
}

/** True if earlier data had been received when the later data was requested. */
const hasCome = (earlier: Step, later: Asked): boolean =>
  earlier.called === undefined || later.called === undefined
    ? earlier.done !== undefined && earlier.done <= later.at
    : earlier.told !== undefined && earlier.told < later.called

/** The first of the deepest requests. */
export const deepest = (all: readonly Step[]): Step | undefined =>
  all.reduce<Step | undefined>((deep, step) => (deep && deep.depth >= step.depth ? deep : step), undefined)

/** The paths from the document to a request, for people to read. */
export const chainTo = (step: Step | undefined): string =>
  step === undefined ? '' : [chainTo(step.after), new URL(step.url).pathname].filter((part) => part !== '').join(' → ')

/** The requests that had begun when the page became usable, at a time in milliseconds since its navigation. */
export function until(all: readonly Asked[], interactive: number): readonly Asked[] {
  const start = Math.min(...all.map(({ at }) => at))
  return all.filter(({ at }) => at <= start + interactive / 1000)
}
