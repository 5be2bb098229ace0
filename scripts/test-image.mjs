// `npm run test:image`: runs the steps of the Dockerfile in plain folders, then the result as the image would run it:
// from a read-only product tree, as a user who owns nothing but the data. It needs no container engine, and takes some
// minutes. `--installed` uses this installation's packages instead of installing them again, `--built` its build.
import './on-supported-node.mjs'
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandOf, copyOf, environmentOf, nodeMajor, stages } from './dockerfile.mjs'
import { nodeRuntime } from './node-runtime.mjs'
import { freePort, must, mustAnswer, outputOf, say } from './trial.mjs'

if (process.platform === 'win32') {
  say('Not tried on Windows: the image is one of Linux, and the test starts it as a user without rights.')
  process.exit(0)
}

const root = fileURLToPath(new URL('..', import.meta.url))
const NOBODY = 65_534
const READY_MS = 60_000
/** What the options take from this installation instead of running a step. */
const TAKEN = [
  { option: '--installed', step: 'npm ci', folders: ['node_modules'] },
  { option: '--built', step: 'npm run build', folders: ['dist', '.next'] },
]
/** Excludes folders of this installation that are not part of a build. */
const OF_TESTS = ['dist/bench', 'dist/testing', '.next/dev'].map((name) => path.join(root, name))
const isWanted = (file) => !OF_TESTS.includes(file)

/** The Node of the image: the calling one if it has that major version, otherwise the pinned one. */
const node = process.versions.node.startsWith(`${nodeMajor()}.`) ? process.execPath : nodeRuntime({ say }).program
const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH}`

const folder = mkdtempSync(path.join(tmpdir(), 'slipway-image-'))
const [buildStage, finalStage] = stages()

/** COPY within the working folder: copies files into the target, and the contents of folders. */
function copy(step, from, to) {
  const { sources, target } = copyOf(step)
  for (const source of sources) {
    const origin = path.join(from, source.replace(/^\/slipway\//, ''))
    const isFolder = statSync(origin).isDirectory()
    const destination =
      isFolder || !target.endsWith('/') ? path.join(to, target) : path.join(to, target, path.basename(source))
    mkdirSync(path.dirname(destination), { recursive: true })
    cpSync(origin, destination, { recursive: true, verbatimSymlinks: true })
  }
}

/** RUN, without steps that concern the image's own system. */
function run({ rest }, cwd) {
  if (/^(apt-get|install) /.test(rest)) return
  const taken = TAKEN.find(({ option, step }) => process.argv.includes(option) && rest.startsWith(step))?.folders
  if (taken) {
    for (const name of taken)
      cpSync(path.join(root, name), path.join(cwd, name), { recursive: true, verbatimSymlinks: true, filter: isWanted })
    return
  }
  say(`  RUN ${rest}`)
  const { status } = spawnSync(rest, {
    cwd,
    shell: true,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PATH, CI: '' },
  })
  if (status !== 0) throw new Error(`RUN ${rest} ended with ${status}`)
}

function build() {
  const [workshop, product] = [path.join(folder, 'build'), path.join(folder, 'slipway')]
  mkdirSync(workshop)
  for (const step of buildStage) {
    if (step.word === 'COPY') copy(step, root, workshop)
    if (step.word === 'RUN') run(step, workshop)
  }
  mkdirSync(product)
  for (const step of finalStage) if (step.word === 'COPY') copy(step, workshop, product)
  return product
}

function closeTree(at) {
  const { mode } = statSync(at)
  for (const entry of readdirSync(at, { withFileTypes: true }))
    if (!entry.isSymbolicLink()) {
      if (entry.isDirectory()) closeTree(path.join(at, entry.name))
      else chmodSync(path.join(at, entry.name), 0o444)
    }
  chmodSync(at, mode & 0o777 & 0o555)
}

async function check(product) {
  const isRoot = process.getuid?.() === 0
  const who = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const data = path.join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (isRoot) chownSync(data, NOBODY, NOBODY)
  chmodSync(folder, 0o755)
  closeTree(product)
  const env = {
    PATH,
    ...environmentOf(finalStage),
    PORT: String(await freePort()),
    DATA_DIR: data,
    PUBLIC_URL: 'https://launch.example.org',
    METRICS_TOKEN: 'q8Zk3vT1xW6yB0nD5sR7',
  }
  const start = ([, ...args], more = {}) =>
    spawn(node, args, { cwd: product, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'], ...who })
  const outcome = (child) =>
    new Promise((resolve) => {
      const said = outputOf(child)
      child.on('close', (code) => resolve({ code, said: said() }))
    })
  const healthy = async () => (await outcome(start(commandOf(finalStage, 'HEALTHCHECK')))).code === 0

  const refused = await outcome(start(commandOf(finalStage, 'CMD'), { PUBLIC_URL: 'http://launch.example.org' }))
  must(refused.code === 1 && refused.said.includes('https:'), 'it refuses to start where production is not safe')
  must(!(await healthy()), 'the health check fails while nothing runs')

  const server = start(commandOf(finalStage, 'CMD'))
  const ended = outcome(server)
  const until = Date.now() + READY_MS
  while (!(await healthy())) {
    if (server.exitCode !== null || Date.now() > until)
      throw new Error(`It does not become ready: ${(await ended).said}`)
  }
  must(true, `the health check passes${isRoot ? ', as nobody' : ''}, from a tree that cannot be written`)
  const at = `http://127.0.0.1:${env.PORT}`
  const pages = ['/', '/portal', '/docs', '/docs/how-to/operate', '/connect']
  await mustAnswer(at, [...pages, '/openapi.json', '/fhir/metadata', '/.well-known/openid-configuration'])
  const metrics = async (headers) => (await fetch(`${at}/metrics`, { headers })).status
  must((await metrics({})) === 401, '/metrics asks for its token')
  must((await metrics({ authorization: `Bearer ${env.METRICS_TOKEN}` })) === 200, '/metrics answers to it')
  const list = await outcome(start(['node', 'bin/slipway', 'app', 'list', '--json']))
  must(list.code === 0 && list.said.includes('client_id'), './bin/slipway works beside it')
  for (const name of ['esbuild', 'typescript', 'prisma', 'vitest', 'sharp'])
    must(!existsSync(path.join(product, 'node_modules', name)), `${name} is not in it`)
  must(!existsSync(path.join(product, '.next/cache')), 'no layer has what builds keep for the next one')
  server.kill('SIGTERM')
  const { code, said } = await ended
  must(code === 0, `SIGTERM ends it with 0${code === 0 ? '' : `, not ${code}: ${said}`}`)
  must(!/EROFS|EACCES/.test(said), 'it never tried to write elsewhere')
  must(!existsSync(path.join(data, 'slipway.db-wal')), 'the database is closed')
}

try {
  say('Going through the Dockerfile:')
  const { stdout: version } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  must(version.startsWith(`v${nodeMajor()}.`), `it runs on the Node that the Dockerfile names: ${version.trim()}`)
  await check(build())
} finally {
  if (!process.argv.includes('--keep')) rmSync(folder, { recursive: true, force: true })
}
