// `npm run browser`: provides a browser for the tests: an installed one, Playwright's own, or Debian's. Fails with an explanation if
// none can be had. CHROMIUM_PATH names another one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { isCalled } from './command.mjs'

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
export const findBrowser = () =>
  [process.env.CHROMIUM_PATH, ...SYSTEM, chromium.executablePath()].find((path) => path && existsSync(path))

const run = (command, args) => spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0

/**
 * Installs a Debian package. Only as root, so typically in a container, where installing a package surprises nobody.
 */
const ofDebian = (name) =>
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/apt-get') &&
  run('apt-get', ['update']) &&
  run('apt-get', ['install', '-y', '--no-install-recommends', name])

function provide() {
  if (!process.env.CHROMIUM_PATH && !existsSync(HEADLESS_SHELL)) ofDebian('chromium-headless-shell')
  if (!findBrowser()) run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  if (!findBrowser()) ofDebian('chromium') // From a release without the headless shell.
  if (!findBrowser()) {
    process.stderr.write('The browser tests need Chromium, and none could be installed. Set CHROMIUM_PATH to one.\n')
    process.exit(1)
  }
}

if (isCalled(import.meta.url)) provide()
