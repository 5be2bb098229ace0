// Finds the browser for the tests: CHROMIUM_PATH, a system Chromium or Chrome, or Playwright's own. Prefers one without
// windows, because its pages use only three fifths of the processor time.
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

const SYSTEM = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of the first existing browser; undefined if there is none. */
export const findBrowser = () =>
  [process.env.CHROMIUM_PATH, ...SYSTEM, chromium.executablePath()].find((path) => path && existsSync(path))
