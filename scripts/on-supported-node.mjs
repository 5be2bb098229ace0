// Imported first by every command: on a Node that is too old the command starts again on one that is not, with the same words and
// streams, and this process only waits for it. What is imported beside it must do nothing by itself.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import path from 'node:path'
import { isSupported, NoRuntime, nodeRuntime } from './node-runtime.mjs'
import { say } from './say.mjs'

/** Handed on to the command. A terminal sends its own to both: twice would end a service at once that is about to end well. */
const HANDED_ON = process.stdin.isTTY ? ['SIGTERM'] : ['SIGTERM', 'SIGINT', 'SIGHUP']

if (!isSupported(process.versions)) await startAgain()

async function startAgain() {
  const { program, version } = theRuntime()
  say(`Node ${process.versions.node} is too old: running on Node ${version} (node_modules/.runtime).`)
  const child = spawn(program, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    // What the command starts in turn finds the same Node.
    env: { ...process.env, PATH: `${path.dirname(program)}${path.delimiter}${process.env.PATH ?? ''}` },
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => HANDED_ON.includes(signal) && child.kill(signal))
  const [code, signal] = await new Promise((resolve) => child.once('exit', (...ended) => resolve(ended)))
  process.exit(code ?? 128 + constants.signals[signal])
}

function theRuntime() {
  try {
    return nodeRuntime({ say })
  } catch (error) {
    if (!(error instanceof NoRuntime)) throw error
    say(error.message)
    process.exit(1)
  }
}
