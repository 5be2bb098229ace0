// Every command imports this module first. On a Node that is too old, it restarts the command on a supported Node, with
// the same arguments and streams, and this process only waits for that. Modules imported alongside must do nothing on
// import.
import './loopback.mjs'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { isSupported, NoRuntime, nodeRuntime } from './node-runtime.mjs'
import { say } from './say.mjs'
import { standFor } from './stand-for.mjs'

/** A command of ./bin/slipway that ends by itself: whoever calls many of them need not read each time what they run on. */
const isShortCommand = path.basename(process.argv[1] ?? '') === 'slipway' && process.argv[2] !== 'start'

if (!isSupported(process.versions)) await startAgain()

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
    return nodeRuntime({ say })
  } catch (error) {
    if (!(error instanceof NoRuntime)) throw error
    say(error.message)
    process.exit(1)
  }
}
