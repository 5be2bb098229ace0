// The browser that the tests drive: an installed one, Playwright's own, or Debian's; CHROMIUM_PATH names another one. `npm run browser`
// provides it, as do all browser tests before the first, so that `npx playwright test` needs no command before it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { isCalled } from '../scripts/command.mjs'

/** One without windows: its pages use only three fifths of the processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

const SYSTEM = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of the first existing browser; undefined if there is none. */
const findBrowser = () =>
  [process.env.CHROMIUM_PATH, ...SYSTEM, chromium.executablePath()].find((path) => path && existsSync(path))

/** The path of the browser; throws an Error if there is none. */
export function browserPath() {
  const found = findBrowser()
  if (!found) throw new Error('The browser tests need Chromium, and none could be installed. Set CHROMIUM_PATH to one.')
  return found
}

const run = (command, args) => spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0

/**
 * Installs a Debian package. Only as root, so typically in a container, where installing a package surprises nobody.
 */
const ofDebian = (name) =>
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/apt-get') &&
  run('apt-get', ['update']) &&
  run('apt-get', ['install', '-y', '--no-install-recommends', name])

/** Installs a browser where there is none; throws an Error when none can be had. */
export default function provideBrowser() {
  if (!process.env.CHROMIUM_PATH && !existsSync(HEADLESS_SHELL)) ofDebian('chromium-headless-shell')
  if (!findBrowser()) run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  if (!findBrowser()) ofDebian('chromium') // From a release without the headless shell.
  browserPath()
}

if (isCalled(import.meta.url)) provideBrowser()
