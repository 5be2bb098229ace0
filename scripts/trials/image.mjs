// `npm run test:image`: runs the steps of the Dockerfile in plain folders, then the result as the image would run it:
// from a read-only product tree, as a user who owns nothing but the data. It needs no container engine, and takes some
// minutes. `--installed` uses this installation's packages instead of installing them again, `--built` its build.
import '../node.mjs'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isCalled } from '../command.mjs'
import { freePort } from '../free-port.mjs'
import { nodeRuntime } from '../node.mjs'
import { asNobody, isRoot, must, mustAnswer, NOBODY, say, started } from './trial.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const READY_MS = 60_000
/** What the options take from this installation instead of running a step. */
const TAKEN = [
  { option: '--installed', step: 'npm ci', folders: ['node_modules'] },
  { option: '--built', step: 'npm run build', folders: ['dist', '.next'] },
]
/** Excludes folders of this installation that are not part of a build. */
const OF_TESTS = ['dist/bench', 'dist/testing', '.next/dev'].map((name) => path.join(root, name))
const isWanted = (file) => !OF_TESTS.includes(file)

const read = () => readFileSync(`${root}Dockerfile`, 'utf8')

/** The Node major version that every stage is FROM, such as 24. Throws if they differ. */
function nodeMajor(text = read()) {
  const lines = new Set([...text.matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => Number(major)))
  if (lines.size !== 1) throw new Error('The stages of the Dockerfile are to have one Node.')
  return [...lines][0]
}

/**
 * For each stage, in order, its steps; FROM begins a stage.
 * @returns {{ word: string, rest: string }[][]}
 */
export function stages(text = read()) {
  const lines = text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const steps = lines.map((line) => ({
    word: line.slice(0, line.indexOf(' ')),
    rest: line.slice(line.indexOf(' ') + 1),
  }))
  const all = []
  for (const step of steps) {
    if (step.word === 'FROM') all.push([])
    all.at(-1)?.push(step)
  }
  return all
}

/** { from, sources, target } of a COPY. */
export function copyOf({ rest }) {
  const [, from, paths = rest] = /^--from=(\S+) (.*)$/.exec(rest) ?? []
  const words = paths.split(/\s+/)
  return { from, sources: words.slice(0, -1), target: words.at(-1) }
}

/** The environment that the stage sets with ENV. */
export const environmentOf = (stage) =>
  Object.fromEntries(
    stage.filter(({ word }) => word === 'ENV').flatMap(({ rest }) => rest.split(' ').map((pair) => pair.split('='))),
  )

/** The command of a CMD, or of the CMD in a HEALTHCHECK. */
export const commandOf = (stage, word) => {
  const step = stage.find((one) => one.word === word)
  return JSON.parse(step.rest.slice(step.rest.indexOf('[')))
}

/** The Node of the image: the calling one if it has that major version, otherwise the pinned one. */
const nodeOfImage = () =>
  process.versions.node.startsWith(`${nodeMajor()}.`) ? process.execPath : nodeRuntime().program
const pathWith = (node) => `${path.dirname(node)}${path.delimiter}${process.env.PATH}`

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
function run({ rest }, cwd, node) {
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
    env: { ...process.env, PATH: pathWith(node), CI: '' },
  })
  if (status !== 0) throw new Error(`RUN ${rest} ended with ${status}`)
}

function build(folder, node) {
  const [buildStage, finalStage] = stages()
  const [workshop, product] = [path.join(folder, 'build'), path.join(folder, 'slipway')]
  mkdirSync(workshop)
  for (const step of buildStage) {
    if (step.word === 'COPY') copy(step, root, workshop)
    if (step.word === 'RUN') run(step, workshop, node)
  }
  mkdirSync(product)
  for (const step of finalStage) if (step.word === 'COPY') copy(step, workshop, product)
  return product
}

async function check(folder, product, node) {
  const [, finalStage] = stages()
  const data = path.join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (isRoot) chownSync(data, NOBODY, NOBODY)
  chmodSync(folder, 0o755)
  spawnSync('chmod', ['-R', 'a-w', product])
  const env = {
    PATH: pathWith(node),
    ...environmentOf(finalStage),
    PORT: String(await freePort()),
    DATA_DIR: data,
    PUBLIC_URL: 'https://launch.example.org',
    METRICS_TOKEN: 'q8Zk3vT1xW6yB0nD5sR7',
  }
  const start = ([, ...args], more = {}) => started(node, args, { cwd: product, env: { ...env, ...more }, ...asNobody })
  const outcome = async ({ ended, said }) => ({ code: await ended, said: said() })
  const healthy = async () => (await outcome(start(commandOf(finalStage, 'HEALTHCHECK')))).code === 0

  const refused = await outcome(start(commandOf(finalStage, 'CMD'), { PUBLIC_URL: 'http://launch.example.org' }))
  must(refused.code === 1 && refused.said.includes('https:'), 'it refuses to start where production is not safe')
  must(!(await healthy()), 'the health check fails while nothing runs')

  const server = start(commandOf(finalStage, 'CMD'))
  const ended = outcome(server)
  const until = Date.now() + READY_MS
  while (!(await healthy())) {
    if (server.child.exitCode !== null || Date.now() > until)
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
  server.child.kill('SIGTERM')
  const { code, said } = await ended
  must(code === 0, `SIGTERM ends it with 0${code === 0 ? '' : `, not ${code}: ${said}`}`)
  must(!/EROFS|EACCES/.test(said), 'it never tried to write elsewhere')
  must(!existsSync(path.join(data, 'slipway.db-wal')), 'the database is closed')
}

async function main() {
  if (process.platform === 'win32')
    return say('Not tried on Windows: the image is one of Linux, and the test starts it as a user without rights.')
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-image-'))
  const node = nodeOfImage()
  try {
    say('Going through the Dockerfile:')
    const { stdout: version } = spawnSync(node, ['--version'], { encoding: 'utf8' })
    must(version.startsWith(`v${nodeMajor()}.`), `it runs on the Node that the Dockerfile names: ${version.trim()}`)
    await check(folder, build(folder, node), node)
  } finally {
    if (!process.argv.includes('--keep')) rmSync(folder, { recursive: true, force: true })
  }
}

if (isCalled(import.meta.url)) await main()
