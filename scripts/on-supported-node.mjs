// Imported first by every command: on a Node that is too old the command starts again on one that is not, with the same words and
// streams, and this process only waits for it. What is imported beside it must do nothing by itself.
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
    // What the command starts in turn finds the same Node.
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
