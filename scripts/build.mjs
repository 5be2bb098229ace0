// Builds the program that `npm start` runs: the Prisma client, the server and the command line (dist/), and the pages
// (.next/).
import './node.mjs'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isCalled, say } from './command.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const SERVER_SOURCES = [
  'lib',
  'server',
  'prisma/schema.prisma',
  'prisma/migrations',
  'prisma/postgres/migrations',
  'package.json',
  'scripts/build.mjs',
  'scripts/generate.mjs',
]
const PAGE_SOURCES = [
  ...SERVER_SOURCES,
  'app',
  'components',
  'next.config.js',
  'instrumentation.ts',
  'proxy.ts',
  'tsconfig.json',
  'package-lock.json',
]

const DAY_MS = 24 * 60 * 60 * 1000
/** A busy machine takes minutes; nobody is to wonder whether it still builds. */
const STILL_MS = 20_000
/** How often it is looked whether another process still builds. */
const WAIT_MS = 200

const STEPS = ['the database client', 'the server', 'the pages']

/** Does a step of the build, and tells how long it took; `tell` takes sentences. */
async function step(number, tell, work) {
  const startedAt = Date.now()
  const name = `Building, once: ${number} of ${STEPS.length}, ${STEPS[number - 1]}`
  if (number === STEPS.length) tell(`${name}, which takes a minute or two …`)
  await work()
  tell(`${name}: ${inSeconds(startedAt)} s`)
}

const inSeconds = (startedAt) => ((Date.now() - startedAt) / 1000).toFixed(1)
const silent = () => undefined

/** Bundles the server and the command line with esbuild if their sources have changed. A command need not tell that. */
export async function buildServer(tell = silent) {
  await once('server', SERVER_SOURCES, isThere('dist/server.mjs'), async () => {
    const { generate } = await import('./generate.mjs')
    await step(1, tell, generate)
    await step(2, tell, bundleServer)
  })
}

async function bundleServer() {
  const staging = path.join(root, 'dist', `.build-${process.pid}`)
  await bundle({
    entryPoints: {
      server: 'server/main.ts',
      cli: 'server/cli/main.ts',
      'import-worker': 'server/fhir/import/import-worker.ts',
      'database-thread': 'server/storage/sqlite/threads/database-thread.ts',
    },
    outdir: staging,
    splitting: true,
    define: { 'process.env.SLIPWAY_COMMIT': JSON.stringify(commit()) },
  })
  putInPlace(staging, path.join(root, 'dist'))
}

/**
 * Bundles entry points of TypeScript into .mjs files for Node, without the packages that they import.
 * @param {import('esbuild').BuildOptions} options
 */
export async function bundle(options) {
  const { build } = await import('esbuild')
  return build({
    absWorkingDir: root,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.14',
    packages: 'external',
    logLevel: 'warning',
    ...options,
  })
}

/**
 * Moves the bundled files into place, the programs last, so that a command that starts meanwhile finds a complete
 * program, old or new. Deletes chunks of earlier builds once no command can be starting with them.
 */
function putInPlace(staging, folder) {
  const isChunk = (name) => /-[A-Z0-9]+\.mjs$/.test(name) // Programs have names without a hash.
  const names = readdirSync(staging)
  for (const name of [...names.filter(isChunk), ...names.filter((name) => !isChunk(name))])
    renameSync(path.join(staging, name), path.join(folder, name))
  rmdirSync(staging)
  const isOfBefore = (name) =>
    isChunk(name) && !names.includes(name) && statSync(path.join(folder, name)).mtimeMs < Date.now() - DAY_MS
  for (const name of readdirSync(folder).filter(isOfBefore)) rmSync(path.join(folder, name), { force: true })
}

/** The commit of this checkout, with `-dirty` if files have changed; elsewhere what SLIPWAY_COMMIT says, or nothing. */
function commit() {
  if (!existsSync(path.join(root, '.git'))) return process.env.SLIPWAY_COMMIT ?? ''
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty', '--exclude', '*'], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout?.trim() ?? ''
}

