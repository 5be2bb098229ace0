// `npm run test:package`: tests the package as a user would: `npx` in an empty folder starts the whole domain, and the
// command line works with it. Installs from the registry, or from npm's cache. `--built` packs the existing build.
import '../node.mjs'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages, buildServer } from '../build.mjs'
import { freePort } from '../free-port.mjs'
import { pack } from '../production.mjs'
import { asNobody, isRoot, must, mustAnswer, mustBecomeReady, NOBODY, say, started } from './trial.mjs'

if (process.platform === 'win32') {
  say('Not tried on Windows: the test ends groups of processes, and starts as another user.')
  process.exit(0)
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const READY_MS = 300_000 // Long enough for npm to install some hundred packages first.
const folder = mkdtempSync(path.join(tmpdir(), 'slipway-package-test-'))
const [empty, shop] = [path.join(folder, 'empty'), path.join(folder, 'shop')]

/**
 * The environment of a user with npm and without settings of Slipway. It keeps npm's own settings, including its cache.
 */
const environment = (more = {}) => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_registry|config_cache)|SLIPWAY|DATA_DIR|PORT|PUBLIC_URL)/i.test(name),
    ),
  ),
  CI: '1',
  ...more,
})

async function check() {
  mkdirSync(empty)
  mkdirSync(shop)
  const file = pack(shop)
  must(
    statSync(file).size < 40 * 2 ** 20,
    `it is one file of ${(statSync(file).size / 2 ** 20).toFixed(1)} MiB: ${path.basename(file)}`,
  )
  const port = await freePort()
  const env = environment({ PORT: String(port) })
  const npx = (...args) => ['--yes', '--prefer-offline', `--package=${file}`, 'slipway', ...args]
  const startedAt = Date.now()
  const server = started('npx', npx(), { cwd: empty, env, detached: true })
  const stop = (signal) => {
    try {
      process.kill(-server.child.pid, signal)
    } catch {
      // It has ended.
    }
  }
  try {
    const at = `http://localhost:${port}`
    await mustBecomeReady(server, port, READY_MS)
    must(
      true,
      `npx slipway, in an empty folder, is the domain ${at} after ${Math.round((Date.now() - startedAt) / 1000)} s`,
    )
    const pages = ['/', '/portal', '/docs', '/docs/how-to/test-in-ci', '/connect']
    await mustAnswer(at, [...pages, '/openapi.json', '/fhir/metadata'])
    must(
      readdirSync(empty).join() === 'data' && existsSync(path.join(empty, 'data/slipway.db')),
      'its data are in ./data',
    )
    const run = (...args) => spawnSync('npx', npx(...args), { cwd: empty, env: environment(), encoding: 'utf8' })
    const launch = run('launch', '--quiet')
    must(launch.status === 2 && launch.stderr.includes('--app'), 'a mistake is answered beside it')
    const opened = run('launch', '--app', 'demo-app', '--json')
    must(opened.status === 0 && JSON.parse(opened.stdout).ok, 'npx slipway launch opens the demo app')
    stop('SIGINT')
    await server.ended
    must(!existsSync(path.join(empty, 'data/slipway.db-wal')), 'Ctrl-C ends it, and the database is closed')
    const where = ['--yes', '--prefer-offline', `--package=${file}`, '-c', 'command -v slipway']
    await checkElsewhere(spawnSync('npx', where, { cwd: empty, env, encoding: 'utf8' }).stdout.trim())
  } finally {
    stop('SIGKILL')
  }
}

/** The files of a folder that only its builder needs: source maps, and those that name the folder of the build. */
const ofBuilder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules', folder.length))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => file.endsWith('.map') || readFileSync(file).includes(root))

/** Copies what npm installed to another folder, which only its owner may write, and starts it as somebody else. */
async function checkElsewhere(command) {
  const installed = path.resolve(path.dirname(realpathSync(command)), '../..')
  const [moved, home] = [path.join(folder, 'moved to', 'node_modules'), path.join(folder, 'home')]
  const surplus = ofBuilder(path.join(installed, 'slipway'))
  must(surplus.length === 0, 'it has no source maps, and does not name the folder of the build', surplus.join('\n'))
  cpSync(installed, moved, { recursive: true, verbatimSymlinks: true })
  mkdirSync(home)
  if (isRoot) chownSync(home, NOBODY, NOBODY)
  chmodSync(folder, 0o755)
  spawnSync('chmod', ['-R', 'a-w', moved])
  const port = await freePort()
  const server = started(process.execPath, [path.join(moved, 'slipway/bin/slipway')], {
    ...{ cwd: home, env: environment({ PORT: String(port), HOME: home }) },
    ...asNobody,
  })
  try {
    await mustBecomeReady(server, port, READY_MS)
    await mustAnswer(`http://localhost:${port}`, ['/', '/portal'])
    must(true, `moved, and not to be written, it starts as it is${isRoot ? ', as another user' : ''}`)
    server.child.kill('SIGTERM')
    must((await server.ended) === 0, 'it ends with 0')
  } finally {
    server.child.kill('SIGKILL')
    spawnSync('chmod', ['-R', 'u+w', moved])
  }
}

try {
  if (!process.argv.includes('--built')) {
    await buildServer()
    await buildPages()
  }
  say('Packing, and calling it from an empty folder:')
  await check()
} finally {
  if (!process.argv.includes('--keep')) rmSync(folder, { recursive: true, force: true })
}
