// Finds the browser that the tests drive; fails loudly without one.
import { findBrowser } from '../scripts/browser.mjs'

/** The path of a browser that is there; `scripts/browser.mjs` has seen to it before the tests. */
export function browserPath(): string {
  const found = findBrowser()
  if (!found) throw new Error('No Chromium was found: set CHROMIUM_PATH, or run "node scripts/browser.mjs".')
  return found
}
