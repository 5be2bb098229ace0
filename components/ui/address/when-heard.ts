// Changes the address of a page that has just hydrated.

const LOOK_AGAIN_MS = 10
/** After so many looks the address changes anyhow. */
const MOST_LOOKS = 500

/**
 * Changes the address once Next's router listens. It starts a moment after the first buttons work, by replacing the
 * history's functions. An earlier change would be in the address but not on the page.
 */
export function whenHeard(change: () => void, looks = 1): void {
  if (Object.hasOwn(window.history, 'pushState') || looks === MOST_LOOKS) change()
  else setTimeout(whenHeard, LOOK_AGAIN_MS, change, looks + 1)
}
