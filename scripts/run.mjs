// `node scripts/run.mjs bench/main.ts …`: runs a program of TypeScript, or a module of node_modules, on a supported Node.
import './node.mjs'
import { spawn } from 'node:child_process'
import { standFor } from './command.mjs'
import { generate } from './generate.mjs'

/** Node 22.18 and later take the types away by themselves. */
const STRIPPING = process.features.typescript ? '' : ' --experimental-strip-types'

generate()
await standFor(
  spawn(process.execPath, process.argv.slice(2), {
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''}${STRIPPING} --disable-warning=ExperimentalWarning`.trim(),
    },
  }),
)
