// `node scripts/run.mjs vitest run …`: runs a tool of node_modules on a supported Node. Most tools read the Prisma
// client, so it is generated first.
import './on-supported-node.mjs'
import { spawnSync } from 'node:child_process'
import { generate } from './generate.mjs'
import { toolProgram } from './npm.mjs'

generate()
const [tool, ...args] = process.argv.slice(2)
const { status } = spawnSync(process.execPath, [toolProgram(tool), ...args], { stdio: 'inherit' })
process.exit(status ?? 1)