/** Builds the pages with Next if their sources have changed. True if it did. */
export async function buildPages(tell = say) {
  return once(
    'pages',
    PAGE_SOURCES,
    () => arePagesWhole(),
    () =>
      step(3, tell, async () => {
        await buildNextApp('.')
        makeMovable(root)
      }),
  )
}

/** What Next says that it does, each with our words for it. */
const STAGES = [
  [/Creating an optimized/, 'compiling'],
  [/Compiled successfully/, 'compiled'],
  [/Collecting page data/, 'looking at each page'],
  [/Generating static pages/, 'writing what is the same for everybody'],
  [/Finalizing page/, 'finishing'],
]

/**
 * Builds a Next application for production, given its folder. It ends with this process, because Next refuses a second
 * build while one runs.
 */
export async function buildNextApp(folder, stillMs = STILL_MS) {
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build', folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 2],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  })
  let endedBy
  const endWithThis = (signal) => {
    endedBy = signal
    child.kill(signal)
  }
  for (const signal of ENDINGS) process.on(signal, endWithThis)
  const startedAt = Date.now()
  let stage = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    if (process.env.CI) process.stderr.write(text)
    const [, now] = STAGES.findLast(([begins]) => begins.test(text)) ?? []
    if (now === undefined || now === stage) return
    stage = now
    say(`  ${stage}, after ${inSeconds(startedAt)} s …`)
  })
  const still = setInterval(
    () => say(`Still building, for ${Math.round((Date.now() - startedAt) / 1000)} s …`),
    stillMs,
  )
  const status = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(still)
  for (const signal of ENDINGS) process.off(signal, endWithThis)
  if (endedBy) process.kill(process.pid, endedBy)
  if (status !== 0) throw new Error(`Next could not build ${folder}: run "npx next build ${folder}" to see why.`)
}

const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** For a product of one file: whether that exists. */
export const isThere = (file) => () => existsSync(path.join(root, file))

/**
 * True if every file exists that Next itself lists for the pages. BUILD_ID alone is not enough: an interrupted build
 * has one, too.
 */
export function arePagesWhole(folder = root) {
  const list = path.join(folder, '.next', 'required-server-files.json')
  if (!existsSync(list)) return false
  const { files } = JSON.parse(readFileSync(list, 'utf8'))
  return [...files, '.next/BUILD_ID'].every((file) => existsSync(path.join(folder, file)))
}

/**
 * Makes a product, unless it exists (`isProductThere`) and was made from the same sources; true if it did. In a read-only
 * folder, an outdated product runs as it is. Ends the process with an explanation if there is nothing to run.
 */
export async function once(name, sources, isProductThere, make) {
  // An installation without sources, such as a container, runs what was built elsewhere.
  if (!existsSync(path.join(root, 'server')) && isProductThere()) return false
  const stamp = path.join(root, 'dist', `${name}.stamp`)
  const [built, seen] = isProductThere() && existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : []
  const states = statesOf(sources)
  if (built !== undefined && seen === states) return false
  const wanted = fingerprint(sources)
  const write = () => writeFileSync(stamp, `${wanted}\n${states}`)
  if (built === wanted) {
    if (isWritable()) write() // A copy, or what was changed and changed back: the next start need not read it again.
    return false
  }
  if (!isWritable()) {
    if (!isProductThere())
      end(`Slipway is not built (${name}), and ${root} cannot be written: run "npm run build" as its owner.`)
    say(`The sources have changed since the build (${name}), and ${root} cannot be written: running what was built.`)
    return false
  }
  if (!existsSync(path.join(root, 'node_modules/esbuild')))
    end(`Slipway is not built (${name}), and building takes the packages of development: npm ci --include=dev`)
  mkdirSync(path.dirname(stamp), { recursive: true })
  const lock = path.join(root, 'dist', `${name}.lock`)
  if (await hasWaitedFor(lock)) {
    await once(name, sources, isProductThere, make) // Which does nothing, unless the other build failed.
    return true
  }
  rmSync(stamp, { force: true }) // An interrupted build leaves no stamp.
  try {
    await make()
    write()
  } finally {
    rmSync(lock, { force: true })
  }
  return true
}

