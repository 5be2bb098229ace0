// `node scripts/run.mjs bench/main.ts …`: runs a program of TypeScript on a supported Node. 22.18 and later take its types away by
// themselves.
import './node.mjs'
import { spawn } from 'node:child_process'
import { standFor } from './command.mjs'
import { generate } from './generate.mjs'

const OPTIONS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']

generate()
await standFor(spawn(process.execPath, [...OPTIONS, ...process.argv.slice(2)], { stdio: 'inherit' }))
