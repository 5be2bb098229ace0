// Provides a browser for the tests: an installed one, Playwright's own, or Debian's. Fails with a sentence when there is none.
import './on-supported-node.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findBrowser } from './browsers.mjs'

const isThere = () => findBrowser() !== undefined
const run = (command, args) => spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0

const attempts = [
  () => run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']),
  () =>
    process.getuid?.() === 0 &&
    existsSync('/usr/bin/apt-get') &&
    run('apt-get', ['update']) &&
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']),
]

for (const attempt of attempts) if (!isThere()) attempt()
if (!isThere()) {
  process.stderr.write('The browser tests need Chromium, and none could be installed. Set CHROMIUM_PATH to one.\n')
  process.exit(1)
}
