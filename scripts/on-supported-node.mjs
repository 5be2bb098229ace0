// Every command imports this module first. On a Node that is too old, it restarts the command on a supported Node, with
// the same arguments and streams, and this process only waits for that. Modules imported alongside must do nothing on
// import.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { isSupported, NoRuntime, nodeRuntime } from './node-runtime.mjs'
import { say } from './say.mjs'
import { standFor } from './stand-for.mjs'

if (!isSupported(process.versions)) await startAgain()

async function startAgain() {
  const { program, version } = theRuntime()
  say(`Node ${process.versions.node} is too old: running on Node ${version} (node_modules/.runtime).`)
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