/** True once another process, which was building, is done or gone; else this process has the lock. */
async function hasWaitedFor(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return false
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  say('Another process is building: waiting for it …')
  while (isHeld(lock)) await setTimeout(WAIT_MS)
  rmSync(lock, { force: true })
  return true
}

/** True if the process that wrote the lock runs. One with our own number ran in a container, where numbers come again. */
function isHeld(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM' // It runs, for another user; with other codes, there is no process or no lock.
  }
}

function end(sentence) {
  say(sentence)
  process.exit(1)
}

/** True if products can be written: to their folders, or to the folder in which those would be created. */
function isWritable() {
  const folders = ['dist', '.next'].map((folder) => path.join(root, folder))
  try {
    for (const folder of folders) accessSync(existsSync(folder) ? folder : root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A hash over the names and contents of the sources, whatever their times, which change when files are copied. */
const fingerprint = (sources) => hashOf(sources, (file) => createHash('sha256').update(readFileSync(file)).digest())

/** The same without reading them: no file changes without its state, which has the time of the last change of any kind. */
const statesOf = (sources) =>
  hashOf(sources, (_, { size, mtimeMs, ctimeMs, ino }) => `${size} ${mtimeMs} ${ctimeMs} ${ino}`)

/** A hash over the name of each source and over what `part` makes of it; tests are none. */
function hashOf(sources, part) {
  const hash = createHash('sha256')
  /** `name` is relative to the root: the folders above it may have any name. */
  const add = (name) => {
    const file = path.join(root, name)
    const state = statSync(file)
    if (state.isDirectory()) for (const one of readdirSync(file).sort()) add(`${name}/${one}`)
    else if (!/\.test\.tsx?$|\/(fixtures|testing)\//.test(name)) hash.update(name).update(part(file, state))
  }
  for (const source of sources) if (existsSync(path.join(root, source))) add(source)
  return hash.digest('hex')
}

/** What Next puts behind the name of a package. */
const MARK = /-[0-9a-f]{16}$/

/**
 * Makes the built pages those of any folder: Next gives some packages names of its own, which it finds through links in
 * .next/node_modules (npm packs no links), and writes down where it built. They get their own names back, and the folder
 * of the build is `.`. Throws for a package that is not at the root.
 */
export function makeMovable(folder) {
  const links = path.join(folder, '.next/node_modules')
  const names = namesIn(links).map((name) => [name, name.replace(MARK, '')])
  for (const [, name] of names)
    if (!existsSync(path.join(folder, 'node_modules', name)))
      throw new Error(`The pages need ${name}, which is not in node_modules.`)
  const server = path.join(folder, '.next/server')
  for (const file of readdirSync(server, { recursive: true }).filter((name) => name.endsWith('.js')))
    rewrite(path.join(server, file), names)
  const here = [[JSON.stringify(path.resolve(folder)), '"."']]
  for (const end of ['js', 'json']) rewrite(path.join(folder, `.next/required-server-files.${end}`), here)
  rmSync(links, { recursive: true, force: true })
}

/** The names of packages in a folder; scopes are subfolders. */
function namesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(folder, name)).map((one) => `${name}/${one}`) : [name],
  )
}

function rewrite(file, changes) {
  const before = readFileSync(file, 'utf8')
  const after = changes.reduce((text, [from, to]) => text.replaceAll(from, to), before)
  if (after !== before) writeFileSync(file, after)
}

if (isCalled(import.meta.url)) {
  await buildServer(say)
  await buildPages()
}
