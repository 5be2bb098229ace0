// `npm run test:package`: tests the package as a user would: `npx` in an empty folder starts the whole domain, and the
// command line works with it. Installs from the registry, or from npm's cache. `--built` packs the existing build.
import './on-supported-node.mjs'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildPages, buildServer } from './build.mjs'
import { pack } from './package.mjs'
import { freePort, must, mustAnswer, outputOf, say } from './trial.mjs'

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
  const started = Date.now()
  const server = spawn('npx', npx(), { cwd: empty, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const said = outputOf(server)
  const ended = new Promise((resolve) => server.once('close', resolve))
  const stop = (signal) => {
    try {
      process.kill(-server.pid, signal)
    } catch {
      // It has ended.
    }
  }
  try {
    const at = `http://localhost:${port}`
    const isReady = async () => (await fetch(`${at}/readyz`).catch(() => undefined))?.status === 200
    while (!(await isReady())) {
      if (server.exitCode !== null || Date.now() - started > READY_MS) throw new Error(`It does not start: ${said()}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    must(
      true,
      `npx slipway, in an empty folder, is the domain ${at} after ${Math.round((Date.now() - started) / 1000)} s`,
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
    await ended
    must(!existsSync(path.join(empty, 'data/slipway.db-wal')), 'Ctrl-C ends it, and the database is closed')
  } finally {
    stop('SIGKILL')
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
