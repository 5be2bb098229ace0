// Which browser the tests drive: CHROMIUM_PATH, a system Chromium or Chrome, or Playwright's own. Never none in silence.
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of a browser that is there; `scripts/browser.mjs` has seen to it before the tests. */
export function browserPath(): string {
  const candidates = [process.env['CHROMIUM_PATH'], ...SYSTEM, chromium.executablePath()]
  const found = candidates.find((path) => path && existsSync(path))
  if (!found) throw new Error('No Chromium was found: set CHROMIUM_PATH, or run "node scripts/browser.mjs".')
  return found
}
