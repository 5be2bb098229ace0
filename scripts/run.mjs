// `node scripts/run.mjs vitest run …`: runs a tool of node_modules/.bin on a supported Node. npm adds that folder to
// PATH. Most tools read the Prisma client, so it is generated first.
import './on-supported-node.mjs'
import { spawnSync } from 'node:child_process'
import { generate } from './generate.mjs'

generate()
const [tool, ...args] = process.argv.slice(2)
// On Windows, a tool is a command file, which only a shell can start.
const { status, error } = spawnSync(tool, args, { stdio: 'inherit', shell: process.platform === 'win32' })
if (error) process.stderr.write(`${tool} could not be started: ${error.message}\n`)
process.exit(status ?? 1)
