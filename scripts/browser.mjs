// Provides a browser for the tests: an installed one, Playwright's own, or Debian's. Fails with an explanation if none
// can be had.
import './on-supported-node.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findBrowser, HEADLESS_SHELL } from './browsers.mjs'

const run = (command, args) => spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0
const chosen = process.env.CHROMIUM_PATH

/**
 * Installs a Debian package. Only as root, so typically in a container, where installing a package surprises nobody.
 */
const ofDebian = (name) =>
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/apt-get') &&
  run('apt-get', ['update']) &&
  run('apt-get', ['install', '-y', '--no-install-recommends', name])

if (!chosen && !existsSync(HEADLESS_SHELL)) ofDebian('chromium-headless-shell')
if (!findBrowser()) run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
if (!findBrowser()) ofDebian('chromium') // From a release without the headless shell.
if (!findBrowser()) {
  process.stderr.write('The browser tests need Chromium, and none could be installed. Set CHROMIUM_PATH to one.\n')
  process.exit(1)
}
