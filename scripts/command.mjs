// What the commands have in common: whether a script was called, what it says, npm, and a process that does the work.
import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Given `import.meta.url`: true if this is the program that Node was given, be it through a symbolic link. */
export function isCalled(url) {
  try {
    return realpathSync(process.argv[1] ?? '') === fileURLToPath(url)
  } catch {
    return false // `node --eval` has no file, and anything as first argument.
  }
}

/** The level as the service's log writes it (server/log/log.ts). */
const INFO = 30

/** Prints a sentence. If the service's log is JSON, prints JSON as well, so that a program can parse every line. */
export function say(sentence) {
  const line =
    process.env.LOG_FORMAT === 'json' ? JSON.stringify({ level: INFO, time: Date.now(), msg: sentence }) : sentence
  process.stderr.write(`${line}\n`)
}

const BESIDE_NODE = path.join(path.dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')

/** [program, arguments] of a call of npm: the one that called this script, or that belongs to Node. */
export function npmCall(...args) {
  const script = [process.env.npm_execpath, BESIDE_NODE].find((file) => file?.endsWith('.js') && existsSync(file))
  return script ? [process.execPath, [script, ...args]] : ['npm', args]
}

/** Runs npm in the project's folder; its outcome, as spawnSync gives it. */
export const npmSync = (args, options = {}) =>
  spawnSync(...npmCall(...args), { cwd: root, encoding: 'utf8', ...options })

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']
/**
 * A terminal signals both processes. Forwarding its signals, too, would send a second one to a service that is shutting
 * down, which ends it immediately.
 */
const HANDED_ON = process.stdin.isTTY ? ['SIGTERM'] : SIGNALS

/** How often it is looked whether npm's shell still runs. */
const LOOK_MS = 500

/**
 * Ends this process, as SIGTERM does, when the shell ends in which npm runs a script: npm ends only that, and the script
 * would run on.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const look = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(look) // A second signal would end a service at once.
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS).unref()
}

/** Ends this process as `child` ends; never returns. */
export async function standFor(child) {
  for (const signal of SIGNALS) process.on(signal, () => HANDED_ON.includes(signal) && child.kill(signal))
  const [code, signal] = await new Promise((resolve) => child.once('exit', (...ended) => resolve(ended)))
  process.exit(code ?? 128 + constants.signals[signal])
}
