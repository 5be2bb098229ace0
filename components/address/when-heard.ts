// Changes of the address in a page that has just come to life.

const LOOK_AGAIN_MS = 10
/** After so many looks the address changes anyhow. */
const MOST_LOOKS = 500

/**
 * Changes the address once Next's router hears of it: it listens a moment after the first buttons work, by functions of its own in the
 * place of the history's. What was changed before would be in the address and not on the page.
 */
export function whenHeard(change: () => void, looks = 1): void {
  if (Object.hasOwn(window.history, 'pushState') || looks === MOST_LOOKS) change()
  else setTimeout(whenHeard, LOOK_AGAIN_MS, change, looks + 1)
}
