// Finds the browser that the tests drive: CHROMIUM_PATH, a system Chromium or Chrome, or Playwright's own. First the one without
// windows, whose pages take three fifths of the processor.
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

/** The path of the first one that is there; undefined when none is. */
export const findBrowser = () =>
  [process.env.CHROMIUM_PATH, ...SYSTEM, chromium.executablePath()].find((path) => path && existsSync(path))
